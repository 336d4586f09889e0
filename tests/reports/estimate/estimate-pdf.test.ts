// An estimate as the file that is handed over, read back from its bytes.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { estimateReport } from '../../../src/reports/estimate/estimate-report.ts'
import { createPdfRenderer } from '../../../src/reports/formats/pdf.ts'
import { buildEstimate } from '../../support/estimates.ts'
import { infoOf, textOfPages, wholeTextOf } from '../../support/pdf-text.ts'
import { HOSTILE_MARKUP } from '../hostile-markup.ts'

const GOLDEN = new URL('../golden/estimate.txt', import.meta.url)
const MAX_BYTES = 400_000

const renderPdf = createPdfRenderer()

const pdfs = new Map<number, Uint8Array>()
/** Of an estimate from so many flats, printed once for all tests that only read it. */
function pdfFrom(comparables: number): Uint8Array {
  const pdf = pdfs.get(comparables) ?? renderPdf(estimateReport(buildEstimate({ comparables })))
  pdfs.set(comparables, pdf)
  return pdf
}
const USUAL = 10

describe('the estimate report as a PDF', () => {
  it('gives back the agreed text, page by page', async () => {
    const pages = await textOfPages(pdfFrom(USUAL))
    assert.equal(pages.length, 3)
    const text = pages.join('\n\f\n')
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

  it('has three pages with the usual ten comparables, four with twenty, and less than 400 kB', async () => {
    for (const [comparables, pageCount] of [
      [3, 3],
      [10, 3],
      [20, 4],
    ] as const) {
      const pdf = renderPdf(estimateReport(buildEstimate({ comparables, seed: comparables })))
      const pages = await textOfPages(pdf)
      assert.equal(pages.length, pageCount)
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
      const pages = await textOfPages(pdfFrom(comparables))
      const page = pages.find((text) => text.includes('Медиана цены за год'))
      for (const text of ['Рынок рядом', 'Сделок и объявлений']) {
        assert.ok(page?.includes(text), `${text}, ${comparables} comparables`)
      }
    }
  })

  it('never leaves the disclaimer a page to itself', async () => {
    for (let comparables = 1; comparables <= 20; comparables += 1) {
      const pages = await textOfPages(pdfFrom(comparables))
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
    // Printed after it, by the same printer.
    const real = await wholeTextOf(renderPdf(estimateReport(buildEstimate())))
    assert.ok(!real.includes('Демонстрационные'))
  })

  it('carries its title, its language and no time but the estimate’s own', async () => {
    const info = await infoOf(pdfFrom(USUAL))
    assert.equal(info.Title, 'Автоматическая оценка стоимости квартиры')
    assert.equal(info.Language, 'ru-RU')
    assert.match(String(info.CreationDate), /^D:20240520091403/)
  })

  it('embeds its own font and no other', () => {
    const pdf = Buffer.from(pdfFrom(USUAL)).toString('latin1')
    const fonts = new Set(
      [...pdf.matchAll(/\/BaseFont \/[A-Z]{6}\+(\S+)/g)].map(([, name]) => name),
    )
    assert.ok(fonts.size > 0)
    for (const font of fonts) assert.match(String(font), /^PTSans-/)
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
    assert.ok((await wholeTextOf(renderPdf(estimateReport(estimate)))).includes(whole))
  })
})

describe('hostile strings in the estimate report', () => {
  it('never grow it past four pages, wherever they stand', async () => {
    const nasty = [
      HOSTILE_MARKUP.join(' '),
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
      const said = pages.join(' ')
      assert.ok(said.includes('7 ') && said.includes('Важно.'))
    }
  })
})
