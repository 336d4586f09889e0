import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay, monthOfDay } from '../../../src/calendar.ts'
import { hashShare } from '../../../src/numbers/random.ts'
import type { MarketTable } from '../../../src/valuation/market/market-table.ts'
import { buildingNumber, type Trial } from '../../../src/valuation/market/trials.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { STARTING_WEIGHTS, TERM } from '../../../src/valuation/neighbours/similarity.ts'
import {
  scalesForTrial,
  tuneByHalf,
  tuneKnown,
  tuneUnknown,
} from '../../../src/valuation/tuning/tuning.ts'
import { assertNear } from '../../support/near.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const market = await fit(town({ rows: 420 }), { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
const { table } = market
const start = tuneKnown(market, [])
const halfOf = ({ row }: Trial) => buildingNumber(table, row) % 2
const trialsOf = ({ n, day: days }: MarketTable) =>
  Array.from({ length: 360 }, (_, i): Trial => {
    const row = n - 1 - i
    const day = days[row] as number
    return { row, day, knownDay: day - 1, knownMonth: monthOfDay(day) - 1 }
  })
const trials = trialsOf(table)
const half = (which: number) => trials.filter((trial) => halfOf(trial) === which)
const tuned = (unknown: readonly Trial[]) => ({
  known: start,
  unknown: tuneUnknown(market, unknown, start),
  byHalf: tuneByHalf(market, unknown, start),
})

describe('the scales for unknown buildings', () => {
  it('value a trial as they were tuned without its half of the buildings', () => {
    const [one, ...others] = half(0)
    assert.ok(one && others.length > 150, `${others.length}`)
    const all = tuned(trials)
    // What is known of its half changes nothing for it.
    const fewer = tuned([...half(1), ...others.slice(0, 150)])
    assert.deepEqual(scalesForTrial(table, fewer, one.row), scalesForTrial(table, all, one.row))
    assert.notDeepEqual(scalesForTrial(table, all, one.row).unknown, all.unknown)
  })

  it('stay where the tuning starts while a half has too few trials', () => {
    const [one] = half(0)
    const [other] = half(1)
    assert.ok(one && other)
    const scales = tuned([...half(0).slice(0, 149), ...half(1).slice(0, 150)])
    const weightsFor = ({ row }: Trial) => scalesForTrial(table, scales, row).unknown.weights
    assert.notDeepEqual(weightsFor(one), STARTING_WEIGHTS)
    assert.deepEqual(weightsFor(other), STARTING_WEIGHTS)
    assert.deepEqual(tuned(half(0).slice(0, 149)).unknown.weights, STARTING_WEIGHTS)
  })
})

describe('the scale of place', () => {
  it('is never under 50 m, though each house stands twice on the map, twenty metres apart', async () => {
    // Houses differ by up to a half, so that the other rows of one would tell all.
    const houses = town({ rows: 420, noise: 0.01 }).map((one, i) => ({
      ...one,
      lat: one.lat + (i % 2) * 0.0002,
      priceRub: Math.round(one.priceRub * (1 + 0.5 * hashShare(one.address ?? '', 1))),
    }))
    const doubled = await fit(houses, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
    const from = { ...start, weights: start.weights.with(TERM.place, 1 / 0.08 ** 2) }
    const { weights } = tuneUnknown(doubled, trialsOf(doubled.table), from)
    assertNear(weights[TERM.place] as number, 1 / 0.05 ** 2, 1e-9)
  })
})
