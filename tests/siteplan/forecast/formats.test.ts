// One model, many files: what the model gives, every format says.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forecastFile } from '../../../src/reports/forecast/forecast-file.ts'
import { createLazyPdf } from '../../../src/reports/formats/lazy-pdf.ts'
import type { Forecast, ForecastFormat } from '../../../src/siteplan/forecast/forecast.ts'
import { makeForecast } from '../../../src/siteplan/forecast/make-forecast.ts'
import { FORECAST_FORMATS } from '../../../src/siteplan/forecast/schema.ts'
import { formatNumber } from '../../../src/text/russian-format.ts'
import { assertHeadlineFigures } from '../../reports/forecast/headline-figures.ts'
import { evidence, forecastInputs, rectangularParcel } from '../../support/forecast-inputs.ts'
import { textOfDocx, textOfSlides } from '../../support/office-text.ts'
import { textOfPages } from '../../support/pdf-text.ts'

const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const READERS: Readonly<
  Record<Exclude<ForecastFormat, 'json'>, (file: Uint8Array) => string | Promise<string>>
> = {
  md: utf8,
  tg: (file) => utf8(file).replace(/<[^>]*>/g, ''),
  docx: textOfDocx,
  pptx: (file) => textOfSlides(file).join('\n'),
  pdf: async (file) => (await textOfPages(file)).join('\n'),
}

const CASES = {
  'a project that pays': forecastInputs(),
  'a project that loses': forecastInputs({ prices: evidence(60_000) }),
  'a site of which only some phases count': forecastInputs({ parcel: rectangularParcel(300, 300) }),
  'a horizon before commissioning': forecastInputs({ horizonMonths: 12, scenario: 'low' }),
} as const

describe('the files of a forecast', () => {
  const ownPdf = createLazyPdf()
  const fileOf = (forecast: Forecast, format: ForecastFormat, pdf = ownPdf) =>
    forecastFile(forecast, format, 'HTML', { pdf, publicUrl: undefined })

  for (const [name, inputs] of Object.entries(CASES)) {
    const forecast = makeForecast(inputs)
    for (const [format, read] of Object.entries(READERS)) {
      it(`say the same figures of ${name}: ${format}`, async () => {
        const file = await fileOf(forecast, format as ForecastFormat)
        assertHeadlineFigures(format, await read(file), forecast)
      })
    }
  }

  for (const [format, read] of Object.entries(READERS)) {
    it(`say what the costs are made of: ${format}`, async () => {
      const forecast = makeForecast(forecastInputs())
      const file = await fileOf(forecast, format as ForecastFormat)
      const text = (await read(file)).replace(/[\s|*]+/g, ' ')
      const rub = (part: number) => formatNumber(part).replace(/\s/g, ' ')
      const { costs, metrics } = forecast
      const inMillions = (part: number) => formatNumber(part / 1e6, 1).replace(/\s/g, ' ')
      const said =
        format === 'tg'
          ? [
              `млн ₽: ${inMillions(metrics.cost_rub)}`,
              `участок ${inMillions(costs.land_rub)}`,
              `проценты ${inMillions(costs.interest_rub)}`,
            ]
          : [
              `Участок ${rub(costs.land_rub)}`,
              `Проект, разрешения и сети ${rub(costs.preparation_rub)}`,
              `Строительство ${rub(costs.construction_rub)}`,
              `Расходы на продажу ${rub(costs.sales_rub)}`,
              `Проценты по кредиту ${rub(costs.interest_rub)}`,
              `Итого ${rub(metrics.cost_rub)}`,
            ]
      for (const one of said) assert.ok(text.includes(one), one)
    })
  }

  for (const format of FORECAST_FORMATS) {
    it(`are the same to the byte when made again by another renderer: ${format}`, async () => {
      const [first, second] = await Promise.all([
        fileOf(makeForecast(forecastInputs()), format),
        fileOf(makeForecast(forecastInputs()), format, createLazyPdf()),
      ])
      assert.ok(Buffer.from(first).equals(Buffer.from(second)))
    })
  }
})
