// The parts of a slide, each with the room that it has.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pptxOf } from '../../../src/reports/formats/pptx.ts'
import { linesOf } from '../../../src/reports/formats/slide-fit.ts'
import type { SlidePart, SlideShow } from '../../../src/reports/slides.ts'
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
