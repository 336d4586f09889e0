import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom, standardNormal } from '../../../src/numbers/random.ts'
import {
  LocalRegression,
  type RidgeSettings,
  reachOf,
} from '../../../src/valuation/neighbours/local-ridge.ts'
import { SLOPE_COUNT, SLOPES } from '../../../src/valuation/neighbours/slope-differences.ts'
import { assertNear } from '../../support/near.ts'

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
      Float64Array.of(0.1, 0.18),
      new Float64Array(12),
      { slopePenalty: 1, levelPenalty: 2 },
    )
    // (0.1 + 0.18) / (1 + 1 + 2)
    assertNear(level.level, 0.07, 1e-6)
  })

  it('slopes are shrunk towards none by their own penalty', () => {
    const z = Float64Array.of(1, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0)
    const { level, slopes } = localLevel(Float64Array.of(1, 1), Float64Array.of(0.04, -0.04), z, {
      slopePenalty: 2,
      levelPenalty: 0.5,
    })
    // (0.04 + 0.04) / (1 + 1 + 2)
    assertNear(slopes[SLOPES.indexOf('area')] as number, 0.02, 1e-6)
    assertNear(level, 0, 1e-9)
  })

  it('neighbours of one day show no change over time, and leave the level to itself', () => {
    const residuals = Float64Array.of(-0.3, -0.2, -0.25)
    const weights = Float64Array.of(1, 0.5, 0.2)
    const ridge = { slopePenalty: 1, levelPenalty: 0.3 }
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
      { slopePenalty: 1, levelPenalty: 1e-6 },
    )
    assertNear(level.slopes[SLOPES.indexOf('date')] as number, 0.06, 0.0001)
    assert.ok(Math.abs(level.level) < 0.0005)
  })

  describe('among neighbours that agree', () => {
    const plain = { slopePenalty: 1, levelPenalty: 0 }
    const alike = new Float64Array(11 * SLOPE_COUNT)

    it('one off the median by more than twice their spread weighs by the square of how far', () => {
      // Ten within ±0.1, whose median deviation is 0.05: the cut is 2 · 1.4826 · 0.05.
      const agreeing = [-0.1, -0.075, -0.05, -0.025, 0, 0, 0.025, 0.05, 0.075, 0.1]
      const residuals = Float64Array.of(...agreeing, 0.5)
      const { level } = localLevel(new Float64Array(11).fill(1), residuals, alike, plain)
      const odd = (0.14826 / 0.5) ** 2
      const weights = [...regression.weights()]
      assert.deepEqual(weights.slice(0, 10), new Array(10).fill(1))
      assert.ok(Math.abs((weights[10] as number) - odd) < 1e-9, `${weights[10]}`)
      assert.ok(Math.abs(level - (0.5 * odd) / (10 + odd)) < 1e-9, `${level}`)
    })

    it('one within a tenth is no outlier, though the others are all equal', () => {
      const residuals = new Float64Array(11)
      residuals[10] = 0.1
      localLevel(new Float64Array(11).fill(1), residuals, alike, plain)
      assert.deepEqual([...regression.weights()], new Array(11).fill(1))
    })

    it('an odd price moves the level little, however alike the flat, unless it outweighs all', () => {
      const residuals = new Float64Array(11)
      residuals[10] = -0.5
      const levelWith = (weight: number) =>
        localLevel(new Float64Array(11).fill(1).fill(weight, 10), residuals, alike, plain).level
      // Its weight is 9 · (0.1 / 0.5)², that of the others 10.
      assert.ok(Math.abs(levelWith(9) + (0.5 * 0.36) / 10.36) < 1e-9, `${levelWith(9)}`)
      assert.ok(levelWith(11) < -0.48, `${levelWith(11)}`)
    })

    it('those of the building are believed where they have most of the weight', () => {
      const residuals = Float64Array.from({ length: 11 }, (_, i) => (i < 4 ? -0.3 : 0))
      const kernel = Float64Array.from(residuals, (residual) => (residual === 0 ? 0.5 : 1))
      assert.ok(localLevel(kernel, residuals, alike, plain).level < -0.27)
    })
  })

  it('has the spread of a normal distribution’s standard deviation', () => {
    const random = seededRandom(3)
    const count = 2000
    const residuals = Float64Array.from({ length: count }, () => 0.02 * standardNormal(random))
    const { spread } = new LocalRegression(count).fit(
      new Float64Array(count).fill(1),
      residuals,
      new Float64Array(count * SLOPE_COUNT),
      { slopePenalty: 1, levelPenalty: 1 },
    )
    assert.ok(Math.abs(spread / 0.02 - 1) < 0.05, `${spread}`)
  })

  it('has the spread around its slopes, not around the level', () => {
    const count = 24
    // A tenth a unit of area, and a hundredth to either side of that.
    const misses = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 0.01 : -0.01))
    const units = misses.map((_, i) => (Math.floor(i / 2) - 5.5) / 4)
    const { spread } = localLevel(
      new Float64Array(count).fill(1),
      Float64Array.from(misses, (miss, i) => 0.1 * (units[i] as number) + miss),
      Float64Array.from(units.flatMap((unit) => [unit, 0, 0, 0, 0, 0])),
      { slopePenalty: 0, levelPenalty: 0 },
    )
    // Under normality a standard deviation is √(π/2) mean absolute deviations.
    assertNear(spread, Math.sqrt(Math.PI / 2) * 0.01, 1e-5)
  })

  it('reaches to the farthest neighbour that weighs, along each slope', () => {
    const z = Float64Array.from({ length: 3 * SLOPE_COUNT }, (_, at) => (at % 2 === 0 ? at : -at))
    const farthest = Array.from({ length: SLOPE_COUNT }, (_, k) => SLOPE_COUNT + k)
    assert.deepEqual([...reachOf(Float64Array.of(0.5, 1e-9, 0), z)], farthest)
  })

  it('a neighbour lighter than a ten-thousandth of the heaviest does not weigh', () => {
    const ridge = { slopePenalty: 1, levelPenalty: 0 }
    const kernel = Float64Array.of(2, 2.1e-4, 1.9e-4)
    localLevel(kernel, Float64Array.of(0, 0.1, 0.1), new Float64Array(3 * SLOPE_COUNT), ridge)
    assert.deepEqual([...regression.weights()], [2, 2.1e-4, 0])
  })

  it('nothing of one subject’s neighbours is left for the next, and weights keep their places', () => {
    const random = seededRandom(11)
    const drawn = (count: number) =>
      [
        Float64Array.from({ length: 24 }, () => (random() < 0.4 ? 0 : random())),
        Float64Array.from({ length: count }, () => random() - 0.5),
        Float64Array.from({ length: count * SLOPE_COUNT }, () => random() - 0.5),
        { slopePenalty: 1, levelPenalty: 0.1 },
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
