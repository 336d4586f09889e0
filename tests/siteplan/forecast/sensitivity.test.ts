// What each input is worth: held against forecasts that are asked for with that input changed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeForecast } from '../../../src/siteplan/forecast/make-forecast.ts'
import { evidence, forecastInputs, rectangularParcel } from '../../support/forecast-inputs.ts'

const forecastOf = (
  environment: Readonly<Record<string, string>>,
  rubPerM2 = 180_000,
  { perYear = 1000, sideM = 60, horizonMonths = 60 } = {},
) =>
  makeForecast(
    forecastInputs({
      parcel: rectangularParcel(sideM, sideM),
      horizonMonths,
      environment: { SITEPLAN_DRAWS: '1000', ...environment },
      prices: evidence(rubPerM2, { localTurnover: { radiusM: 1000, perYear } }),
    }),
  )
const worthOf = (...asked: Parameters<typeof forecastOf>) =>
  forecastOf(...asked).metrics.npv_rub.p50
const swingOf = (forecast: ReturnType<typeof forecastOf>, input: string) => {
  const found = forecast.sensitivity.find((each) => each.input === input)
  assert.ok(found)
  return [found.npv_low_rub, found.npv_high_rub] as const
}

/** Land for nothing: its price follows what the flats would sell for. */
const FREE_LAND = { SITEPLAN_LAND_SHARE: '0' }

describe('a sensitivity', () => {
  it('is given for each input, changed by a tenth', () => {
    const { sensitivity } = forecastOf({})
    assert.deepEqual(sensitivity.map(({ input }) => input).toSorted(), [
      'cost',
      'finance',
      'pace',
      'price',
      'saleable_share',
    ])
    assert.ok(sensitivity.every(({ change }) => change === 0.1))
  })

  it('comes before those of a narrower swing', () => {
    const swings = forecastOf({}).sensitivity.map((one) => one.npv_high_rub - one.npv_low_rub)
    assert.deepEqual(
      swings,
      swings.toSorted((a, b) => b - a),
    )
    assert.ok(new Set(swings).size > 1)
  })

  it('is what the project is worth at a tenth less and a tenth more of the input', () => {
    const forecast = forecastOf(FREE_LAND)
    const prices = [162_000, 198_000].map((rub) => worthOf(FREE_LAND, rub))
    assert.deepEqual(swingOf(forecast, 'price'), prices)
    const shares = ['0.648', '0.792'].map((share) =>
      worthOf({ ...FREE_LAND, SITEPLAN_SALEABLE_SHARE: share }),
    )
    assert.deepEqual(swingOf(forecast, 'saleable_share'), shares)
    const costs = ['82500', '67500'].map((rub) =>
      worthOf({ ...FREE_LAND, SITEPLAN_CONSTRUCTION_RUB_PER_M2: rub }),
    )
    assert.deepEqual(swingOf(forecast, 'cost'), costs)
    const rates = [
      ['0.165', '0.033', '0.0495'],
      ['0.135', '0.027', '0.0405'],
    ].map(([key = '', spread = '', covered = '']) =>
      worthOf({
        ...FREE_LAND,
        SITEPLAN_KEY_RATE: key,
        SITEPLAN_LOAN_SPREAD: spread,
        SITEPLAN_COVERED_RATE: covered,
      }),
    )
    assert.deepEqual(swingOf(forecast, 'finance'), rates)
  })

  it('assumes a saleable share of 0.95 at most', () => {
    const high = { ...FREE_LAND, SITEPLAN_SALEABLE_SHARE: '0.9' }
    const most = worthOf({ ...FREE_LAND, SITEPLAN_SALEABLE_SHARE: '0.95' })
    assert.equal(swingOf(forecastOf(high), 'saleable_share')[1], most)
  })

  it('leaves the price of the land as it is', () => {
    const land = { SITEPLAN_LAND_SHARE: '0.15' }
    const dear = forecastOf(land)
    const landRub = dear.costs.land_rub
    for (const [input, cheaper] of [
      ['price', forecastOf(land, 162_000)],
      ['saleable_share', forecastOf({ ...land, SITEPLAN_SALEABLE_SHARE: '0.648' })],
    ] as const) {
      // Land is paid in the first month, so what it costs less is worth about as much.
      const saved = cheaper.metrics.npv_rub.p50 - swingOf(dear, input)[0]
      const landSaved = landRub - cheaper.costs.land_rub
      assert.ok(Math.abs(saved / landSaved - 1) < 0.05, `${input}: ${saved} of ${landSaved}`)
    }
  })

  it('builds and counts the phases of the plan, also where other flats would make others', () => {
    // Here the tenth decides whether a second phase is made, and whether it ends in time.
    for (const sideM of [70, 74, 78, 81, 84, 86, 100, 120]) {
      const forecast = forecastOf({}, 180_000, { perYear: 50, sideM, horizonMonths: 72 })
      const width = (input: string) => {
        const [low, high] = swingOf(forecast, input)
        return high - low
      }
      const widths = `${sideM} m: ${width('saleable_share')} to ${width('price')}`
      // Revenue changes by the same tenth, and the pace against it.
      assert.ok(width('saleable_share') < width('price'), widths)
    }
  })
})
