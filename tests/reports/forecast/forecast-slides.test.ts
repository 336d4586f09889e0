// A forecast as PowerPoint slides: what they say, and that all of it has room. How parts find
// theirs on any slide stands in the format's own test.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forecastSlides } from '../../../src/reports/forecast/forecast-slides.ts'
import { verdictOf } from '../../../src/reports/forecast/forecast-verdict.ts'
import { pptxOf } from '../../../src/reports/formats/pptx.ts'
import { linesOf } from '../../../src/reports/formats/slide-fit.ts'
import type { SlidePart } from '../../../src/reports/slides.ts'
import type { Forecast } from '../../../src/siteplan/forecast/forecast.ts'
import { formatWholeM2 } from '../../../src/text/russian-format.ts'
import { assertNear } from '../../support/near.ts'
import {
  assertWellFormed,
  partNamesOf,
  slideNames,
  textOfSlides,
  textOfXml,
  xmlPart,
  xmlPartsOf,
} from '../../support/office-text.ts'
import { assertFits } from '../formats/slide-bounds.ts'
import { plainSpaces } from '../plain-spaces.ts'
import { assertHeadlineFigures } from './headline-figures.ts'
import { inPhases, sampleForecast } from './sample-forecast.ts'

const forecast = sampleForecast()
const slides = forecastSlides(forecast)
const pptx = await pptxOf(slides)

/** With what stands in columns. */
const partsIn = (part: SlidePart): readonly SlidePart[] =>
  part.kind === 'columns' ? [...part.left, ...part.right].flatMap(partsIn) : [part]
const allParts = slides.slides.flatMap(({ parts }) => parts).flatMap(partsIn)
const chartOf = (caption: string) =>
  allParts.filter((part) => part.kind === 'chart').find((chart) => chart.caption === caption)

const flatSchedule = (made: Forecast): Forecast => ({
  ...made,
  schedule: made.schedule.map((month) => ({
    ...month,
    units_sold: 0,
    revenue_rub: 0,
    cost_rub: 0,
    cash_rub: 0,
  })),
})

const losing = (made: Forecast): Forecast => ({
  ...made,
  is_demo: true,
  schedule: made.schedule.map((month) => ({ ...month, cash_rub: -month.cost_rub })),
  metrics: {
    ...made.metrics,
    revenue_rub: { p10: 100_000_000_000, p50: 123_456_789_012, p90: 200_000_000_000 },
    npv_rub: { p10: -3_000_000_000, p50: -1_234_567_890, p90: -5 },
    irr: null,
    sellout_months: null,
    payback_months: null,
  },
})

const empty = (made: Forecast): Forecast => ({
  ...made,
  parcel: { ...made.parcel, address: null, category: null, permitted_use: null },
  constraints: [],
  programme: { ...made.programme, units: [], units_total: 0, storeys: 0, gfa_m2: 0 },
  price: [],
  schedule: [],
  sensitivity: [],
  comparables: [],
  assumptions: [],
  warnings: [],
})

