import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { assumptionName } from '../../../src/reports/forecast/assumption-words.ts'
import { priceDrawing, tornadoDrawing } from '../../../src/reports/forecast/forecast-charts.ts'
import {
  MAX_COMPARABLES,
  MAX_CONSTRAINTS,
  MAX_WARNINGS,
} from '../../../src/reports/forecast/forecast-limits.ts'
import { activeMonths, yearsOf } from '../../../src/reports/forecast/forecast-periods.ts'
import { forecastReport } from '../../../src/reports/forecast/forecast-report.ts'
import { ASSUMPTION, COST, COST_IN_LINE } from '../../../src/reports/forecast/forecast-words.ts'
import { markdownOf } from '../../../src/reports/formats/markdown.ts'
import { createPdfRenderer } from '../../../src/reports/formats/pdf.ts'
import type { Forecast } from '../../../src/siteplan/forecast/forecast.ts'
import { NO_BREAK_SPACE } from '../../../src/text/russian-format.ts'
import { DEFAULT_RULES } from '../../norms/rules.ts'
import { textOfPages, wholeTextOf } from '../../support/pdf-text.ts'
import { assertHeadlineFigures } from './headline-figures.ts'
import { inPhases, largestForecast, sampleForecast } from './sample-forecast.ts'

const GOLDEN = new URL('../golden/forecast.md', import.meta.url)
const MAX_MARKDOWN_BYTES = 40_000

const renderPdf = createPdfRenderer()
const markdown = (forecast: Forecast) => markdownOf(forecastReport(forecast))

/** Nothing that a forecast may leave out. */
function barest(): Forecast {
  const plain = sampleForecast()
  return {
    ...plain,
    parcel: {
      ...plain.parcel,
      address: null,
      category: null,
      permitted_use: null,
      cadastral_value_rub: null,
    },
    comparables: [],
    warnings: [],
    assumptions: [],
    constraints: [],
    metrics: { ...plain.metrics, irr: null, sellout_months: null, payback_months: null },
  }
}

describe('the forecast report in Markdown', () => {
  it('says before the table of months, never on a page behind it, after which one nothing moves', () => {
    const appendix = markdown(sampleForecast()).split('Приложение: по месяцам').at(-1) ?? ''
    const note = appendix.indexOf('месяца и до конца горизонта продаж')
    assert.ok(note > 0 && note < appendix.indexOf('| Месяц |'))
  })

  it('divides more months than a page holds at the end of a year, none left out', () => {
    const plain = sampleForecast()
    const blocksWith = (count: number) => {
      const schedule = plain.schedule
        .slice(0, 1)
        .flatMap((one) =>
          Array.from({ length: count }, (_, at) => ({ ...one, month: at + 1, revenue_rub: 1 })),
        )
      return forecastReport({ ...plain, schedule }).blocks
    }
    const monthsIn = (count: number) =>
      blocksWith(count)
        .filter((block) => block.kind === 'grid')
        .filter(({ columns }) => columns[0]?.head === 'Месяц')
        .map(({ rows }) => rows.map(({ cells }) => Number(cells[0]?.text)))
    const endOf = (count: number) =>
      blocksWith(count)
        .slice(-5)
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'paragraph' && kind !== 'facts')
    const months = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => from + at)
    assert.deepEqual(monthsIn(50), [months(1, 50)])
    assert.deepEqual(monthsIn(56), [months(1, 36), months(37, 56)])
    assert.deepEqual(monthsIn(84), [months(1, 48), months(49, 84)])
    assert.deepEqual(endOf(50), ['page-break', 'heading', 'grid'])
    assert.deepEqual(endOf(84), ['page-break', 'heading', 'grid', 'page-break', 'grid'])
  })

  it('says under the table of years, before any chart, why its flow is not sales less costs', () => {
    const [, after = ''] = markdown(sampleForecast()).split('| Год проекта |')
    const note = after.indexOf('Денежный поток — собственные средства')
    assert.ok(note > 0 && note < after.indexOf('Продажи, затраты и денежный поток по периодам'))
  })

  it('gives back the agreed text', () => {
    const text = markdown(sampleForecast())
    // A wanted change: run once with UPDATE_GOLDEN=1 and read the difference.
    if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, text)
    assert.equal(text, readFileSync(GOLDEN, 'utf8'))
  })

  it('has at most 40 kB, however much the forecast says', () => {
    const bytes = Buffer.byteLength(markdown(largestForecast()))
    assert.ok(bytes <= MAX_MARKDOWN_BYTES, `${bytes} bytes`)
  })

  it('has room for every norm', () => {
    const numbers = Object.keys(DEFAULT_RULES.rules).filter((rule) => rule !== 'insolation_day')
    assert.ok(
      numbers.length <= MAX_CONSTRAINTS,
      `${numbers.length} norms, room for ${MAX_CONSTRAINTS}`,
    )
  })

  it('says of each table that it cuts how much of it is shown', () => {
    const { comparables, warnings } = largestForecast()
    const text = markdown(largestForecast()).replaceAll(NO_BREAK_SPACE, ' ')
    for (const [shown, { length }] of [
      [MAX_COMPARABLES, comparables],
      [MAX_WARNINGS, warnings],
    ] as const) {
      assert.ok(text.includes(`Показаны ${shown} из ${length}; остальные — в формате JSON.`))
    }
    assert.ok(!markdown(sampleForecast()).includes('Показаны'))
  })

  it('tells a house of 17 storeys from the 17th floor', () => {
    const plain = sampleForecast()
    const [first] = plain.comparables
    assert.ok(first)
    const at = (floor: number | null, floors_total: number | null) =>
      markdown({ ...plain, comparables: [{ ...first, year_built: 2021, floor, floors_total }] })
    assert.match(at(5, 17), /2021 г\., 5\/17 эт\./)
    assert.match(at(null, 17), /2021 г\., 17-этажный дом/)
    assert.match(at(17, null), /2021 г\., 17-й этаж[^н]/)
  })

  it('agrees the word for times with their number', () => {
    for (const [draws, said] of [
      [1002, '1 002 раза со'],
      [2000, '2 000 раз со'],
    ] as const) {
      const made = sampleForecast({
        change: (one) => ({ ...one, metrics: { ...one.metrics, draws } }),
      })
      const text = JSON.stringify(forecastReport(made)).replaceAll(NO_BREAK_SPACE, ' ')
      assert.ok(text.includes(`Модель просчитана ${said}`))
    }
  })

  it('explains its headline figures right under them', () => {
    const { blocks } = forecastReport(sampleForecast())
    const note = blocks[blocks.findIndex(({ kind }) => kind === 'beside') + 1]
    assert.ok(note?.kind === 'paragraph' && note.text.startsWith('P50 — '))
  })

  it('has a summary of six lines', () => {
    assert.equal(markdown(sampleForecast()).match(/^- \*\*/gm)?.length, 6)
  })
})

