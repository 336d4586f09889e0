import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bandByDistance, bandByRatio } from '../../../src/siteplan/forecast/uncertainty.ts'

/** Its tenth, fiftieth and ninetieth parts are 10, 50 and 90. */
const upTo100 = Float64Array.from({ length: 101 }, (_, i) => i)

describe('a band around the plan', () => {
  it('keeps the ratio of one outcome in ten, at either end, to the median', () => {
    assert.deepEqual(bandByRatio(1000, upTo100), { p10: 200, p50: 1000, p90: 1800 })
  })

  it('is the plan alone where nothing is planned, or the median outcome is nothing', () => {
    assert.deepEqual(bandByRatio(0, upTo100), { p10: 0, p50: 0, p90: 0 })
    assert.deepEqual(bandByRatio(7, Float64Array.of(0, 0, 5)), { p10: 7, p50: 7, p90: 7 })
  })

  it('keeps the distance to the median where the plan may be a loss', () => {
    assert.deepEqual(bandByDistance(-7, upTo100), { p10: -47, p50: -7, p90: 33 })
  })
})
