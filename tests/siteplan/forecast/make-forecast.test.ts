import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { forecastJson } from '../../../src/reports/forecast/forecast-json.ts'
import { MAX_SOURCE_LENGTH } from '../../../src/reports/forecast/forecast-limits.ts'
import { verdictOf } from '../../../src/reports/forecast/forecast-verdict.ts'
import type { Forecast } from '../../../src/siteplan/forecast/forecast.ts'
import { makeForecast } from '../../../src/siteplan/forecast/make-forecast.ts'
import { reportIdOf } from '../../../src/siteplan/report-id.ts'
import { evidence, forecastInputs, rectangularParcel } from '../../support/forecast-inputs.ts'
import { assertNear } from '../../support/near.ts'

const FEW_DRAWS = { SITEPLAN_DRAWS: '1000' }

const forecastOf = (change: Parameters<typeof forecastInputs>[0] = {}) =>
  makeForecast(forecastInputs({ environment: FEW_DRAWS, ...change }))

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const codesOf = ({ warnings }: Forecast) => warnings.map(({ code }) => code)

const anyInputs = fc.record({
  parcel: fc
    .tuple(fc.integer({ min: 32, max: 250 }), fc.integer({ min: 32, max: 250 }))
    .map(([width, depth]) => rectangularParcel(width, depth)),
  prices: fc
    .tuple(fc.integer({ min: 20_000, max: 600_000 }), fc.integer({ min: 0, max: 3000 }))
    .map(([price, perYear]) => evidence(price, { localTurnover: { radiusM: 1000, perYear } })),
  scenario: fc.constantFrom('base' as const, 'low' as const, 'high' as const),
  horizonMonths: fc.integer({ min: 12, max: 84 }),
})