describe('the forecast report of a site of which only some phases count', () => {
  const text = markdown(sampleForecast({ change: inPhases })).replace(/\u00a0/g, ' ')

  it('says how many flats and how much floor area its money is of', () => {
    const [summary = '', programme = ''] = text.split('## Программа')
    assert.ok(summary.includes('- **Квартир в расчёте:** 120 из 1 295\n'))
    assert.ok(summary.includes('- **Площадь всех этажей в расчёте:** 7 811 из 84 288 м²\n'))
    assert.ok(summary.includes('| Продаваемая площадь в расчёте | 5 624 из 60 687 м² |'))
    assert.ok(programme.includes('| Площадь всех этажей | 84 288 м² |'))
    assert.ok(programme.includes('| Очередей | 11, в расчёте 1 |'))
  })

  it('says of land and preparation that the assumptions have them for the whole site', () => {
    const whole = markdown(sampleForecast()).replace(/\u00a0/g, ' ')
    assert.ok(text.includes('| Участок, за все очереди |'))
    assert.ok(!whole.includes('за все очереди'))
    const preparation = { key: 'preparation_rub', value: 1, unit: 'rub', source: '' } as const
    assert.match(assumptionName(preparation, 2), /, за все очереди$/)
    assert.doesNotMatch(assumptionName(preparation, 1), /очереди/)
  })

  it('calls the pace the mean of the whole time of sales', () => {
    assert.match(text, /\| Темп продаж, все типы \|/)
  })

  it('shows flats sold as a share of those that count', () => {
    const [, chart = ''] = text.split('% от квартир в расчёте.')
    assert.match(chart.split('\n\n')[1] ?? '', /\| 1\d\d \|$/)
  })
})

