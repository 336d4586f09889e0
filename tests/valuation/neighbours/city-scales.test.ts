import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CityScore, cityScales } from '../../../src/valuation/neighbours/city-scales.ts'

/** Scores of 1 to 10 tenths, each `times` as large, in a building each. */
function tenScores(city: number, times: number, firstBuilding: number): CityScore[] {
  return Array.from({ length: 10 }, (_, i) => ({
    city,
    building: firstBuilding + i,
    score: (times * (i + 1)) / 10,
  }))
}

describe('the scales of cities', () => {
  it('are 1 in a market of one city', () => {
    assert.deepEqual(cityScales(tenScores(3, 7, 0)), new Map([[3, 1]]))
  })

  it('are a city’s quantile over that of all, drawn towards 1 where few buildings were tried', () => {
    const scales = cityScales([...tenScores(0, 1, 0), ...tenScores(1, 3, 10)])
    // At 0.8 of the way from the first to the last: of ten tenths 0.82, of ten thrice as large 2.46,
    // of all twenty between their 16th and 17th (1.8 and 2.1) 1.86. 0.05 is added to each, and 10
    // buildings count by 10 / (10 + 20).
    assert.equal(scales.get(0)?.toFixed(6), ((0.87 / 1.91) ** (1 / 3)).toFixed(6))
    assert.equal(scales.get(1)?.toFixed(6), ((2.51 / 1.91) ** (1 / 3)).toFixed(6))
  })

  it('trust ten scores of one building less than ten of ten', () => {
    const others = tenScores(0, 1, 0)
    const oneBuilding = tenScores(1, 3, 10).map((one) => ({ ...one, building: 10 }))
    const scaleOf = (scores: CityScore[]) => cityScales([...others, ...scores]).get(1) as number
    assert.ok(scaleOf(oneBuilding) < scaleOf(tenScores(1, 3, 10)))
  })

  it('are finite where there were no errors', () => {
    const scales = cityScales([...tenScores(0, 0, 0), ...tenScores(1, 0, 10)])
    assert.deepEqual([...scales.values()], [1, 1])
  })
})
