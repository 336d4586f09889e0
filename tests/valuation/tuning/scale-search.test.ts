import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isoOfDay, monthOfDay } from '../../../src/calendar.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import type { Scales } from '../../../src/valuation/neighbours/scales.ts'
import { STARTING_WEIGHTS, TERM } from '../../../src/valuation/neighbours/similarity.ts'
import { SLOPE_COUNT } from '../../../src/valuation/neighbours/slope-differences.ts'
import { prepareTrials } from '../../../src/valuation/tuning/prepared-trials.ts'
import { ScaleSearch } from '../../../src/valuation/tuning/scale-search.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const market = await fit(town({ rows: 250 }), { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
const { table } = market
const trials = prepareTrials(
  market,
  Array.from({ length: 60 }, (_, i) => {
    const row = table.n - 1 - i
    const day = table.day[row] as number
    return { row, day, knownDay: day - 1, knownMonth: monthOfDay(day) - 1 }
  }),
  STARTING_WEIGHTS,
  'unknown',
)
const START: Scales = {
  weights: STARTING_WEIGHTS,
  power: 1.3,
  ridge: { slopePenalty: 2, levelPenalty: 0.3 },
}
/** A change of one weight, or of the power. */
const anyChange = fc.record({
  term: fc.option(fc.nat(TERM.size - 1), { nil: null }),
  factor: fc.constantFrom(0.1, 0.5, 2, 10),
})
const changed = (scales: Scales, { term, factor }: { term: number | null; factor: number }) =>
  term === null
    ? { ...scales, power: scales.power * factor ** 0.2 }
    : { ...scales, weights: scales.weights.with(term, (scales.weights[term] as number) * factor) }

describe('the search for scales', () => {
  it('knows of its scales the miss that they have, after any changes offered', () => {
    let [accepted, refused] = [0, 0]
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 5, maxLength: 12 }), (changes) => {
        const search = new ScaleSearch(trials, START)
        for (const change of changes) {
          const { scales, miss } = search
          const offered = changed(scales, change)
          const fresh = new ScaleSearch(trials, offered).miss
          // Half a trial's worth less is no gain.
          const isBetter = fresh < miss * (1 - 0.5 / trials.count)
          assert.equal(search.offer(offered), isBetter)
          assert.equal(search.scales, isBetter ? offered : scales)
          const left = isBetter ? fresh : miss
          assert.ok(Math.abs(search.miss - left) < 1e-9, `${search.miss} and ${left}`)
          if (isBetter) accepted += 1
          else refused += 1
        }
      }),
      { numRuns: 20, seed: 1 },
    )
    // Enough of both to show something, and so few that chance never misses them.
    assert.ok(accepted > 5 && refused > 5, `${accepted} and ${refused}`)
  })

  it('weighs the 64 nearest candidates of a trial and no others', () => {
    // They come nearest first by the scales that they were looked for with.
    const ranges = Array.from({ length: trials.count }, (_, t) => {
      const [from, end] = [trials.starts[t] as number, trials.starts[t + 1] as number]
      return [from, Math.min(end, from + 64)] as const
    })
    const cut = (columns: Float32Array | Float64Array, each: number) =>
      ranges.flatMap(([from, end]) => [...columns.subarray(from * each, end * each)])
    const ends = ranges.map((_, t) =>
      ranges.slice(0, t + 1).reduce((sum, [from, end]) => sum + end - from, 0),
    )
    const nearest = {
      ...trials,
      candidates: ends.at(-1) ?? 0,
      starts: Int32Array.of(0, ...ends),
      terms: Float32Array.from(cut(trials.terms, TERM.size)),
      z: Float32Array.from(cut(trials.z, SLOPE_COUNT)),
      residuals: Float64Array.from(cut(trials.residuals, 1)),
    }
    assert.ok(nearest.candidates < trials.candidates)
    const [all, few] = [trials, nearest].map((some) => new ScaleSearch(some, START).miss)
    assert.ok(Math.abs((all ?? 0) - (few ?? 1)) < 1e-9, `${all} and ${few}`)
  })

  it('counts no miss above three tenths', () => {
    const targets = trials.targets.map((target, t) => (t === 0 ? 100 : target))
    const { miss } = new ScaleSearch(trials, START)
    const odd = new ScaleSearch({ ...trials, targets }, START).miss
    assert.ok(odd - miss > 0 && odd - miss <= 0.3 / trials.count, `${odd} and ${miss}`)
  })
})
