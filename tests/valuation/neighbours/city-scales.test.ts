import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CityScore,
  cityScales,
  scaleOfCity,
} from '../../../src/valuation/neighbours/city-scales.ts'

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
    assert.deepEqual(cityScales(tenScores(3, 7, 0)), { own: new Map([[3, 1]]), others: 1 })
  })

  it('are a city’s quantile over that of all, drawn towards 1 where few buildings were tried', () => {
    const scales = cityScales([...tenScores(0, 1, 0), ...tenScores(1, 3, 10)])
    // At 0.8 of the way from the first to the last: of ten tenths 0.82, of ten thrice as large
    // 2.46, of all twenty between their 16th and 17th (1.8 and 2.1) 1.86. 0.05 is added to each,
    // and 10 buildings count by 10 / (10 + 20).
    assert.equal(scales.own.get(0)?.toFixed(6), ((0.87 / 1.91) ** (1 / 3)).toFixed(6))
    assert.equal(scales.own.get(1)?.toFixed(6), ((2.51 / 1.91) ** (1 / 3)).toFixed(6))
  })

  it('are drawn towards that of small cities together, which is that of cities never tried', () => {
    const large = Array.from({ length: 10 }, (_, i) => tenScores(0, 1, 10 * i)).flat()
    const scales = cityScales([...large, ...tenScores(1, 2, 100), ...tenScores(2, 2, 110)])
    // At 0.8 of all 120 is 0.9; of the small ones, and of each, 1.64. 0.05 is added. 20 buildings
    // of these count by a half, 10 of each of them by a third, and the 100 by 100 / 120.
    const others = (1.69 / 0.95) ** (1 / 2)
    const own = others ** (2 / 3) * (1.69 / 0.95) ** (1 / 3)
    assert.equal(scales.others.toFixed(6), others.toFixed(6))
    assert.equal(scaleOfCity(scales, 7), scales.others)
    assert.deepEqual(
      [1, 2].map((city) => scaleOfCity(scales, city).toFixed(6)),
      [own, own].map((one) => one.toFixed(6)),
    )
  })

  it('count a city of twenty buildings tried as no small one', () => {
    const twenty = [...tenScores(1, 2, 100), ...tenScores(1, 2, 110)]
    const othersBeside = (some: CityScore[]) =>
      cityScales([...tenScores(0, 1, 0), ...tenScores(0, 1, 10), ...some]).others
    assert.equal(othersBeside(twenty), 1)
    assert.ok(othersBeside(twenty.slice(1)) > 1)
  })

  it('trust ten scores of one building less than ten of ten', () => {
    const others = tenScores(0, 1, 0)
    const oneBuilding = tenScores(1, 3, 10).map((one) => ({ ...one, building: 10 }))
    const scaleOf = (scores: CityScore[]) => scaleOfCity(cityScales([...others, ...scores]), 1)
    assert.ok(scaleOf(oneBuilding) < scaleOf(tenScores(1, 3, 10)))
  })

  it('are finite where there were no errors', () => {
    const scales = cityScales([...tenScores(0, 0, 0), ...tenScores(1, 0, 10)])
    assert.deepEqual([...scales.own.values(), scales.others], [1, 1, 1])
  })
})