describe('a forecast', () => {
  it('names the area of a parcel to the hundredth, as best layouts do: rounded twice it would be another', () => {
    const { parcel } = forecastOf({ parcel: rectangularParcel(80, 124.36825) })
    assert.equal(parcel.area_m2, 9949.46)
  })

  it('adds up: schedule to revenue and cost, parts of the cost to it, cash to what is left, flats to the programme', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { schedule, costs, metrics, programme } = forecastOf(inputs)
        assert.deepEqual(
          schedule.map(({ month }) => month),
          Array.from({ length: inputs.horizonMonths }, (_, at) => at + 1),
        )
        const revenue = sum(schedule.map(({ revenue_rub }) => revenue_rub))
        assert.equal(revenue, metrics.revenue_rub.p50)
        assert.equal(sum(schedule.map(({ cost_rub }) => cost_rub)), metrics.cost_rub)
        assert.equal(sum(Object.values(costs)), metrics.cost_rub)
        for (const rub of Object.values(costs)) assert.ok(Number.isInteger(rub) && rub >= 0)
        assert.equal(sum(schedule.map(({ cash_rub }) => cash_rub)), revenue - metrics.cost_rub)
        const sold = sum(schedule.map(({ units_sold }) => units_sold))
        assert.ok(sold <= programme.units_total)
        assert.equal(sold === programme.units_total, metrics.sellout_months !== null)
        assert.equal(sum(programme.units.map(({ count }) => count)), programme.units_total)
        const used = sum(programme.units.map(({ count, area_m2 }) => count * area_m2))
        assert.ok(used <= programme.saleable_m2 + 1e-6)
        for (const { count, share } of programme.units) {
          assertNear(count, programme.units_total * share, 1)
        }
        for (const { units_sold, revenue_rub, cost_rub } of schedule) {
          assert.ok(units_sold >= 0 && revenue_rub >= 0 && cost_rub >= 0)
          assert.equal(units_sold > 0, revenue_rub > 0)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('spends on all phases together what the whole costs to build, to the rouble', () => {
    for (const width of [200, 209, 217, 225, 233, 241, 249]) {
      const { programme, costs, assumptions } = forecastOf({
        parcel: rectangularParcel(width, 251),
        horizonMonths: 84,
        prices: evidence(180_000, { localTurnover: { radiusM: 1000, perYear: 900 } }),
      })
      const { phases, gfa_m2 } = programme
      assert.equal(phases.counted, phases.count)
      assert.ok(phases.count > 1)
      const perM2 = assumptions.find(({ key }) => key === 'construction_rub_per_m2')?.value
      assert.equal(costs.construction_rub, Math.round(gfa_m2 * Number(perM2)))
    }
  })

  it('has for margin what costs leave of each rouble of revenue', () => {
    for (const price of [90_000, 180_000, 400_000]) {
      const { metrics } = forecastOf({ prices: evidence(price) })
      const left = (metrics.revenue_rub.p50 - metrics.cost_rub) / metrics.revenue_rub.p50
      assert.ok(metrics.margin !== null && Math.abs(metrics.margin - left) <= 5e-5, `${left}`)
    }
  })

  it('counts the months until its last sale from the first month of sales', () => {
    const preparation = { SITEPLAN_PREPARATION_MONTHS: '9' }
    const { schedule, metrics } = forecastOf({
      environment: { ...FEW_DRAWS, ...preparation },
      horizonMonths: 84,
    })
    const lastSale = schedule.findLast(({ units_sold }) => units_sold > 0)?.month ?? 0
    assert.ok(lastSale < 84)
    assert.equal(metrics.sellout_months, lastSale - 9)
  })

  it('orders P10, P50 and P90, and sensitivities by their swing', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { metrics, sensitivity } = forecastOf(inputs)
        for (const { p10, p50, p90 } of [metrics.revenue_rub, metrics.npv_rub]) {
          assert.ok(p10 <= p50 && p50 <= p90)
        }
        const swings = sensitivity.map(
          ({ npv_low_rub, npv_high_rub }) => npv_high_rub - npv_low_rub,
        )
        assert.ok(swings.every((swing) => swing >= 0))
        assert.deepEqual(
          swings,
          swings.toSorted((a, b) => b - a),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('states the spread of prices among its assumptions', () => {
    const environment = { ...FEW_DRAWS, SITEPLAN_PRICE_DRIFT: '0.24' }
    const { assumptions } = forecastOf({ environment })
    const assumed = (key: string) => assumptions.find((each) => each.key === key)?.value
    assert.equal(assumed('price_fsd'), 0.07)
    assert.equal(assumed('price_spread'), 0.25)
  })

  it('spreads prices by the errors of the types, each by what it brings in', () => {
    const unlike = evidence(180_000).prices.map((price, i) => ({
      ...price,
      rub_per_m2: [400_000, 180_000, 150_000, 100_000][i] as number,
      fsd: [0.15, 0.05, 0.05, 0.05][i] as number,
    }))
    const { assumptions, programme } = forecastOf({ prices: evidence(1, { prices: unlike }) })
    const worths = programme.units.map(
      ({ count, area_m2 }, i) => count * Math.round(area_m2 * (unlike[i]?.rub_per_m2 ?? 0)),
    )
    const expected = sum(worths.map((rub, i) => rub * (unlike[i]?.fsd ?? 0))) / sum(worths)
    const told = assumptions.find(({ key }) => key === 'price_fsd')?.value
    assert.ok(Math.abs(Number(told) - expected) < 1e-4, `${told}, not ${expected}`)
  })

  it('makes the same project at a higher price, which never brings less revenue', () => {
    fc.assert(
      fc.property(anyInputs, fc.integer({ min: 1, max: 300_000 }), (inputs, more) => {
        const price = inputs.prices.prices[0]?.rub_per_m2 ?? 0
        const { localTurnover } = inputs.prices
        const dear = forecastOf({ ...inputs, prices: evidence(price + more, { localTurnover }) })
        const cheap = forecastOf(inputs)
        assert.deepEqual(dear.programme, cheap.programme)
        assert.ok(dear.metrics.revenue_rub.p50 >= cheap.metrics.revenue_rub.p50)
      }),
      { numRuns: 30 },
    )
  })

  it('has no margin, return or payback before the month in which its first house stands', () => {
    const builtIn = Number(
      forecastOf().assumptions.find(({ key }) => key === 'commissioning_month')?.value,
    )
    // Dear flats: what buyers have paid by then is more than has been spent.
    const prices = evidence(600_000)
    for (let horizonMonths = 12; horizonMonths < builtIn; horizonMonths += 1) {
      const { metrics } = forecastOf({ prices, horizonMonths })
      const { irr, margin, payback_months } = metrics
      assert.deepEqual(
        { irr, margin, payback_months },
        { irr: null, margin: null, payback_months: null },
      )
    }
    const { metrics } = forecastOf({ prices, horizonMonths: builtIn })
    assert.equal(metrics.payback_months, builtIn)
    assert.ok(metrics.irr !== null && metrics.margin !== null)
  })

  it('holds the plan’s worth within the range of each sensitivity', () => {
    const holds = ({ metrics, sensitivity }: Forecast) => {
      for (const { npv_low_rub, npv_high_rub } of sensitivity) {
        assert.ok(npv_low_rub <= metrics.npv_rub.p50 && metrics.npv_rub.p50 <= npv_high_rub)
      }
    }
    // Few flats, whole ones: a tenth more saleable area is worth less here, and so is a tenth less.
    holds(forecastOf({ parcel: rectangularParcel(40, 35), horizonMonths: 24 }))
    fc.assert(
      fc.property(anyInputs, (inputs) => holds(forecastOf(inputs))),
      { numRuns: 20 },
    )
  })

  it('shows the prices, pace and costs of its scenario, not of the base', () => {
    const [base, low] = [forecastOf(), forecastOf({ scenario: 'low' })]
    for (const [at, valued] of base.price.entries()) {
      for (const figure of ['rub_per_m2', 'low', 'high'] as const) {
        assert.equal(low.price[at]?.[figure], Math.round(valued[figure] * 0.92))
      }
    }
    const assumedIn = ({ assumptions }: Forecast, key: string) =>
      Number(assumptions.find((assumption) => assumption.key === key)?.value)
    const times = (key: string) => assumedIn(low, key) / assumedIn(base, key)
    assertNear(times('pace_units_per_month'), 0.8, 0.01)
    assertNear(times('construction_rub_per_m2'), 1.05, 1e-4)
    assertNear(times('preparation_rub'), 1.05, 1e-4)
  })

  it('says what its pace was reckoned from as no result, which a scenario changes', () => {
    for (const scenario of ['base', 'low'] as const) {
      const { assumptions } = forecastOf({ scenario })
      const pace = assumptions.find(({ key }) => key === 'pace_units_per_month')
      assert.match(pace?.source ?? '', /^Из расчёта 60 % квартир к вводу, до поправок;/)
    }
  })

  it('gives sources that a report prints in full, in phases and scenarios too', () => {
    const { assumptions, constraints, programme } = forecastOf({
      parcel: rectangularParcel(250, 250),
      scenario: 'low',
      horizonMonths: 84,
      environment: {
        ...FEW_DRAWS,
        SITEPLAN_LAND_SHARE: '0.1225',
        SITEPLAN_SOLD_AT_COMMISSIONING: '0.6125',
      },
    })
    assert.ok(programme.phases.count > 1)
    for (const { source } of [...assumptions, ...constraints]) {
      assert.ok(Array.from(source).length <= MAX_SOURCE_LENGTH, source)
    }
  })

  it('buys the land at the base price in every scenario, and says so', () => {
    const landIn = (scenario: 'base' | 'low' | 'high') =>
      forecastOf({ scenario }).assumptions.find(({ key }) => key === 'land_rub')
    const [base, low, high] = [landIn('base'), landIn('low'), landIn('high')]
    assert.ok(base && low && high)
    assert.match(base.source, /от цены всех квартир на дату прогноза$/)
    for (const land of [low, high]) {
      assert.equal(land.value, base.value)
      assert.match(land.source, /от цены всех квартир на дату прогноза в базовом сценарии$/)
    }
  })

  it('says which phases of a large site its figures count, and sells no fewer flats than a smaller', () => {
    const soldOn = (sideM: number) => {
      const forecast = forecastOf({ parcel: rectangularParcel(sideM, sideM), horizonMonths: 84 })
      const sold = sum(forecast.schedule.map(({ units_sold }) => units_sold))
      assert.ok(sold <= forecast.programme.phases.units_counted)
      return { forecast, sold }
    }
    const sizes = [150, 300, 600].map(soldOn)
    const sold = sizes.map((each) => each.sold)
    assert.deepEqual(
      sold,
      sold.toSorted((a, b) => a - b),
    )
    const large = sizes.at(-1)?.forecast
    assert.ok(large && large.programme.phases.counted < large.programme.phases.count)
    const { phases, units_total, gfa_m2, saleable_m2 } = large.programme
    for (const [counted, whole] of [
      [phases.gfa_m2_counted, gfa_m2],
      [phases.saleable_m2_counted, saleable_m2],
    ] as const) {
      assertNear(counted / whole, phases.units_counted / units_total, 1e-6)
    }
    assert.ok(codesOf(large).includes('phases_beyond_horizon'))
    const verdictWith = (count: number) => {
      const programme = { ...large.programme, phases: { ...phases, counted: 2, count } }
      return verdictOf({ ...large, programme })[0]
    }
    assert.match(verdictWith(11) ?? '', /^В итогах 2 из 11 очередей и [\d\s]+ из [\d\s]+ квартир: /)
    assert.match(verdictWith(21) ?? '', /^В итогах 2 из 21 очереди и /)
    assert.doesNotMatch(verdictOf(forecastOf()).join(' '), /очеред/)
  })

  it('has a JSON form that its own schema accepts', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const forecast = forecastOf(inputs)
        assert.deepEqual(JSON.parse(forecastJson(forecast)), forecast)
      }),
      { numRuns: 20 },
    )
  })

  it('is the same for the same inputs, whenever the parcel was imported', () => {
    const again = rectangularParcel(80, 100, { updatedAt: '2026-01-14T00:00:00.000Z' })
    assert.deepEqual(forecastOf({ parcel: again }), forecastOf())
    const renamed = rectangularParcel(80, 100, { address: 'иначе' })
    assert.notEqual(forecastOf({ parcel: renamed }).report_id, forecastOf().report_id)
  })

  it('has an id by the method’s version and all inputs but when the parcel was imported', () => {
    const all = forecastInputs()
    const { isDemo: _isDemo, ...inputs } = all
    const { updatedAt: _updatedAt, ...parcel } = inputs.parcel
    const { report_id, method } = makeForecast(all)
    assert.equal(report_id, reportIdOf(method.version, { ...inputs, parcel }))
  })

  it('sells the sector’s share by commissioning where the market is large enough', () => {
    const { metrics } = forecastOf()
    assertNear(metrics.sold_at_commissioning, 0.6, 0.02)
  })

  it('sells slower where the turnover around is small, and says so', () => {
    const slow = forecastOf({
      prices: evidence(180_000, { localTurnover: { radiusM: 1000, perYear: 60 } }),
    })
    assert.ok(codesOf(slow).includes('pace_local'))
    const pace = ({ assumptions }: Forecast) =>
      Number(assumptions.find(({ key }) => key === 'pace_units_per_month')?.value)
    assert.ok(pace(slow) < 0.75 * pace(forecastOf()))
    assert.ok(slow.metrics.sold_at_commissioning < 0.5)
  })

  it('does not call a loss the project’s where the horizon cuts off its sales', () => {
    const around = (perYear: number, horizonMonths: number) =>
      forecastOf({
        prices: evidence(110_000, { localTurnover: { radiusM: 1000, perYear } }),
        horizonMonths,
      })
    const cutOff = around(0, 36)
    assert.ok(cutOff.metrics.npv_rub.p90 < 0)
    assert.match(verdictOf(cutOff).join(' '), /обрывает продажи: \d+.% квартир не продано/)
    assert.ok(codesOf(cutOff).includes('unsold_at_horizon'))
    assert.ok(!codesOf(cutOff).includes('negative_npv'))
    const losing = around(3000, 84)
    assert.ok(losing.metrics.npv_rub.p90 < 0)
    assert.match(verdictOf(losing)[0] ?? '', /^Проект убыточен/)
    assert.ok(codesOf(losing).includes('negative_npv'))
  })

  it('keeps money in escrow until commissioning: nothing comes in before', () => {
    const { schedule, assumptions } = forecastOf()
    const commissioned = assumptions.find(({ key }) => key === 'commissioning_month')?.value
    assert.equal(commissioned, 28)
    for (const { month, cash_rub } of schedule) if (month < 28) assert.ok(cash_rub <= 0)
    assert.ok(schedule.some(({ month, cash_rub }) => month >= 28 && cash_rub > 0))
  })

  it('names each assumption once, with its source', () => {
    const { assumptions } = forecastOf()
    assert.equal(new Set(assumptions.map(({ key }) => key)).size, assumptions.length)
    for (const { key, source } of assumptions) assert.ok(source.length > 0, key)
  })

  it('spreads revenue as far as the valuation’s error and the market’s drift together', () => {
    const { revenue_rub } = forecastOf().metrics
    const width = revenue_rub.p90 / revenue_rub.p10
    // ln P90 − ln P10 of a log-normal is 2 × 1.2816 σ; σ = √(0.07² + 0.06²).
    assertNear(Math.log(width), 2 * 1.2816 * Math.hypot(0.07, 0.06), 0.06)
  })

  it('spreads the worth further than the revenue, of which costs leave a part', () => {
    const { revenue_rub, npv_rub } = forecastOf().metrics
    const spread = ({ p10, p50, p90 }: typeof npv_rub) => (p90 - p10) / p50
    assert.ok(npv_rub.p50 > 0)
    assert.ok(spread(npv_rub) > spread(revenue_rub))
  })
})
