import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block } from '../../../src/reports/document.ts'
import { createPdfRenderer } from '../../../src/reports/formats/pdf.ts'
import { rightEdgesOf, textOfPages, wholeTextOf } from '../../support/pdf-text.ts'
import { HOSTILE_MARKUP } from '../hostile-markup.ts'
import { documentOf } from './plain-document.ts'

const renderPdf = createPdfRenderer()

describe('a table in a PDF', () => {
  const rowsOn = (page: string) => page.match(/Ряд \d+/g) ?? []
  const pagesWith = async (kind: 'grid' | 'facts', rowCount: number) => {
    const names = Array.from({ length: rowCount }, (_, index) => `Ряд ${index + 1}`)
    const table: Block =
      kind === 'grid'
        ? {
            kind,
            together: true,
            columns: [{ head: 'Шапка', align: 'start' }],
            rows: names.map((text) => ({ cells: [{ text }] })),
          }
        : { kind, together: true, columns: 1, rows: names.map((label) => ({ label, value: 'да' })) }
    const pages = await textOfPages(
      renderPdf(
        documentOf([
          { kind: 'heading', level: 1, text: 'Начало' },
          { kind: 'heading', level: 2, text: 'Заголовок' },
          table,
        ]),
      ),
    )
    assert.deepEqual(pages.flatMap(rowsOn), names)
    return pages
  }

  it('breaks over pages where it is higher than one, with its header row on each', async () => {
    const pages = await pagesWith('grid', 104)
    assert.ok(pages.length > 1)
    for (const page of pages) {
      assert.match(page, /Шапка/)
      assert.ok(rowsOn(page).length < 55, `${rowsOn(page).length} rows on a page`)
    }
    for (const page of await pagesWith('facts', 104)) assert.ok(rowsOn(page).length < 55)
  })

  it('is kept whole where a page can hold it, and never parts from its heading', async () => {
    for (let rowCount = 30; rowCount <= 60; rowCount += 1) {
      const pages = await pagesWith('grid', rowCount)
      const withRows = pages.filter((page) => rowsOn(page).length > 0)
      assert.match(withRows[0] ?? '', /Заголовок/, `${rowCount} rows`)
      if (rowCount <= 40) assert.equal(withRows.length, 1, `${rowCount} rows`)
    }
  })
})

describe('what a page or a line of a PDF does not part', () => {
  it('is a range of numbers', async () => {
    for (let before = 1; before <= 12; before += 1) {
      const text = `${'а'.repeat(before)} этажей 3–17, `.repeat(40)
      const [page = ''] = await textOfPages(renderPdf(documentOf([{ kind: 'paragraph', text }])))
      assert.doesNotMatch(page, /–\s*\n/, `${before} letters before`)
    }
  })

  it('is a note', async () => {
    const text = `Начало ${'слова примечания '.repeat(30)}конец`
    for (let rows = 40; rows <= 60; rows += 1) {
      const filling = Array.from({ length: rows }, (): Block => ({ kind: 'paragraph', text: 'х' }))
      const note: Block = { kind: 'paragraph', tone: 'note', text }
      const pages = await textOfPages(renderPdf(documentOf([...filling, note])))
      const page = pages.find((said) => said.includes('Начало'))
      assert.match(page ?? '', /конец/, `${rows} rows before`)
    }
  })
})

describe('a column of numbers in a PDF', () => {
  it('ends in one line, also where an abbreviation ends with a full stop', async () => {
    const rows = ['75 дн.', '85,5 %', '8 903 847 ₽'].map((text) => ({ cells: [{ text }] }))
    const columns = [{ head: 'Срок', align: 'end', widthMm: 40 }] as const
    const edges = await rightEdgesOf(renderPdf(documentOf([{ kind: 'grid', columns, rows }])))
    const [days, share, sum] = ['75 дн.', '85,5 %', '8 903 847 ₽'].map((text) => edges.get(text))
    assert.ok(days && share && sum)
    assert.ok(Math.abs(days - sum) < 0.1 && Math.abs(share - sum) < 0.1, `${days} ${share} ${sum}`)
  })
})

describe('hostile strings in a PDF', () => {
  it('stay on the page where no-break spaces join all of their words', async () => {
    const text = Array(60).fill('слово').join('\u00a0')
    const edges = await rightEdgesOf(renderPdf(documentOf([{ kind: 'paragraph', text }])))
    for (const [said, edge] of edges) assert.ok(edge <= (210 / 25.4) * 72, `${said}: ${edge}`)
  })

  it('prints markup as it was written', async () => {
    for (const text of HOSTILE_MARKUP) {
      const pdf = renderPdf(documentOf([{ kind: 'paragraph', text }]))
      assert.ok((await wholeTextOf(pdf)).includes(text), text)
    }
  })

  it('breaks a word of 300 letters without adding a character to it', async () => {
    const text = 'Щ'.repeat(300)
    const pages = await textOfPages(renderPdf(documentOf([{ kind: 'paragraph', text }])))
    assert.ok(pages.join('').replace(/\s/g, '').includes(text))
  })

  it('breaks a long Russian word at a syllable, and anywhere what has none', async () => {
    const value = 'Земли сельскохозяйственного назначения'
    const rows = ['Категория', 'Ещё раз'].map((label) => ({ label, value }))
    const facts = { kind: 'facts', columns: 2, rows } as const
    const said = await wholeTextOf(renderPdf(documentOf([facts])))
    assert.match(said, /Земли сельскохозяйствен ного назначения/)
    for (const letter of 'АЩ') {
      const word = letter.repeat(35)
      const none = { ...facts, rows: [{ label: 'Категория', value: word }, ...rows] }
      const edges = await rightEdgesOf(renderPdf(documentOf([none])))
      for (const [text, edge] of edges) {
        assert.ok(!text.includes(letter) || edge <= (105 / 25.4) * 72, `${text}: ${edge}`)
      }
    }
  })

  it('breaks a long word with hyphens after them, not within its parts', async () => {
    const text = Array(24).fill('Панфиловцев').join('-')
    const pages = await textOfPages(renderPdf(documentOf([{ kind: 'paragraph', text }])))
    const pieces = pages.join('\n').match(/\S*Панф\S*/g) ?? []
    assert.ok(pieces.length > 1, 'it takes several lines')
    assert.equal(pieces.join(''), text)
    for (const piece of pieces) assert.match(piece, /^(Панфиловцев-?)+$/)
  })

  it('ends no line after the hyphen of a short part', async () => {
    const texts = ['3-комнатные ', '214-ФЗ ', 'S-образная '].map((word) => word.repeat(60))
    const blocks = texts.map((text) => ({ kind: 'paragraph', text }) as const)
    const lines = (await textOfPages(renderPdf(documentOf(blocks)))).join('\n').split('\n')
    assert.ok(lines.length > 9)
    for (const line of lines) assert.doesNotMatch(line, /-$/)
  })

  it('says in words what it cannot set', () => {
    const wrong = documentOf([{ kind: 'hologram' } as never])
    assert.throws(() => renderPdf(wrong), /unknown kind of block: hologram/)
  })
})
