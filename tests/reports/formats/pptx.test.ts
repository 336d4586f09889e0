// The parts of a slide, each with the room that it has.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pptxOf } from '../../../src/reports/formats/pptx.ts'
import { linesOf } from '../../../src/reports/formats/slide-fit.ts'
import type { SlidePart, SlideShow } from '../../../src/reports/slides.ts'
import { assertNear } from '../../support/near.ts'
import { assertWellFormed, textOfSlides, xmlPart, xmlPartsOf } from '../../support/office-text.ts'
import { assertFits } from './slide-bounds.ts'

/** What stands between the margins of a slide, inches. */
const BODY_IN = 12.233

function showOf(parts: SlidePart[], more: Partial<SlideShow> = {}): SlideShow {
  return {
    id: 'x',
    title: 'Проба',
    createdAt: '2024-05-20T09:14:03Z',
    footer: 'Отчёт x',
    slides: [{ title: 'Слайд', parts, notes: ['Источник'] }],
    ...more,
  }
}

describe('parts that find no room on a slide', () => {
  const columns = [{ head: 'Ж', align: 'left' as const, share: 1 }]

  it('counts the rows of a table that are left out', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ cells: [`строка ${index + 1}`] }))
    const file = await pptxOf(showOf([{ kind: 'table', columns, rows }]))
    assertFits(file)
    const [text = ''] = textOfSlides(file)
    const shown = text.match(/строка/g)?.length ?? 0
    assert.ok(shown > 8 && shown < 60)
    assert.ok(text.includes(`… ещё ${60 - shown} — в полном отчёте`))
  })

  it('gives a row of a table the lines that its text takes in its own type', async () => {
    const widthIn = BODY_IN - 0.12
    const longest = (strong: boolean) => {
      let letters = 1
      while (linesOf('ж'.repeat(letters + 1), widthIn, { pt: 14, strong }) === 1) letters += 1
      return letters
    }
    assert.ok(longest(true) < longest(false))
    const cells = ['ж'.repeat(longest(false))]
    const rows = [{ cells }, { cells, strong: true }]
    const file = await pptxOf(showOf([{ kind: 'table', columns, rows }]))
    const heights = xmlPart(file, 'ppt/slides/slide1.xml').matchAll(/<a:tr h="(\d+)"/g)
    const [, plain = 0, strong = 0] = [...heights].map(([, h]) => Number(h))
    assert.ok(strong > plain)
  })

  it('shows at most three lines of a cell, and all of a text that takes no more', async () => {
    const widthIn = BODY_IN - 0.12
    const words = (count: number) => Array.from({ length: count }, () => 'слово').join(' ')
    let most = 1
    while (linesOf(words(most + 1), widthIn, { pt: 14 }) <= 3) most += 1
    const rows = [most, most + 1, 10 * most].map((count) => ({ cells: [words(count)] }))
    const file = await pptxOf(showOf([{ kind: 'table', columns, rows }]))
    const xml = xmlPart(file, 'ppt/slides/slide1.xml')
    const texts = [...xml.matchAll(/<a:t>(слово[^<]*)</g)].map(([, text = '']) => text)
    assert.equal(texts[0], words(most))
    for (const cut of texts.slice(1)) {
      assert.ok(cut.endsWith('…'))
      assert.equal(linesOf(cut, widthIn, { pt: 14 }), 3)
    }
    const [, ...heights] = [...xml.matchAll(/<a:tr h="(\d+)"/g)].map(([, h]) => Number(h))
    assert.equal(new Set(heights).size, 1, heights.join())
  })

  it('widens a column until it breaks no number', async () => {
    const narrow = [1, 30].map((share) => ({ head: 'Ж', align: 'left' as const, share }))
    for (const number of ['1234567', '−123456', '+123456']) {
      const rows = [{ cells: [`около ${number} ₽`, 'слово'] }]
      const file = await pptxOf(showOf([{ kind: 'table', columns: narrow, rows }]))
      const xml = xmlPart(file, 'ppt/slides/slide1.xml')
      const [, width] = /<a:gridCol w="(\d+)"/.exec(xml) ?? []
      const roomIn = Number(width) / 914_400 - 0.12
      assert.equal(linesOf(number, roomIn, { pt: 14 }), 1, number)
    }
  })

  it('keeps a table within its place, though its numbers have no room in their columns', async () => {
    const four = Array.from({ length: 4 }, (_, at) => ({
      head: 'Ж',
      align: at === 0 ? ('left' as const) : ('right' as const),
      share: at + 1,
    }))
    const rows = [{ cells: four.map(() => '1'.repeat(60)) }]
    const xml = xmlPart(
      await pptxOf(showOf([{ kind: 'table', columns: four, rows }])),
      'ppt/slides/slide1.xml',
    )
    const widths = [...xml.matchAll(/<a:gridCol w="(\d+)"/g)].map(([, w]) => Number(w) / 914_400)
    assert.equal(widths.length, 4)
    for (const [at, width] of widths.entries()) {
      assertNear(width, (BODY_IN * (at + 1)) / 10, 0.001)
    }
    // The header and the row, three columns of each.
    assert.equal(xml.match(/algn="r"/g)?.length, 6 + 1, 'those and the number of the page')
  })

  it('leaves out a table without rows, tiles and a text that have no room', async () => {
    const items = Array.from({ length: 40 }, (_, at) => ({ label: `плитка ${at + 1}`, value: '1' }))
    const file = await pptxOf(
      showOf([
        { kind: 'table', columns, rows: [] },
        { kind: 'tiles', across: 1, items },
        { kind: 'text', text: 'послесловие' },
      ]),
    )
    assertFits(file)
    const [text = ''] = textOfSlides(file)
    const shown = text.match(/плитка/g)?.length ?? 0
    assert.ok(shown > 3 && shown < 40, `${shown}`)
    assert.doesNotMatch(text, /послесловие|…/)
    assert.doesNotMatch(xmlPart(file, 'ppt/slides/slide1.xml'), /graphicFrame/)
  })

  it('cuts a note below a figure to two lines, a text to three and a bullet to four', async () => {
    const many = (word: string) => Array.from({ length: 400 }, () => word).join(' ')
    const file = await pptxOf(
      showOf([
        { kind: 'tiles', across: 1, items: [{ label: 'NPV', value: '1', note: many('сноска') }] },
        { kind: 'text', text: many('текст') },
        { kind: 'bullets', items: [many('пункт')] },
      ]),
    )
    assertFits(file)
    const xml = xmlPart(file, 'ppt/slides/slide1.xml')
    for (const [word, pt, indentIn, lines] of [
      ['сноска', 14, 0, 2],
      ['текст', 16, 0, 3],
      ['пункт', 16, 0.3, 4],
    ] as const) {
      const [, cut = ''] = new RegExp(`<a:t>(${word} [^<]*)<`).exec(xml) ?? []
      assert.ok(cut.endsWith('…'))
      assert.equal(linesOf(cut, BODY_IN - indentIn, { pt }), lines, word)
    }
  })

  it('counts the bullets that are left out, and shows all of those that fit', async () => {
    const items = Array.from({ length: 40 }, (_, index) => `пункт ${index + 1}`)
    const many = await pptxOf(showOf([{ kind: 'bullets', items }]))
    assertFits(many)
    assert.match(textOfSlides(many).join(''), /… ещё \d+ — в полном отчёте/)
    const few = await pptxOf(showOf([{ kind: 'bullets', items: items.slice(0, 5) }]))
    assert.doesNotMatch(textOfSlides(few).join(''), /ещё/)
  })

  it('cuts a text to the lines that its place has', async () => {
    const text = 'слово '.repeat(400).trim()
    const file = await pptxOf(
      showOf([
        { kind: 'text', text, maxLines: 18 },
        { kind: 'text', tone: 'quiet', text: text.replaceAll('слово', 'сноска') },
      ]),
    )
    const [, note = ''] = /<a:t>(сноска [^<]*)</.exec(xmlPart(file, 'ppt/slides/slide1.xml')) ?? []
    assert.ok(note.endsWith('…'))
    assert.equal(linesOf(note, BODY_IN, { pt: 14 }), 1)
  })

  it('keeps for a row of tiles no room for the notes of another', async () => {
    const items = ['первая', undefined].map((note) => ({
      label: 'NPV',
      value: '1',
      ...(note === undefined ? {} : { note }),
    }))
    const file = await pptxOf(
      showOf([
        { kind: 'tiles', across: 1, items },
        { kind: 'tiles', across: 1, items: items.slice(1) },
      ]),
    )
    const heights = xmlPart(file, 'ppt/slides/slide1.xml').matchAll(/cx="\d+" cy="(\d+)"/g)
    const [first = 0, second = 0, third = 0] = [...heights].map(([, cy]) => Number(cy)).slice(-3)
    assert.ok(first > second)
    assert.equal(second, third)
  })

  it('makes a long number smaller, never shorter', async () => {
    const value = `−${'123 456 789 '.repeat(2)}₽`
    const items = Array.from({ length: 4 }, () => ({ label: 'NPV', value }))
    const file = await pptxOf(showOf([{ kind: 'tiles', across: 4, items }]))
    assertFits(file)
    const said = textOfSlides(file).join('').replaceAll('\u00a0', ' ')
    assert.equal(said.split(value).length, 5)
  })

  it('cuts a text of a thousand letters and prints markup as it was written', async () => {
    const text = '<a:p>&amp;</a:t> ]]> "кавычки" '
    const file = await pptxOf(
      showOf(
        [
          { kind: 'text', text: text.trim() },
          { kind: 'text', text: 'Щ'.repeat(1000), tone: 'verdict' },
          { kind: 'table', columns, rows: [{ cells: [text.repeat(50)] }] },
        ],
        { title: text, footer: text.repeat(9), mark: text },
      ),
    )
    assertFits(file)
    assert.ok(textOfSlides(file).join('').includes(text.trim()))
    for (const [name, xml] of xmlPartsOf(file)) assertWellFormed(name, xml)
  })
})

