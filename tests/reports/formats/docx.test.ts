import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block } from '../../../src/reports/document.ts'
import { estimateReport } from '../../../src/reports/estimate/estimate-report.ts'
import { forecastReport } from '../../../src/reports/forecast/forecast-report.ts'
import { docxOf } from '../../../src/reports/formats/docx.ts'
import { buildEstimate } from '../../support/estimates.ts'
import {
  assertWellFormed,
  partNamesOf,
  textOfDocx,
  textOfXml,
  xmlPart,
  xmlPartsOf,
} from '../../support/office-text.ts'
import { assertHeadlineFigures } from '../forecast/headline-figures.ts'
import { sampleForecast } from '../forecast/sample-forecast.ts'
import { documentOf } from './plain-document.ts'

const forecast = sampleForecast()
const forecastDocx = await docxOf(forecastReport(forecast))
const body = xmlPart(forecastDocx, 'word/document.xml')
const count = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].length

const bodyOf = async (blocks: Block[]) =>
  xmlPart(await docxOf(documentOf(blocks)), 'word/document.xml')

describe('a report as a Word file', () => {
  it('says the headline figures of the forecast', () => {
    assertHeadlineFigures('docx', textOfDocx(forecastDocx), forecast)
  })

  it('gives the same bytes for the same document, whatever was made in between', async () => {
    await docxOf(estimateReport(buildEstimate()))
    assert.deepEqual(await docxOf(forecastReport(sampleForecast())), forecastDocx)
  })

  it('says no time but the document’s own, and in Russian', async () => {
    const core = xmlPart(await docxOf(documentOf([])), 'docProps/core.xml')
    assert.deepEqual(core.match(/\d{4}-[\dT:.-]+Z/g), [
      '2024-05-20T09:14:03Z',
      '2024-05-20T09:14:03Z',
    ])
    assert.match(core, /<dc:title>Проба<\/dc:title><dc:language>ru-RU</)
    assert.match(xmlPart(forecastDocx, 'word/styles.xml'), /<w:lang [^>]*w:val="ru-RU"/)
  })

  it('has the parts of a Word file, each well-formed', () => {
    const parts = xmlPartsOf(forecastDocx)
    for (const name of [
      '[Content_Types].xml',
      'word/document.xml',
      'word/styles.xml',
      'word/numbering.xml',
      'word/header1.xml',
      'word/footer1.xml',
    ]) {
      assert.ok(parts.has(name), name)
    }
    for (const [name, xml] of parts) assertWellFormed(name, xml)
  })

  it('shows every heading to the navigation pane, by style', () => {
    const styles = xmlPart(forecastDocx, 'word/styles.xml')
    for (const level of [1, 2, 3]) assert.match(styles, new RegExp(`w:styleId="Heading${level}"`))
    const { blocks } = forecastReport(forecast)
    const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))
    const paragraphs = body.match(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs) ?? []
    const styled = paragraphs.filter((paragraph) => /w:pStyle w:val="Heading\d"/.test(paragraph))
    assert.deepEqual(
      styled.map((paragraph) => textOfXml(paragraph).trim()),
      headings,
    )
  })

  it('rules no place of facts that holds none', async () => {
    const fact = (label: string) => ({ label, value: '1' })
    const unruled = async (labels: string[]) => {
      const xml = await bodyOf([{ kind: 'facts', columns: 2, rows: labels.map(fact) }])
      return count(xml, /<w:tcBorders><w:bottom w:val="none"/g)
    }
    assert.equal(await unruled(['а', 'б']), 0)
    assert.equal(await unruled(['а', 'б', 'в']), 2)
    // What has a value has no need of a label.
    assert.equal(await unruled(['а', '']), 0)
  })

  it('says each fact with its value, and the mark that follows it', async () => {
    const rows = [
      { label: 'а', value: '1' },
      { label: '', value: '2' },
      { label: 'в', value: '3', mark: '*' },
    ]
    const said = textOfXml(await bodyOf([{ kind: 'facts', columns: 2, rows }]))
    assert.equal(said.replaceAll(/\s/g, ''), 'а12в3*')
  })

  it('gives the label of a fact 46 mm, and a little over half where that would be most', async () => {
    const widthsMm = (xml: string) =>
      [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, w]) =>
        Math.round((Number(w) * 25.4) / 1440),
      )
    const facts: Block = { kind: 'facts', columns: 2, rows: [{ label: 'а', value: '1' }] }
    // Two pairs of 86 mm beside each other on a page of 178 mm, 6 mm apart.
    assert.deepEqual(widthsMm(await bodyOf([facts])), [46, 40, 6, 46, 40])
    const [, ...within] = (
      await bodyOf([{ kind: 'beside', ratio: 0.5, left: [facts], right: [] }])
    ).split('<w:tblGrid>')
    // Two of 40 mm in 86 mm: 55 % of each are 22 mm.
    assert.deepEqual(widthsMm(within.at(-1) ?? ''), [22, 18, 6, 22, 18])
  })

  it('ends no line after the hyphen of a short part, and reads the same', async () => {
    const text = 'Студии и 1-комнатные (214-ФЗ), S-образная кривая; северо-восток, 1-CURRENT'
    const columns = [{ head: 'Тип', align: 'start' }] as const
    const rows = [{ cells: [{ text, sub: text }] }]
    const xml = await bodyOf([
      { kind: 'paragraph', text },
      { kind: 'grid', columns, rows },
    ])
    assert.equal(count(xml, /<w:noBreakHyphen\/>/g), 3 * 3)
    assert.equal(textOfXml(xml).replaceAll('\u00a0', ' ').split(text).length, 3 + 1)
    assert.doesNotMatch(xml, /fldChar/)
  })

  it('says the title, the header and page x of y on every page', () => {
    const header = textOfXml(xmlPart(forecastDocx, 'word/header1.xml'))
    const footer = xmlPart(forecastDocx, 'word/footer1.xml')
    assert.match(header, /участок 99:36:000021:1234\tПо\sсостоянию на\s30\.06\.2026/)
    assert.match(textOfXml(footer), /Отчёт f3b9c1d27a604e58/)
    assert.match(footer, /Страница .*PAGE.* из .*NUMPAGES/s)
  })

  it('says on every page that data are for demonstration, and only then', async () => {
    const demo = sampleForecast({ change: (made) => ({ ...made, is_demo: true }) })
    const marked = await docxOf(forecastReport(demo))
    assert.match(xmlPart(marked, 'word/header1.xml'), /Демонстрационные данные/)
    assert.doesNotMatch(textOfDocx(forecastDocx), /Демонстрационные/)
  })

  it('makes native tables whose header row repeats and whose widths fill the page', async () => {
    const { blocks } = forecastReport(forecast)
    const grids = blocks.filter((block) => block.kind === 'grid').length
    assert.ok(grids > 5)
    assert.equal(count(body, /<w:tblHeader\/>/g), grids)
    assert.equal(
      count(body, /<w:cantSplit\/>/g),
      count(body, /<w:tr[ >]/g),
      'no row is cut by a page',
    )
    for (const [table] of body.matchAll(/<w:tblGrid>.*?<\/w:tblGrid>/gs)) {
      const total = [...table.matchAll(/w:w="(\d+)"/g)].reduce((sum, [, w]) => sum + Number(w), 0)
      assert.ok(total <= 10_100, `${total} twips of 10,092`)
    }
  })

  it('keeps a warning and the notes around it together', async () => {
    const toned = (tone: 'note' | 'warning') =>
      ({ kind: 'paragraph', tone, text: 'текст' }) as const
    const tied = async (blocks: Block[]) => count(await bodyOf(blocks), /<w:keepNext\/>/g)
    assert.equal(await tied([toned('note'), toned('warning'), toned('note')]), 2)
    assert.equal(await tied([toned('note'), { kind: 'paragraph', text: 'текст' }]), 0)
  })

  it('keeps a table to be read whole, and lets a long one break between rows', async () => {
    const rowsTied = async (rowCount: number) => {
      const rows = Array.from({ length: rowCount }, () => ({ cells: [{ text: 'ряд' }] }))
      const columns = [{ head: 'Шапка', align: 'start' as const }]
      return count(
        await bodyOf([{ kind: 'grid', together: true, columns, rows }]),
        /<w:keepNext\/>/g,
      )
    }
    // The header row is one of them, the last row none.
    assert.equal(await rowsTied(30), 30)
    assert.equal(await rowsTied(104), 2)
  })

  it('keeps the first row of a long table with its header, and the last with the one before', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({ cells: [{ text: `ряд ${at + 1}` }] }))
    const xml = await bodyOf([{ kind: 'grid', columns: [{ head: 'Шапка', align: 'start' }], rows }])
    const paragraphs = xml.match(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs) ?? []
    const tied = paragraphs.filter((paragraph) => paragraph.includes('<w:keepNext/>'))
    assert.deepEqual(
      tied.map((paragraph) => textOfXml(paragraph).trim()),
      ['Шапка', 'ряд 39'],
    )
  })

  it('keeps a table to be read whole with the note about it, and with no other paragraph', async () => {
    const tied = async (tone: 'note' | 'warning', together: boolean) => {
      const rows = Array.from({ length: 3 }, () => ({ cells: [{ text: 'ряд' }] }))
      const columns = [{ head: 'Шапка', align: 'start' as const }]
      return count(
        await bodyOf([
          { kind: 'grid', together, columns, rows },
          { kind: 'paragraph', tone, text: 'О таблице' },
        ]),
        /<w:keepNext\/>/g,
      )
    }
    // Header and rows, the last one's too, and the gap between table and note.
    assert.equal(await tied('note', true), 5)
    assert.equal(await tied('warning', true), 3)
    assert.equal(await tied('note', false), 3)
  })

  it('keeps a picture with the table of its figures, and with nothing else behind it', async () => {
    const drawing = {
      kind: 'drawing',
      widthMm: 40,
      heightMm: 20,
      shapes: [],
      alt: 'Пусто',
      caption: 'Что',
    } as const
    const grid: Block = { kind: 'grid', columns: [{ head: '', align: 'start' }], rows: [] }
    const tied = async (next: Block) => {
      const [before = ''] = (await bodyOf([{ ...drawing, shapes: [] }, next])).split('<w:tbl>')
      return count(before, /<w:keepNext\/>/g)
    }
    assert.equal(await tied(grid), 2)
    assert.equal(await tied({ kind: 'paragraph', text: 'Дальше' }), 1)
  })

  it('keeps columns of given widths within the page', async () => {
    const columns = [90, 90, 90].map((widthMm) => ({
      head: 'Ж',
      align: 'start' as const,
      widthMm,
    }))
    const xml = await bodyOf([{ kind: 'grid', columns, rows: [{ cells: [] }] }])
    const widths = [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, w]) => Number(w))
    assert.deepEqual(widths, [3364, 3364, 3364])
  })

  it('widens columns of given widths to the page, and gives the others what those leave', async () => {
    const widthsMm = async (given: readonly (number | undefined)[]) => {
      const columns = given.map((widthMm) => ({
        head: 'Ж',
        align: 'start' as const,
        ...(widthMm === undefined ? {} : { widthMm }),
      }))
      const xml = await bodyOf([{ kind: 'grid', columns, rows: [] }])
      return [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, w]) =>
        Math.round((Number(w) * 25.4) / 1440),
      )
    }
    assert.deepEqual(await widthsMm([30, 59]), [60, 118])
    assert.deepEqual(await widthsMm([78, undefined, undefined]), [78, 50, 50])
  })

  it('sets a table in smaller type above six columns, and above ten in the smallest', async () => {
    const sizesOf = async (columnCount: number) => {
      const columns = Array.from({ length: columnCount }, () => ({
        head: 'Ж',
        align: 'start' as const,
      }))
      const xml = await bodyOf([{ kind: 'grid', columns, rows: [] }])
      // Half points.
      return new Set([...xml.matchAll(/<w:sz w:val="(\d+)"/g)].map(([, size]) => Number(size) / 2))
    }
    for (const [columnCount, points] of [
      [6, 8.5],
      [7, 7.5],
      [10, 7.5],
      [11, 7],
    ] as const) {
      assert.deepEqual(await sizesOf(columnCount), new Set([points]), `${columnCount} columns`)
    }
  })

  it('sets a strong row bold, numbers to the right, and says what stands below them', async () => {
    const xml = await bodyOf([
      {
        kind: 'grid',
        columns: [
          { head: 'Что', align: 'start' },
          { head: 'Сколько', align: 'end' },
        ],
        rows: [
          { cells: [{ text: 'часть' }, { text: '1', sub: 'половина' }] },
          { cells: [{ text: 'сумма' }, { text: '2' }], strong: true },
        ],
      },
    ])
    const paragraphs = xml.match(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs) ?? []
    const those = (mark: RegExp) =>
      paragraphs.filter((paragraph) => mark.test(paragraph)).map((p) => textOfXml(p).trim())
    assert.deepEqual(those(/<w:b\/>/), ['сумма', '2'])
    assert.deepEqual(those(/<w:jc w:val="end"\/>/), ['Сколько', '1', 'половина', '2'])
  })

  it('draws charts and drawings as pictures with a text for those who cannot see them', () => {
    const pictures = partNamesOf(forecastDocx).filter((name) => /media\/.*\.png$/.test(name))
    assert.ok(pictures.length >= 5, `${pictures.length} pictures`)
    const described = [...body.matchAll(/<wp:docPr [^>]*descr="([^"]*)"/g)].map(([, text]) => text)
    assert.equal(described.length, pictures.length)
    for (const text of described) assert.ok(text && text.length > 10)
    const programme = described.find((text) => text?.startsWith('Квартир каждого типа.'))
    assert.match(programme ?? '', /Столбчатая диаграмма\. Студии: 30; 1-комнатные: 53; /)
    const ids = [...body.matchAll(/<wp:docPr [^>]*\bid="(\d+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, pictures.length)
  })

  it('keeps a picture within the column it stands in', async () => {
    const drawing = {
      kind: 'drawing',
      widthMm: 178,
      heightMm: 89,
      shapes: [],
      alt: 'Пусто',
    } as const
    const xml = await bodyOf([
      { kind: 'beside', ratio: 0.5, left: [{ ...drawing, shapes: [] }], right: [] },
    ])
    const [, cx, cy] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(xml) ?? []
    // 86 mm by 43 mm, 36,000 EMU a millimetre, to a pixel.
    assert.ok(Math.abs(Number(cx) - 86 * 36_000) < 9_525, cx)
    assert.ok(Math.abs(Number(cy) - 43 * 36_000) < 9_525, cy)
  })

  it('breaks the page at the block after a page break and never twice', async () => {
    const blocks: Block[] = [
      { kind: 'page-break' },
      { kind: 'paragraph', text: 'один' },
      { kind: 'page-break' },
      { kind: 'page-break' },
      { kind: 'heading', level: 2, text: 'два' },
      { kind: 'page-break' },
    ]
    assert.equal(count(await bodyOf(blocks), /<w:pageBreakBefore\/>/g), 1)
  })
})

