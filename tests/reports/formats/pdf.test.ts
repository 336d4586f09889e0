import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Block, ReportDocument } from '../../../src/reports/document.ts'
import { estimateReport } from '../../../src/reports/estimate/estimate-report.ts'
import { createPdfRenderer } from '../../../src/reports/formats/pdf.ts'
import { buildEstimate } from '../../support/estimates.ts'
import { infoOf, rightEdgesOf, textOfPages } from '../../support/pdf-text.ts'

const GOLDEN = new URL('../golden/estimate.txt', import.meta.url)
const MAX_BYTES = 400_000

const renderPdf = createPdfRenderer()
const oneLine = (pages: string[]) => pages.join(' ').replace(/\s+/g, ' ')

function documentOf(blocks: ReportDocument['blocks']): ReportDocument {
  return {
    id: 'x',
    title: 'Проба',
    language: 'ru',
    createdAt: '2024-05-20T09:14:03Z',
    header: 'Верх',
    footer: 'Низ',
    blocks,
  }
}

describe('the estimate report as a PDF', () => {
  it('gives back the agreed text, page by page', async () => {
    const text = (await textOfPages(renderPdf(estimateReport(buildEstimate())))).join('\n\f\n')
    // A wanted change: run once with UPDATE_GOLDEN=1 and read the difference.
    if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, `${text}\n`)
    assert.equal(`${text}\n`, readFileSync(GOLDEN, 'utf8'))
  })

  it('gives the same bytes for the same estimate, whatever was set in between', () => {
    const first = renderPdf(estimateReport(buildEstimate()))
    renderPdf(estimateReport(buildEstimate({ seed: 2 })))
    const fresh = createPdfRenderer()
    assert.deepEqual(renderPdf(estimateReport(buildEstimate())), first)
    assert.deepEqual(fresh(estimateReport(buildEstimate())), first)
  })

  it('has three or four pages and less than 400 kB with 3 to 20 comparables', async () => {
    for (const comparables of [3, 10, 20]) {
      const pdf = renderPdf(estimateReport(buildEstimate({ comparables, seed: comparables })))
      const pages = await textOfPages(pdf)
      assert.ok(pages.length === 3 || pages.length === 4, `${pages.length} pages`)
      assert.ok(pdf.length < MAX_BYTES, `${pdf.length} bytes`)
      for (const [index, page] of pages.entries()) {
        assert.ok(page.includes(`Страница ${index + 1} из ${pages.length}`))
        assert.ok(page.includes('0b5d8a52-5d0e-4c39-9f0e-3b1f6f1a7c21'))
      }
    }
  })

  it('keeps the note about the offers beside them where they no longer fit the first page', async () => {
    const crowded = buildEstimate({
      comparables: 20,
      change: (estimate) => {
        estimate.demo = true
        estimate.subject.address = `г. Примерск, ${'Оченьдлинноеназвание '.repeat(14)}`.slice(
          0,
          300,
        )
        estimate.confidence.reasons = [
          'few_same_building',
          'stale_comparables',
          'subject_incomplete',
          'subject_contradicts_building',
          'subject_unusual',
          'no_address_house',
        ]
        estimate.subject.building_class = `Класс ${'ш'.repeat(80)}`
        for (const option of estimate.trade_in?.options ?? []) {
          option.payout_rub *= 1000
          option.payout_low_rub = option.payout_rub - 7_000_000
          option.payout_high_rub = option.payout_rub + 7_000_000
          for (const fee of option.fees ?? []) fee.rub = 1_000_000_000
        }
      },
    })
    const pages = await textOfPages(renderPdf(estimateReport(crowded)))
    assert.equal(pages.length, 4)
    const offers = pages.findIndex((page) => page.includes('Срочный выкуп'))
    assert.ok(offers > 0, 'they have run over')
    assert.ok(pages[offers]?.includes('Удержания показаны'))
    assert.ok(pages[offers]?.includes('Расположение аналогов'))
  })

  it('keeps the figures of the market around on one page', async () => {
    for (const comparables of [7, 8, 9, 10, 11, 12]) {
      const pages = await textOfPages(renderPdf(estimateReport(buildEstimate({ comparables }))))
      const page = pages.find((text) => text.includes('Медиана цены за год'))
      for (const text of ['Рынок вокруг', 'Сделок и объявлений']) {
        assert.ok(page?.includes(text), `${text}, ${comparables} comparables`)
      }
    }
  })

  it('never leaves the disclaimer a page to itself', async () => {
    for (let comparables = 1; comparables <= 20; comparables += 1) {
      const pages = await textOfPages(renderPdf(estimateReport(buildEstimate({ comparables }))))
      const page = pages.find((text) => text.includes('Важно.'))
      for (const text of ['Проверка модели на прошлых ценах', 'Расчёт выполнен без осмотра']) {
        assert.ok(page?.includes(text), `${text}, ${comparables} comparables`)
      }
    }
  })

  it('has the version of the model on the page of its heading', async () => {
    for (let comparables = 1; comparables <= 20; comparables += 1) {
      const estimate = buildEstimate({
        comparables,
        change: (made) => {
          for (const one of made.comparables)
            one.address = `улица Академика ${'Королёва '.repeat(4)}`
        },
      })
      const pages = await textOfPages(renderPdf(estimateReport(estimate)))
      const page = pages.find((text) => text.includes('Версия модели'))
      assert.ok(page?.includes('Как получена оценка'), `${comparables} comparables`)
    }
  })

  it('says on every page that data are for demonstration, and only then', async () => {
    const demo = buildEstimate({
      change: (estimate) => {
        estimate.demo = true
      },
    })
    for (const page of await textOfPages(renderPdf(estimateReport(demo)))) {
      assert.ok(page.includes('Демонстрационные данные'))
    }
    const real = oneLine(await textOfPages(renderPdf(estimateReport(buildEstimate()))))
    assert.ok(!real.includes('Демонстрационные'))
  })

  it('carries its title, its language and no time but the estimate’s own', async () => {
    const info = await infoOf(renderPdf(estimateReport(buildEstimate())))
    assert.equal(info.Title, 'Автоматическая оценка стоимости квартиры')
    assert.equal(info.Language, 'ru')
    assert.match(String(info.CreationDate), /^D:20240520091403/)
  })

  it('embeds its own font and no other', () => {
    const pdf = Buffer.from(renderPdf(estimateReport(buildEstimate()))).toString('latin1')
    const fonts = new Set(
      [...pdf.matchAll(/\/BaseFont \/[A-Z]{6}\+(\S+)/g)].map(([, name]) => name),
    )
    assert.ok(fonts.size > 0)
    for (const font of fonts) assert.match(String(font), /^PTSans-/)
  })
})

