import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../src/numbers/random.ts'
import {
  LocalRegression,
  type RidgeSettings,
} from '../../../src/valuation/neighbours/local-ridge.ts'
import { SLOPE_COUNT, SLOPES } from '../../../src/valuation/neighbours/slope-differences.ts'

describe('the local level', () => {
  const regression = new LocalRegression(24)
  const localLevel = (
    weights: Float64Array,
    residuals: Float64Array,
    z: Float64Array,
    ridge: RidgeSettings,
  ) => regression.fit(weights, residuals, z, ridge)

  it('is the mean residual shrunk towards f when nothing differs', () => {
    const level = localLevel(
      Float64Array.of(1, 1),
      Float64Array.of(0.1, 0.3),
      new Float64Array(12),
      { slopePenalty: 1, levelPenalty: 2, huberPasses: 0 },
    )
    // (0.1 + 0.3) / (1 + 1 + 2)
    assert.ok(Math.abs(level.level - 0.1) < 1e-6)
  })

  it('neighbours of one day show no change over time, and leave the level to itself', () => {
    const residuals = Float64Array.of(-0.3, -0.2, -0.25)
    const weights = Float64Array.of(1, 0.5, 0.2)
    const ridge = { slopePenalty: 1, levelPenalty: 0.3, huberPasses: 0 }
    const daysBack = (halfYears: number) =>
      Float64Array.from({ length: 3 * SLOPE_COUNT }, (_, at) =>
        at % SLOPE_COUNT === SLOPES.indexOf('date') ? -halfYears : 0,
      )
    const today = localLevel(weights, residuals, daysBack(0), ridge)
    const later = localLevel(weights, residuals, daysBack(1.5), ridge)
    assert.equal(later.slopes[SLOPES.indexOf('date')], 0)
    assert.equal(later.level, today.level)
  })

  it('a change over time among neighbours leads on to the subject’s day', () => {
    // Two years of one day a month, each month 1 % up, and the subject half a year later.
    const months = Array.from({ length: 24 }, (_, k) => -30 + k)
    const z = Float64Array.from(months.flatMap((at) => [0, 0, 0, at / 6, 0, 0]))
    const level = localLevel(
      new Float64Array(24).fill(1000),
      Float64Array.from(months, (at) => at / 100),
      z,
      { slopePenalty: 1, levelPenalty: 1e-6, huberPasses: 0 },
    )
    assert.ok(Math.abs((level.slopes[SLOPES.indexOf('date')] as number) - 0.06) < 0.0001)
    assert.ok(Math.abs(level.level) < 0.0005)
  })

  it('a neighbour far from the fit weighs less at each pass, the others as before', () => {
    const residuals = Float64Array.from({ length: 11 }, (_, i) => (i === 10 ? 1 : 0.01 * (i % 2)))
    const fitted = (huberPasses: number) => {
      const { level, spread } = localLevel(
        new Float64Array(11).fill(1),
        residuals,
        new Float64Array(11 * SLOPE_COUNT),
        { slopePenalty: 1, levelPenalty: 0, huberPasses },
      )
      return { level, spread, weights: [...regression.weights()] }
    }
    const [none, once, twice] = [fitted(0), fitted(1), fitted(2)]
    assert.ok(Math.abs(none.level - 1.05 / 11) < 1e-9)
    assert.ok(none.weights.every((weight) => weight === 1))
    assert.ok(once.level < 0.6 * none.level && twice.level < 0.6 * once.level)
    assert.ok(twice.spread < once.spread && once.spread < none.spread)
    const [outlier = 1, ...others] = twice.weights.toReversed()
    assert.ok(outlier < 0.2 && others.every((weight) => weight === 1), `${outlier}`)
  })

  it('a neighbour lighter than a ten-thousandth of the heaviest does not weigh', () => {
    const ridge = { slopePenalty: 1, levelPenalty: 0, huberPasses: 0 }
    const kernel = Float64Array.of(2, 2.1e-4, 1.9e-4)
    localLevel(kernel, Float64Array.of(0, 1, 1), new Float64Array(3 * SLOPE_COUNT), ridge)
    assert.deepEqual([...regression.weights()], [2, 2.1e-4, 0])
  })

  it('nothing of one subject’s neighbours is left for the next, and weights keep their places', () => {
    const random = seededRandom(11)
    const drawn = (count: number) =>
      [
        Float64Array.from({ length: 24 }, () => (random() < 0.4 ? 0 : random())),
        Float64Array.from({ length: count }, () => random() - 0.5),
        Float64Array.from({ length: count * SLOPE_COUNT }, () => random() - 0.5),
        { slopePenalty: 1, levelPenalty: 0.1, huberPasses: 2 },
      ] as const
    for (const count of [24, 3, 0, 17]) {
      const neighbours = drawn(count)
      const fresh = new LocalRegression(count)
      assert.deepEqual(regression.fit(...neighbours), fresh.fit(...neighbours))
      const weights = regression.weights()
      assert.deepEqual(weights, fresh.weights())
      assert.deepEqual(
        [...weights].map((weight) => weight > 0),
        [...neighbours[0].slice(0, count)].map((weight) => weight > 0),
      )
    }
  })
})