describe('a forecast as slides', () => {
  it('says of a chart without data that there are none, since Office would ask to repair it', () => {
    const { slides: shown } = forecastSlides(sampleForecast({ change: empty }))
    const parts = shown.flatMap((slide) => slide.parts).flatMap(partsIn)
    for (const part of parts) assert.ok(part.kind !== 'chart' || part.labels.length > 0)
    const said = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    assert.ok(said.some((text) => text.endsWith(': данных нет.')))
  })

  it('cuts the source of an assumption to 160 characters in the notes', () => {
    const long = sampleForecast({
      change: (made) => ({
        ...made,
        assumptions: made.assumptions.map((one) => ({ ...one, source: 'щи '.repeat(400) })),
      }),
    })
    const notes = forecastSlides(long).slides.flatMap((slide) => slide.notes)
    const sources = notes.flatMap((text) => /щи .*$/.exec(text) ?? [])
    assert.ok(sources.length > 0)
    for (const source of sources) {
      assert.match(source, /…/)
      assert.ok(source.length > 150 && source.length <= 160, source)
    }
  })

  it('has the eight slides of its outline, 16:9', () => {
    assert.equal(slideNames(pptx).length, 8)
    const titles = forecastSlides(forecast).slides.map((slide) => slide.title)
    for (const [index, text] of textOfSlides(pptx).entries()) {
      assert.ok(text.includes(String(titles[index])))
      assert.ok(text.includes(`${index + 1} из 8`))
    }
    assert.match(xmlPart(pptx, 'ppt/presentation.xml'), /<p:sldSz cx="12192000" cy="6858000"/)
  })

  it('says the headline figures of the forecast, and its number on every slide', () => {
    assertHeadlineFigures('pptx', textOfSlides(pptx).join('\n'), forecast)
    for (const text of textOfSlides(pptx)) assert.ok(text.includes(`Отчёт ${forecast.report_id}`))
  })

  it('says the whole verdict, also of a forbidden, thin site of which only some phases count', async () => {
    const warnings = (['land_category', 'thin_site'] as const).map((code) => ({ code, text: code }))
    const made = sampleForecast({ change: (one) => ({ ...inPhases(one), warnings }) })
    const [first = ''] = textOfSlides(await pptxOf(forecastSlides(made)))
    assert.ok(plainSpaces(first).includes(plainSpaces(verdictOf(made).join(' '))))
    assert.ok(first.includes('Сценарий: базовый'), 'what stands below it has room')
  })

  it('gives the same bytes for the same forecast, whatever was made in between', async () => {
    await pptxOf(forecastSlides(sampleForecast({ hostile: true })))
    assert.deepEqual(await pptxOf(forecastSlides(sampleForecast())), pptx)
  })

  it('says no time but the forecast’s own', () => {
    const core = xmlPart(pptx, 'docProps/core.xml')
    assert.deepEqual(new Set(core.match(/\d{4}-[\dT:.-]+Z/g)), new Set(['2026-06-30T00:00:00Z']))
  })

  it('heads findings and gaps as the other formats do, not as what is unknown', () => {
    const last = plainSpaces(textOfSlides(pptx).at(-1) ?? '')
    assert.ok(last.includes('Риски и недостающие данные'))
    assert.ok(!last.includes('не знает'))
  })

  it('shows each of the nearest comparables with what it comes to for a new flat here', () => {
    const prices = textOfSlides(pptx)[4]?.replace(/\s/g, ' ') ?? ''
    const [nearest] = forecast.comparables
    assert.ok(nearest && nearest.rub_per_m2 !== nearest.adjusted_rub_per_m2)
    for (const rub of [nearest.rub_per_m2, nearest.adjusted_rub_per_m2]) {
      assert.ok(prices.includes(`${Math.floor(rub / 1000)} ${String(rub % 1000).padStart(3, '0')}`))
    }
  })

  it('shows how far NPV moves, what the cash adds up to, and the ground of one floor', () => {
    const { npv_rub } = forecast.metrics
    const { sensitivity, schedule, programme } = forecast
    const [hangsOn] = sensitivity
    const [worse] = chartOf('Насколько сдвигается NPV, млн ₽')?.series ?? []
    assert.equal(worse?.values[0], ((hangsOn?.npv_low_rub ?? 0) - npv_rub.p50) / 1e6)
    const { line } = chartOf('По периодам (месяцы проекта), млн ₽') ?? {}
    const cashRub = schedule.reduce((sum, { cash_rub }) => sum + cash_rub, 0)
    assertNear(line?.values.at(-1) ?? 0, cashRub / 1e6, 1e-6)
    const tiles = allParts.filter((part) => part.kind === 'tiles').flatMap(({ items }) => items)
    const floor = tiles.find(({ label }) => label === 'На этаж, все дома вместе')
    assert.equal(floor?.value, formatWholeM2(programme.gfa_m2 / programme.storeys))
  })

  it('names the norm that limits before all others', () => {
    const { constraints } = forecast
    assert.ok(!constraints[0]?.binding)
    const tables = allParts.filter((part) => part.kind === 'table')
    const norms = tables.find(({ columns }) => columns[0]?.head === 'Ограничение')
    assert.deepEqual(
      norms?.rows.map(({ strong }) => strong),
      [true, ...Array(constraints.length - 1).fill(false)],
    )
  })

  it('draws its charts natively, with the workbook behind each', () => {
    const names = partNamesOf(pptx)
    const charts = names.filter((name) => /^ppt\/charts\/chart\d+\.xml$/.test(name))
    const workbooks = names.filter((name) => /^ppt\/embeddings\/.*\.xlsx$/.test(name))
    assert.equal(charts.length, 5)
    assert.equal(workbooks.length, 5)
    const types = xmlPart(pptx, '[Content_Types].xml')
    for (const chart of charts) assert.ok(types.includes(`/${chart}`), chart)
    assert.ok(charts.some((chart) => xmlPart(pptx, chart).includes('<c:lineChart>')))
  })

  it('writes what is below zero with a minus on every axis, as the tables do', () => {
    const charts = [...xmlPartsOf(pptx)].filter(([name]) => /^ppt\/charts\/chart\d/.test(name))
    assert.equal(charts.length, 5)
    for (const [name, xml] of charts) {
      const [axis = ''] = xml.match(/<c:valAx>.*?<\/c:valAx>/s) ?? []
      assert.match(axis, /formatCode="[^"]*#,##0[^"]*;[^"]*&quot;\u2212&quot;#,##0/, name)
    }
  })

  it('makes native tables and titles that an outline finds', () => {
    const [, site = ''] = slideNames(pptx).map((name) => xmlPart(pptx, name))
    assert.match(site, /<a:tbl>/)
    for (const name of slideNames(pptx)) assert.match(xmlPart(pptx, name), /type="title"/)
  })

  it('heads no column with a sum whose unit may stand on a line of its own', () => {
    const slides = textOfSlides(pptx).join('\n')
    assert.match(slides, /млн\u00a0₽/)
    assert.doesNotMatch(slides, /(?:млн|тыс\.) ₽/)
  })

  it('explains the names of its headline figures in the notes of their slide', () => {
    assert.match(
      forecastSlides(forecast).slides[0]?.notes.join(' ') ?? '',
      /P50 — .*NPV \(.*IRR \(/,
    )
  })

  it('keeps sources in the notes', () => {
    const notes = [...xmlPartsOf(pptx)].filter(([name]) => /notesSlides\/notesSlide\d/.test(name))
    const text = plainSpaces(notes.map(([, xml]) => textOfXml(xml)).join('\n'))
    for (const { source } of forecast.constraints) assert.ok(text.includes(source), source)
    assert.ok(text.includes('forecast-1'))
  })

  it('says in the notes of what an assumption is in a project of several phases', () => {
    const noted = forecastSlides(sampleForecast({ change: inPhases })).slides.flatMap(
      ({ notes }) => notes,
    )
    assert.ok(noted.some((note) => note.startsWith('Участок, за все очереди: ')))
    assert.ok(!noted.some((note) => note.startsWith('Участок: ')))
  })

  it('has every part well-formed, and lists none that is not there', () => {
    for (const [name, xml] of xmlPartsOf(pptx)) assertWellFormed(name, xml)
    const names = new Set(partNamesOf(pptx).map((name) => `/${name}`))
    const listed = xmlPart(pptx, '[Content_Types].xml').matchAll(/PartName="([^"]*)"/g)
    for (const [, name] of listed) assert.ok(names.has(String(name)), name)
  })

  it('never says undefined, null or NaN where values are missing', async () => {
    const file = await pptxOf(forecastSlides(sampleForecast({ change: (f) => empty(losing(f)) })))
    assert.doesNotMatch(textOfSlides(file).join('\n'), /undefined|null|NaN|Infinity/)
    for (const slide of forecastSlides(sampleForecast({ change: empty })).slides) {
      assert.ok(slide.notes.every((note) => note.length > 0))
    }
  })

  it('never leaves the slide or goes below 14 points, whatever the forecast holds', async () => {
    assertFits(pptx)
    for (const change of [flatSchedule, losing, empty]) {
      for (const hostile of [false, true]) {
        const made = sampleForecast({ hostile, change })
        const file = await pptxOf(forecastSlides(made))
        assertFits(file)
        assertHeadlineFigures('pptx', textOfSlides(file).join('\n'), made)
        for (const [name, xml] of xmlPartsOf(file)) assertWellFormed(name, xml)
      }
    }
  })

  it('says on every slide that data are for demonstration, and only then', async () => {
    const demo = await pptxOf(forecastSlides(sampleForecast({ change: losing })))
    for (const text of textOfSlides(demo)) assert.match(text, /Демонстрационные данные/)
    assert.doesNotMatch(textOfSlides(pptx).join(''), /Демонстрационные/)
  })

  it('never breaks a number of a table', async () => {
    const dear = (rub: number) => Math.round(rub * 40_000)
    const made = sampleForecast({
      change: (one) => ({
        ...one,
        metrics: { ...one.metrics, cost_rub: dear(one.metrics.cost_rub) },
        comparables: one.comparables.map((each) => ({
          ...each,
          rub_per_m2: dear(each.rub_per_m2),
          adjusted_rub_per_m2: dear(each.adjusted_rub_per_m2),
        })),
      }),
    })
    const file = await pptxOf(forecastSlides(made))
    let numbers = 0
    for (const name of slideNames(file)) {
      for (const [table] of xmlPart(file, name).matchAll(/<a:tbl>.*?<\/a:tbl>/gs)) {
        const widths = [...table.matchAll(/<a:gridCol w="(\d+)"/g)].map(
          ([, w]) => Number(w) / 914_400,
        )
        for (const [row] of table.matchAll(/<a:tr .*?<\/a:tr>/gs)) {
          const cells = [...row.matchAll(/<a:tc.*?<\/a:tc>/gs)].map(([cell]) =>
            textOfXml(cell).trim(),
          )
          for (const [index, cell] of cells.entries()) {
            if (cells.length !== widths.length || !/^[−\d][\d\u00a0]*$/.test(cell)) continue
            numbers += 1
            assert.equal(linesOf(cell, (widths[index] ?? 0) - 0.12, { pt: 14 }), 1, cell)
          }
        }
      }
    }
    assert.ok(numbers > 20)
  })
})