describe('a table in a PDF', () => {
  const rowsOn = (page: string) => page.match(/Ряд \d+/g) ?? []
  const pagesWith = async (kind: 'grid' | 'facts', rowCount: number) => {
    const names = Array.from({ length: rowCount }, (_, index) => `Ряд ${index + 1}`)
    const table: Block =
      kind === 'grid'
        ? {
            kind,
            together: true,
            columns: [{ title: 'Шапка', align: 'start' }],
            rows: names.map((text) => ({ cells: [{ text }] })),
          }
        : { kind, together: true, columns: 1, rows: names.map((label) => ({ label, value: 'да' })) }
    const pages = await textOfPages(
      renderPdf(
        documentOf([
          { kind: 'paragraph', text: 'Начало' },
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
    const columns = [{ title: 'Срок', align: 'end', widthMm: 40 }] as const
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

  const markup = [
    '#panic("x") #import "@preview/a:1.0.0" #read("/etc/passwd")',
    '$x^2$ \\ \\u{41} <b>&amp;</b> *жирно* _курсив_ @ref `raw` // /* */ = h',
    '") #text(size: 90pt)[X] ("',
    '-- --- ... ~ \'a\' "b" [c] {d} $ {e} %s \\n',
    'https://example.org/?a=1&b=2#c',
  ]

  it('prints markup as it was written', async () => {
    for (const text of markup) {
      const pdf = renderPdf(documentOf([{ kind: 'paragraph', text }]))
      assert.ok(oneLine(await textOfPages(pdf)).includes(text), text)
    }
  })

  it('takes them in every place of an estimate without growing past four pages', async () => {
    const nasty = [
      markup.join(' '),
      'Я'.repeat(300),
      `${'W'.repeat(120)} ${'i'.repeat(179)}`,
      'г. Москва, вн.тер.г. муниципальный округ Хорошёво-Мнёвники, '.repeat(5),
      '😀👩‍👩‍👧 שלום עולם \u202eabc\u0000\u0007\u001b[31m\ttab\nnl \ud800',
      `я${'\u0301'.repeat(299)}`,
      '\u00a0'.repeat(300),
    ]
    for (const text of nasty) {
      const estimate = buildEstimate({
        comparables: 20,
        change: ({ subject, comparables, model, confidence }) => {
          Object.assign(subject, { address: text, building_class: text, house_material: text })
          for (const comparable of comparables) {
            Object.assign(comparable, { address: text, house_material: text, condition: text })
            comparable.adjustments.push({ factor: text, fraction: 0.001 })
          }
          model.version = text
          confidence.reasons = [text, text]
        },
      })
      const pdf = renderPdf(estimateReport(estimate))
      assert.ok(pdf.length < MAX_BYTES)
      const pages = await textOfPages(pdf)
      assert.ok(pages.length <= 4, `${pages.length} pages with ${text.slice(0, 20)}`)
      assert.ok(oneLine(pages).includes('7 ') && oneLine(pages).includes('Важно.'))
    }
  })

  it('prints a 300-character address whole', async () => {
    const address = `${'г. Москва, поселение Рязановское, '.repeat(8)}ул. Мира, дом 12345678, корпус`
    assert.ok(address.length >= 300)
    const whole = address.slice(0, 300).trim()
    const estimate = buildEstimate({
      change: ({ subject }) => {
        subject.address = whole
      },
    })
    assert.ok(oneLine(await textOfPages(renderPdf(estimateReport(estimate)))).includes(whole))
  })

  it('breaks a word of 300 letters without adding a character to it', async () => {
    const text = 'Щ'.repeat(300)
    const pages = await textOfPages(renderPdf(documentOf([{ kind: 'paragraph', text }])))
    assert.ok(pages.join('').replace(/\s/g, '').includes(text))
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
