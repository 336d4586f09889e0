// Which comparables an answer shows of those that may be shown, and that they add up.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import type { Dwelling } from '../../../src/valuation/comparables/comparable.ts'
import { adjustmentsLn } from '../../../src/valuation/evidence/adjustments.ts'
import { type Chosen, choose } from '../../../src/valuation/evidence/shown-comparables.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { assertNear } from '../../support/near.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'
import { compareIn } from './compared-flat.ts'

const flats = town({ rows: 900 })
const market = await fit(flats, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })

const [first] = flats
assert.ok(first)
const RADIUS_KM = 4
/** A flat in the middle of the market, and what it is worth. */
const comparisonOf = (change: Partial<Dwelling>) =>
  compareIn(market, { ...first, ...change }, { radiusKm: RADIUS_KM })

const usual = comparisonOf({ areaM2: 61.7 })
const MOST = 20

const chosenOf = (comparison: typeof usual, ln = comparison.value.ln): Chosen[] => {
  const { building } = comparison
  const question = { radiusKm: RADIUS_KM, building, knownDay: TOWN_DAY, isLeftOut: () => false }
  return choose(comparison, question, { ln, most: MOST })
}

/** The same comparison with no neighbours but these. */
function withNeighbours(
  comparison: typeof usual,
  near: readonly Pick<Chosen, 'row' | 'squaredDistance'>[],
): typeof usual {
  const neighbours = {
    count: near.length,
    rows: Int32Array.from(near, ({ row }) => row),
    squaredDistances: Float64Array.from(near, ({ squaredDistance }) => squaredDistance),
  }
  return { ...comparison, value: { ...comparison.value, neighbours } }
}

/** So many of the nearest neighbours. */
const nearestOf = ({ value: { neighbours } }: typeof usual, count: number) =>
  Array.from(neighbours.rows.subarray(0, count), (row, i) => ({
    row,
    squaredDistance: neighbours.squaredDistances[i] as number,
  }))

describe('the comparables shown', () => {
  it('are within bounds and average to the estimate, wherever that is', () => {
    let least = Infinity
    assert.equal(chosenOf(usual, usual.value.ln).length, MOST)
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
    const few = withNeighbours(usual, nearestOf(usual, 5))
    const chosen = chosenOf(few).map(({ row }) => row)
    assert.ok(chosen.length >= 3 && chosen.length <= 5)
    assert.ok(chosen.every((row) => few.value.neighbours.rows.includes(row)))
    const three = chosenOf(few).slice(0, 3)
    assert.deepEqual(
      chosenOf(withNeighbours(usual, three)).map(({ row }) => row),
      three.map(({ row }) => row),
    )
    const wider = chosenOf(withNeighbours(usual, three.slice(0, 2)))
    assert.equal(wider.length, MOST)
    const distances = wider.map(({ squaredDistance }) => squaredDistance)
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    )
  })

  it('weigh by a normal kernel as wide as their median distance, on a floor, in six digits', () => {
    const near = chosenOf(withNeighbours(usual, nearestOf(usual, 5))).slice(0, 3)
    const weightsAt = (...distances: readonly number[]) => {
      const apart = near.map((one, k) => ({ ...one, squaredDistance: (distances[k] ?? 0) ** 2 }))
      return chosenOf(withNeighbours(usual, apart)).map(({ weight }) => weight)
    }
    // 0.15 + 0.85 · exp(−½ · (d / 2)²) = 0.900122, 0.665551 and 0.425955, of 1.991628.
    assert.deepEqual(weightsAt(1, 2, 3), [0.451953, 0.334174, 0.213873])
    // 1, 0.665551 and 0.15, of 1.815551.
    assert.deepEqual(weightsAt(0, 2, 99), [0.550797, 0.366583, 0.08262])
  })

  it('are split in the other order of factors only where the wider search found them', () => {
    // Large, bare and beside the houses that are known: much is to be adjusted.
    const [, , , beside] = flats
    assert.ok(beside)
    const odd = comparisonOf({
      ...beside,
      lat: beside.lat + 0.001,
      areaM2: 85,
      condition: 'none',
      yearBuilt: 1990,
      floor: 1,
      floorsTotal: 9,
    })
    const grossOf = (row: number) =>
      adjustmentsLn(odd, row, 'forward').reduce((sum, ln) => sum + Math.abs(Math.expm1(ln)), 0)
    const isSplitOtherwise = ({ row, gross }: Chosen) => grossOf(row) > 0.41 && gross <= 0.4
    const wide = chosenOf(withNeighbours(odd, []))
    assert.ok(wide.some(isSplitOtherwise))
    // The same rows as neighbours: enough of them are within bounds without those.
    const near = chosenOf(withNeighbours(odd, wide))
    assert.ok(near.length >= 3 && !near.some(isSplitOtherwise))
  })
})
