import assert from 'node:assert/strict'
import { it } from 'node:test'
import { figuresOf } from '../../../src/valuation/study/study-figures.ts'

it('a study in which no flat got an estimate says so, and has no figure of any', () => {
  const rows = { read: 7, rejected: 1, firstRejected: null, evidence: 5 }
  const study = figuresOf({ tested: 3, valued: [], timesMs: [], fitsS: [2, 4] }, rows)
  assert.deepEqual(study, {
    n: 0,
    hit_rate: 0,
    mdape: null,
    pe5: null,
    pe10: null,
    pe20: null,
    cod: null,
    prd: null,
    prb: null,
    median_ratio: null,
    coverage: { 0.5: null, 0.8: null, 0.9: null },
    by_level: [],
    ms_per_estimate: { p50: null, p95: null },
    fit_s: 3,
    fits: 2,
    rows: { read: 7, rejected: 1, dropped: 1, tested: 3 },
    first_rejected: null,
  })
})

it('a study has the median of its times, the 95th of a hundred, and of one flat no regressivity', () => {
  const rows = { read: 1, rejected: 0, firstRejected: null, evidence: 1 }
  const covered = { 0.5: false, 0.8: true, 0.9: true }
  const one = { estimateRub: 5_400_000, priceRub: 5_000_000, level: 6, covered }
  const timesMs = Array.from({ length: 101 }, (_, i) => (i * 37) % 101)
  const study = figuresOf({ tested: 2, valued: [one], timesMs, fitsS: [1] }, rows)
  assert.deepEqual(study.ms_per_estimate, { p50: 50, p95: 95 })
  assert.deepEqual([study.hit_rate, study.prb], [0.5, null])
  assert.deepEqual(study.coverage, { 0.5: 0, 0.8: 1, 0.9: 1 })
})
