// Which comparables an answer shows of those that may be shown, and that they add up.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { placeSubject } from '../../../src/valuation/answer/subject.ts'
import { UNSEEN } from '../../../src/valuation/attributes/attribute-model.ts'
import type { Comparison } from '../../../src/valuation/evidence/adjustments.ts'
import { type Chosen, choose } from '../../../src/valuation/evidence/shown-comparables.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { valueLocally } from '../../../src/valuation/neighbours/local-value.ts'
import { assertNear } from '../../support/near.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const flats = town({ rows: 900 })
const market = await fit(flats, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })

/** A flat that differs from the market's by its size, and what it is worth. */
function comparisonOf(areaM2: number): Comparison & { readonly building: number } {
  const [first] = flats
  assert.ok(first)
  const subject = placeSubject(market, { ...first, areaM2 }, TOWN_DAY)
  const value = valueLocally(market, {
    flat: subject.flat,
    unstated: subject.unstated,
    building: subject.building,
    fold: UNSEEN,
    day: TOWN_DAY,
    knownDay: TOWN_DAY,
    knownMonth: Infinity,
    radiusKm: 4,
  })
  const { flat, building } = subject
  return { market, value, flat, day: TOWN_DAY, basis: 'deal', building }
}

const usual = comparisonOf(61.7)
const MOST = 10

const chosenOf = (comparison: typeof usual, ln = comparison.value.ln): Chosen[] => {
  const { building } = comparison
  const question = { radiusKm: 4, building, knownDay: TOWN_DAY, isLeftOut: () => false }
  return choose(comparison, question, { ln, most: MOST })
}

/** The same comparison with no neighbours but so many of the nearest. */
function withNeighbours(comparison: typeof usual, count: number): typeof usual {
  const { rows, squaredDistances } = comparison.value.neighbours
  const neighbours = {
    count,
    rows: rows.subarray(0, count),
    squaredDistances: squaredDistances.subarray(0, count),
  }
  return { ...comparison, value: { ...comparison.value, neighbours } }
}

describe('the comparables shown', () => {
  it('are within bounds and average to the estimate, wherever that is', () => {
    let least = Infinity
    for (let shift = -0.25; shift <= 0.25; shift += 0.05) {
      const ln = usual.value.ln + shift
      const chosen = chosenOf(usual, ln)
      least = Math.min(least, chosen.length)
      let mean = 0
      for (const { row, weight, net, gross } of chosen) {
        assert.ok(Math.abs(net) <= 0.25 && gross <= 0.4, `${shift}: ${net} and ${gross}`)
        mean += weight * Math.exp((market.table.lnPrice[row] as number) - ln) * (1 + net)
      }
      if (chosen.length > 0) assertNear(mean, 1, 1e-4)
    }
    assert.ok(least < MOST, 'no bound was met')
  })

  it('are neighbours alone where three of them are within bounds, else the most alike of all', () => {
    const few = withNeighbours(usual, 5)
    const chosen = chosenOf(few).map(({ row }) => row)
    assert.ok(chosen.length >= 3 && chosen.length <= 5)
    assert.ok(chosen.every((row) => few.value.neighbours.rows.includes(row)))
    const wider = chosenOf(withNeighbours(usual, 2))
    assert.equal(wider.length, MOST)
    const distances = wider.map(({ squaredDistance }) => squaredDistance)
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    )
  })
})
