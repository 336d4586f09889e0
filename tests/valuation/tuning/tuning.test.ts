import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay, monthOfDay } from '../../../src/calendar.ts'
import { buildingNumber, type Trial } from '../../../src/valuation/market/trials.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { STARTING_WEIGHTS } from '../../../src/valuation/neighbours/similarity.ts'
import {
  scalesForTrial,
  tuneByHalf,
  tuneKnown,
  tuneUnknown,
} from '../../../src/valuation/tuning/tuning.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const market = await fit(town({ rows: 420 }), { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
const { table } = market
const start = tuneKnown(market, [])
const halfOf = ({ row }: Trial) => buildingNumber(table, row) % 2
const trials = Array.from({ length: 360 }, (_, i): Trial => {
  const row = table.n - 1 - i
  const day = table.day[row] as number
  return { row, day, knownDay: day - 1, knownMonth: monthOfDay(day) - 1 }
})
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
