import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeForecast } from '../../../src/siteplan/forecast/make-forecast.ts'
import { evidence, forecastInputs, rectangularParcel } from '../../support/forecast-inputs.ts'

const FEW_DRAWS = { SITEPLAN_DRAWS: '1000' }

function assumedIn(change: Parameters<typeof forecastInputs>[0] = {}) {
  const inputs = forecastInputs({ environment: FEW_DRAWS, ...change })
  const { assumptions } = makeForecast(inputs)
  return (key: string) => assumptions.find((each) => each.key === key)
}

/** Too large to be sold at once. */
const LARGE = { parcel: rectangularParcel(250, 250), horizonMonths: 84 } as const

describe('the assumptions of a forecast', () => {
  it('open the sales in the month after preparation, with construction', () => {
    const assumed = assumedIn({
      environment: { ...FEW_DRAWS, SITEPLAN_PREPARATION_MONTHS: '9' },
    })
    assert.equal(assumed('preparation_months')?.value, 9)
    assert.equal(assumed('sales_start_month')?.value, 10)
  })

  it('name the phases of a project that has some, and say which one a pace is of', () => {
    const [small, large] = [assumedIn(), assumedIn(LARGE)]
    for (const key of ['phases', 'phase_months_apart']) assert.equal(small(key), undefined)
    assert.ok(Number(large('phases')?.value) > 1)
    assert.ok(Number(large('phase_months_apart')?.value) > 0)
    assert.match(large('land_rub')?.source ?? '', /; платят по очередям$/)
    assert.doesNotMatch(small('land_rub')?.source ?? '', /очеред/)
    assert.match(large('pace_units_per_month')?.source ?? '', /; 1-я очередь$/)
    assert.doesNotMatch(small('pace_units_per_month')?.source ?? '', /очередь/)
  })

  it('name in a scenario what it changes, and by how much; in the base nothing', () => {
    const [base, low] = [assumedIn(), assumedIn({ scenario: 'low' })]
    for (const [key, factor] of [
      ['construction_rub_per_m2', '1,05'],
      ['preparation_rub', '1,05'],
      ['pace_units_per_month', '0,8'],
    ] as const) {
      assert.ok(low(key)?.source.endsWith(`; сценарий ×\u00a0${factor}`), low(key)?.source)
      assert.doesNotMatch(base(key)?.source ?? '', /сценарий/)
    }
  })

  it('say of the country’s pace only where no other pace is named', () => {
    const country = /среднее по стране/
    assert.match(assumedIn()('pace_units_per_month')?.source ?? '', country)
    const slow = evidence(180_000, { localTurnover: { radiusM: 1000, perYear: 60 } })
    for (const change of [{ prices: slow }, { scenario: 'low' }, LARGE] as const) {
      assert.doesNotMatch(assumedIn(change)('pace_units_per_month')?.source ?? '', country)
    }
    const ofMarket = assumedIn({ prices: slow })('pace_units_per_month')?.source ?? ''
    assert.match(ofMarket, /^Темп отрасли, снижен по рынку; сделок и объявлений за год: 60/)
  })
})