describe('the forecast report', () => {
  it('agrees in all its formats to the rouble', async () => {
    for (const forecast of [sampleForecast(), sampleForecast({ hostile: true }), barest()]) {
      const document = forecastReport(forecast)
      assertHeadlineFigures('md', markdownOf(document), forecast)
      assertHeadlineFigures('pdf', await wholeTextOf(renderPdf(document)), forecast)
    }
  })

  it('tells what is not known with a dash, and what the horizon ends before as such', () => {
    const text = markdown(barest())
    assert.ok(text.includes('**IRR:** —'))
    assert.match(text, /Срок продаж[^\n]*за горизонтом/)
    assert.match(text, /Простой срок окупаемости[^\n]*—/)
    assert.ok(text.includes('Адрес не указан'))
    assert.doesNotMatch(text, /null|undefined|NaN|Infinity/)
  })

  it('says whose sales end beyond the horizon where only some phases count', () => {
    const plain = sampleForecast()
    const phases = { ...plain.programme.phases, count: 3 }
    const inPhases = markdown({
      ...plain,
      programme: { ...plain.programme, phases },
      metrics: { ...plain.metrics, sellout_months: null },
    })
    assert.match(inPhases, /Срок продаж всех очередей[^\n]*за горизонтом/)
    assert.doesNotMatch(markdown(plain), /всех очередей/)
  })

  it('says on every page that data are for demonstration, and only then', async () => {
    const demo = sampleForecast({ change: (forecast) => ({ ...forecast, is_demo: true }) })
    for (const page of await textOfPages(renderPdf(forecastReport(demo)))) {
      assert.ok(page.includes('Демонстрационные данные'))
    }
    assert.ok(markdown(demo).startsWith('> **Демонстрационные данные**'))
    assert.ok(!markdown(sampleForecast()).includes('Демонстрационные'))
  })

  it('rounds what a chart shows once', () => {
    const plain = sampleForecast()
    const [first, ...rest] = plain.schedule.map((row) => ({ ...row, cash_rub: 0 }))
    assert.ok(first)
    const text = markdown({ ...plain, schedule: [{ ...first, cash_rub: -195_483_966 }, ...rest] })
    const [, totals = ''] = text.split(
      'нарастающим итогом к концу периода (месяцы проекта), млн ₽.',
    )
    assert.match(totals, /\| 1–3 \| −195 \|/)
  })

  it('draws prices in thousands, and what NPV depends on in millions around its P50', () => {
    const forecast = sampleForecast()
    const [studio] = forecast.price
    assert.deepEqual([studio?.low, studio?.rub_per_m2, studio?.high], [163_900, 178_400, 194_200])
    assert.match(priceDrawing(forecast).alt, /Студии: от 164 до 194, черта 178;/)
    const npv_rub = { p10: -73_000_000, p50: 58_000_000, p90: 197_000_000 }
    const metrics = { ...forecast.metrics, npv_rub }
    const sensitivity = [
      { input: 'price', change: 0.1, npv_low_rub: -20_000_000, npv_high_rub: 137_000_000 },
    ] as const
    const { alt } = tornadoDrawing({ ...forecast, metrics, sensitivity })
    assert.match(alt, /Цена квартир: от −20 до 137, черта 58\./)
  })

  it('gives each type the share that was set for it, not to a whole per cent', () => {
    const plain = sampleForecast()
    const units = plain.programme.units.map((unit, at) => ({
      ...unit,
      share: at < 2 ? 0.125 : 0.375,
    }))
    const text = markdown({ ...plain, programme: { ...plain.programme, units } })
    const rows = text.replaceAll(NO_BREAK_SPACE, ' ').matchAll(/\| ([\d,]+ %) \| \d+ м² \|/g)
    assert.deepEqual(
      [...rows].map(([, share]) => share),
      ['12,5 %', '12,5 %', '37,5 %', '37,5 %'],
    )
  })

  it('calls each assumption and cost by a name of its own', () => {
    for (const names of [ASSUMPTION, COST, COST_IN_LINE]) {
      assert.equal(new Set(Object.values(names)).size, Object.keys(names).length)
    }
  })

  it('shows its months until nothing is sold, spent or paid any more', () => {
    const forecast = sampleForecast()
    const [first] = forecast.schedule
    assert.ok(first)
    const idle = { ...first, units_sold: 0, cost_rub: 0, cash_rub: 0 }
    for (const last of [{ units_sold: 1 }, { cost_rub: 1 }, { cash_rub: -1 }]) {
      assert.equal(activeMonths({ ...forecast, schedule: [idle, { ...idle, ...last }, idle] }), 2)
    }
  })

  it('adds its years up to what the months add up to', () => {
    const forecast = sampleForecast()
    const years = yearsOf(forecast)
    for (const [of, from] of [
      ['unitsSold', 'units_sold'],
      ['revenueRub', 'revenue_rub'],
      ['costRub', 'cost_rub'],
      ['cashRub', 'cash_rub'],
    ] as const) {
      const byYears = years.reduce((sum, year) => sum + year[of], 0)
      assert.equal(
        byYears,
        forecast.schedule.reduce((sum, month) => sum + month[from], 0),
      )
    }
  })
})
