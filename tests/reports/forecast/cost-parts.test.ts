// The parts of a forecast's costs as a reader adds them up: to the last digit shown.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { costsGrid, costsLine } from '../../../src/reports/forecast/cost-parts.ts'
import { formatNumber } from '../../../src/text/russian-format.ts'
import { sampleForecast } from './sample-forecast.ts'

const [A_FEW, ALL] = [60, 300]
const rub = fc.integer({ min: 0, max: 30_000_000_000 })
const anyCosts = fc.record({
  land_rub: rub,
  preparation_rub: rub,
  construction_rub: rub,
  sales_rub: rub,
  interest_rub: rub,
})
type Costs = ReturnType<typeof sampleForecast>['costs']

function forecastOf(costs: Costs) {
  const plain = sampleForecast()
  const cost_rub = Object.values(costs).reduce((sum, part) => sum + part, 0)
  return { ...plain, costs, metrics: { ...plain.metrics, cost_rub } }
}

/** As a reader does, in tenths. */
const tenthsOf = (text = '') =>
  Math.round(10 * Number(text.replace(/[^\d,]/g, '').replace(',', '.')))

const sharesOf = (costs: Costs) =>
  costsGrid(forecastOf(costs)).rows.map(({ cells }) => cells[2]?.text)

describe('the parts of the costs', () => {
  it('have shares that add up to the whole below them', () => {
    fc.assert(
      fc.property(anyCosts, (costs) => {
        const shares = sharesOf({ ...costs, land_rub: costs.land_rub + 1 }).map(tenthsOf)
        const whole = shares.pop()
        assert.equal(whole, 1000)
        assert.equal(
          shares.reduce((sum, share) => sum + share, 0),
          whole,
        )
      }),
      { numRuns: ALL },
    )
  })

  it('in a message add up in millions to the costs before them', () => {
    fc.assert(
      fc.property(anyCosts, (costs) => {
        const line = costsLine(forecastOf(costs))
        const [whole, ...parts] = [...line.matchAll(/\d[\d\s]*,\d/gu)].map(([text]) =>
          tenthsOf(text),
        )
        assert.equal(parts.length, 5, line)
        assert.equal(
          parts.reduce((sum, part) => sum + part, 0),
          whole,
          line,
        )
      }),
      { numRuns: A_FEW },
    )
  })

  it('keep their own rounding where it adds up', () => {
    const costs = {
      land_rub: 204_000_000,
      preparation_rub: 46_000_000,
      construction_rub: 700_000_000,
      sales_rub: 50_000_000,
      interest_rub: 0,
    }
    const percents = ['20,4', '4,6', '70,0', '5,0', '0,0', '100,0']
    assert.deepEqual(
      sharesOf(costs),
      percents.map((text) => `${text}\u00a0%`),
    )
    assert.equal(
      costsLine(forecastOf(costs)),
      `Затраты, млн ₽: ${formatNumber(1000, 1)} — участок 204,0; проект и сети 46,0; ` +
        'строительство 700,0; продажа 50,0; проценты 0,0.',
    )
  })

  it('have no shares where nothing is spent', () => {
    const nothing = {
      land_rub: 0,
      preparation_rub: 0,
      construction_rub: 0,
      sales_rub: 0,
      interest_rub: 0,
    }
    assert.deepEqual(sharesOf(nothing), Array(6).fill('—'))
  })
})