describe('hostile strings in a Word file', () => {
  it('prints markup as it was written', async () => {
    const text = '<w:p>&amp;</w:t> ]]> "кавычки" {PAGE} \\ %s'
    const blocks: Block[] = [{ kind: 'paragraph', text }]
    const docx = await docxOf(documentOf(blocks, { title: text, header: text, footer: text }))
    assert.ok(textOfXml(xmlPart(docx, 'word/document.xml')).includes(text))
    for (const [name, xml] of xmlPartsOf(docx)) assertWellFormed(name, xml)
  })

  it('takes them in every place of a forecast and still says the figures', async () => {
    const hostile = sampleForecast({ hostile: true })
    const docx = await docxOf(forecastReport(hostile))
    assertHeadlineFigures('docx', textOfDocx(docx), hostile)
    for (const [name, xml] of xmlPartsOf(docx)) assertWellFormed(name, xml)
  })

  it('leaves out what XML forbids and what turns the direction of texts', async () => {
    const text = 'а\u0000\u0007б \u202eабв\u2066 \ud800 \uffff\ufffe \ufdd0 \u2028г'
    const xml = await bodyOf([{ kind: 'paragraph', text }])
    assertWellFormed('document', xml)
    assert.doesNotMatch(xml, /[\u202a-\u202e\u2066-\u2069\u2028\ufdd0]/)
  })
})
