// A forecast as the file that is handed over, read back from its bytes.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forecastReport } from '../../../src/reports/forecast/forecast-report.ts'
import { createPdfRenderer } from '../../../src/reports/formats/pdf.ts'
import { infoOf, outlineOf, textOfPages, wholeTextOf } from '../../support/pdf-text.ts'
import { HOSTILE_ADDRESS, largestForecast, sampleForecast } from './sample-forecast.ts'

const renderPdf = createPdfRenderer()

describe('the forecast report as a PDF', () => {
  it('has 8 to 12 pages in A4, with a bookmark for each heading', async () => {
    const forecast = sampleForecast()
    const pdf = renderPdf(forecastReport(forecast))
    const pages = await textOfPages(pdf)
    assert.ok(pages.length >= 8 && pages.length <= 12, `${pages.length} pages`)
    for (const [index, page] of pages.entries()) {
      assert.ok(page.includes(`Страница ${index + 1} из ${pages.length}`))
      assert.ok(page.includes(forecast.report_id))
    }
    const headings = forecastReport(forecast).blocks.flatMap((block) =>
      block.kind === 'heading' ? [block.text] : [],
    )
    assert.deepEqual(await outlineOf(pdf), headings)
  })

  it('fills the pages about pace and money', async () => {
    const pages = await textOfPages(renderPdf(forecastReport(sampleForecast())))
    const pageOf = (text: string) => pages.findIndex((page) => page.includes(text))
    assert.equal(pageOf('Денежный поток\n'), pageOf('Темп продаж\n'))
    assert.equal(pageOf('Неопределённость'), pageOf('Продажи, затраты и денежный поток'))
  })

  it('carries its title, its language and no time but the forecast’s own', async () => {
    const info = await infoOf(renderPdf(forecastReport(sampleForecast())))
    assert.equal(info.Title, 'Прогноз продаж: участок 99:36:000021:1234')
    assert.equal(info.Language, 'ru-RU')
    assert.match(String(info.CreationDate), /^D:20260630000000/)
  })

  it('gives the same bytes for the same forecast', () => {
    const first = renderPdf(forecastReport(sampleForecast()))
    assert.deepEqual(createPdfRenderer()(forecastReport(sampleForecast())), first)
  })

  it('prints hostile texts as they were written, and stays a report', async () => {
    const pdf = renderPdf(forecastReport(largestForecast()))
    const pages = await textOfPages(pdf)
    assert.ok(pages.length <= 20, `${pages.length} pages`)
    assert.ok((await wholeTextOf(pdf)).includes(HOSTILE_ADDRESS.slice(0, 60)))
  })
})
