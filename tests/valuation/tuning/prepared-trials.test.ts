import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay, monthOfDay } from '../../../src/calendar.ts'
import { attributeLn } from '../../../src/valuation/attributes/attribute-model.ts'
import { flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { flatWithoutFilled } from '../../../src/valuation/market/gaps.ts'
import type { Trial } from '../../../src/valuation/market/trials.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { residualOf } from '../../../src/valuation/neighbours/local-value.ts'
import { STARTING_WEIGHTS, TERM } from '../../../src/valuation/neighbours/similarity.ts'
import { type Buildings, prepareTrials } from '../../../src/valuation/tuning/prepared-trials.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

// So few flats, so near each other, that every one is a candidate for every trial.
const flats = town({ rows: 150, buildings: 20 }).map((one, i) => ({
  ...one,
  lat: 55 + (one.lat - 55) / 2,
  lon: 60 + (one.lon - 60) / 2,
  yearBuilt: i % 4 === 0 ? null : one.yearBuilt,
}))
const market = await fit(flats, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT, fewestForTrees: 100 })
const { table } = market
const trials = Array.from({ length: 30 }, (_, i): Trial => {
  const row = table.n - 1 - 2 * i
  const day = table.day[row] as number
  return { row, day, knownDay: day - 20, knownMonth: monthOfDay(day) - 1 }
})
const prepared = (buildings: Buildings) =>
  prepareTrials(market, trials, STARTING_WEIGHTS, buildings)
const countOf = ({ starts }: { starts: Int32Array }, t: number) =>
  (starts[t + 1] as number) - (starts[t] as number)
const candidatesOf = ({ row, knownDay }: Trial, isHidden: boolean) =>
  [...table.day.keys()].filter(
    (other) =>
      (table.day[other] as number) <= knownDay &&
      (isHidden ? table.building[other] !== table.building[row] : other !== row),
  )

describe('the candidates of a trial', () => {
  it('are known by its last known day, and never the flat itself or, of a hidden building, its flats', () => {
    const [known, hidden] = [prepared('known'), prepared('unknown')]
    let ofBuilding = 0
    for (const [t, trial] of trials.entries()) {
      assert.equal(countOf(known, t), candidatesOf(trial, false).length)
      assert.equal(countOf(hidden, t), candidatesOf(trial, true).length)
      ofBuilding += countOf(known, t) - countOf(hidden, t)
    }
    assert.ok(ofBuilding > 30, `${ofBuilding}`)
    const termsOf = ({ terms, candidates }: typeof known, term: number) =>
      Array.from({ length: candidates }, (_, i) => terms[i * TERM.size + term])
    assert.equal(
      termsOf(known, TERM.building).filter((one) => one === 0).length,
      ofBuilding,
      'all others are of another building',
    )
    assert.ok(termsOf(hidden, TERM.building).every((one) => one === 1))
  })

  it('are all but the flat itself on its own day, as in a snapshot', () => {
    const onTheirDay = trials.map((trial) => ({ ...trial, knownDay: trial.day }))
    const known = prepareTrials(market, onTheirDay, STARTING_WEIGHTS, 'known')
    for (const [t, trial] of onTheirDay.entries()) {
      assert.equal(countOf(known, t), candidatesOf(trial, false).length)
    }
  })

  it('have the residuals that were known then', () => {
    const known = prepared('known')
    for (const [t, trial] of trials.entries()) {
      const from = known.starts[t] as number
      const found = known.residuals.subarray(from, from + countOf(known, t)).toSorted()
      const expected = candidatesOf(trial, false).map((row) =>
        residualOf(market, row, trial.knownMonth),
      )
      assert.deepEqual(found, Float64Array.from(expected).sort())
    }
  })
})

describe('what the neighbours of a trial should predict', () => {
  it('is its price less f by trees that did not see it, as known then', () => {
    let filled = 0
    for (const buildings of ['known', 'unknown'] as const) {
      const { targets } = prepared(buildings)
      for (const [t, { row, knownDay, knownMonth }] of trials.entries()) {
        const whole = flatOf(table, row)
        const flat = buildings === 'known' ? whole : flatWithoutFilled(table, row)
        if (flat.some((value, k) => !Object.is(value, whole[k]))) filled += 1
        const fold = market.foldOfRow[row] as number
        const detrended = residualOf(market, row, knownMonth) + (market.outOfFold[row] as number)
        const expected = detrended - attributeLn(market.attribute, flat, knownDay, fold)
        assert.equal(targets[t], expected)
      }
    }
    assert.ok(filled > 3, `${filled}`)
  })
})
