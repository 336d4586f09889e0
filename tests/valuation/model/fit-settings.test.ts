import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultSettings } from '../../../src/valuation/model/fit-settings.ts'

it('a fit is as large as docs/valuation.md says for a market of so many rows', () => {
  const of = (rows: number) => {
    const { intervalTrials, mostKeptBack, folds, blindFolds } = defaultSettings(rows)
    return { intervalTrials, mostKeptBack, folds, blindFolds }
  }
  const middle = { intervalTrials: 1200, mostKeptBack: 0.05, folds: 5, blindFolds: 5 }
  assert.deepEqual(of(9_999), { ...middle, intervalTrials: 800, folds: 4, blindFolds: 4 })
  assert.deepEqual(of(10_000), middle)
  assert.deepEqual(of(40_000), middle)
  assert.deepEqual(of(40_001), {
    intervalTrials: 2400,
    mostKeptBack: 0.1,
    folds: 3,
    blindFolds: 1,
  })
})