describe('a chart on a slide', () => {
  const chart = { kind: 'chart', caption: 'Квартиры', bars: 'up', labels: ['а', 'б'] } as const
  const series = [{ name: 'ряд', values: [1, 2] }]
  const chartXml = async (...parts: SlidePart[]) =>
    xmlPart(await pptxOf(showOf(parts)), 'ppt/charts/chart1.xml')

  it('counts across from the top, where the program counts from the bottom', async () => {
    const labels = async (bars: 'up' | 'across') => {
      const xml = await chartXml({ ...chart, bars, series })
      const [all = ''] = /<c:cat>.*?<\/c:cat>/s.exec(xml) ?? []
      return [...all.matchAll(/<c:v>([аб])</g)].map(([, label]) => label)
    }
    assert.deepEqual(await labels('up'), ['а', 'б'])
    assert.deepEqual(await labels('across'), ['б', 'а'])
  })

  it('has a legend for two series or a line over one, and values at its bars if asked for', async () => {
    const hasLegend = async (more: Partial<Extract<SlidePart, { kind: 'chart' }>>) =>
      (await chartXml({ ...chart, series, ...more })).includes('<c:legend>')
    assert.equal(await hasLegend({}), false)
    assert.equal(await hasLegend({ series: [...series, ...series] }), true)
    assert.equal(await hasLegend({ line: { name: 'линия', values: [1, 2] } }), true)
    const labelled = async (more: { readonly labelled?: boolean }) =>
      /<c:showVal val="1"\/>/.test(await chartXml({ ...chart, series, ...more }))
    assert.deepEqual([await labelled({}), await labelled({ labelled: true })], [false, true])
  })

  it('keeps 1.6 inches whatever else is on the slide', async () => {
    const items = Array.from({ length: 40 }, (_, at) => `пункт ${at + 1}`)
    const file = await pptxOf(
      showOf([
        { ...chart, series },
        { kind: 'bullets', items },
      ]),
    )
    assertFits(file)
    const [frame = ''] =
      /<p:graphicFrame.*?<\/p:graphicFrame>/s.exec(xmlPart(file, 'ppt/slides/slide1.xml')) ?? []
    const [, cy] = /<a:ext cx="\d+" cy="(\d+)"/.exec(frame) ?? []
    // Less a line of 14 points for its caption, of 0.28 inches.
    assertNear(Number(cy) / 914_400, 1.6 - 0.28, 0.01)
  })
})
