import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultSettings } from '../../../src/valuation/model/fit-settings.ts'

it('a fit is as large as docs/valuation.md says for a market of so many rows', () => {
  const of = (rows: number) => {
    const { intervalTrials, blindToBuildings, keptInBuildingsPerLoneRow } = defaultSettings(rows)
    return { intervalTrials, blindToBuildings, keptInBuildingsPerLoneRow }
  }
  const middle = { intervalTrials: 1200, blindToBuildings: true, keptInBuildingsPerLoneRow: 0 }
  assert.deepEqual(of(9_999), { ...middle, intervalTrials: 800 })
  assert.deepEqual(of(10_000), middle)
  assert.deepEqual(of(40_000), middle)
  // No second set of trees: whole buildings are kept back instead.
  const large = { ...middle, blindToBuildings: false, keptInBuildingsPerLoneRow: 5 }
  assert.deepEqual(of(40_001), large)
})
