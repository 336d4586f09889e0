// What of the evidence makes an interval wider, and how far beyond the trials.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom, standardNormal } from '../../../src/numbers/random.ts'
import {
  constantExpectation,
  type EvidenceShape,
  expectedError,
  type TrialError,
} from '../../../src/valuation/neighbours/expected-error.ts'
import { fitInterval, halfWidth } from '../../../src/valuation/neighbours/interval.ts'
import { assertNear } from '../../support/near.ts'
import { drawBuildings, shareCovered } from './drawn-trials.ts'

describe('the interval, by its evidence', () => {
  it('is as much wider as errors were on evidence of that kind', () => {
    const trials = drawBuildings(seededRandom(8), 3000, 1)
    const model = fitInterval(trials)
    const { shape } = trials[0] as TrialError
    const widthAt = (spread: number) => halfWidth(model, { ...shape, spread }, 0.8)
    // Errors were drawn in proportion to the spread.
    const ratio = widthAt(0.1) / widthAt(0.04)
    assert.ok(Math.abs(ratio - 2.5) < 0.4, `${ratio}`)
  })

  it('is no wider the farther beyond a factor of e from the regression the value is', () => {
    const trials = drawBuildings(seededRandom(17), 1000, 1)
    const model = fitInterval(trials)
    const { shape } = trials[0] as TrialError
    const widthAt = (excess: number) => halfWidth(model, { ...shape, excess }, 0.8)
    for (const side of [1, -1]) {
      assert.equal(widthAt(5 * side), widthAt(side))
      assert.notEqual(widthAt(side), widthAt(0.5 * side))
    }
  })

  it('grows on, but narrows no further, where evidence is beyond all that was tried', () => {
    const widthsOf = (errorAt: (distance: number) => number) => {
      const random = seededRandom(19)
      const trials = drawBuildings(random, 1000, 1).map((trial) => ({
        ...trial,
        error: errorAt(trial.shape.tenthDistance) * standardNormal(random),
      }))
      const model = fitInterval(trials)
      const { shape } = trials[0] as TrialError
      const furthest = Math.max(...trials.map((trial) => trial.shape.tenthDistance))
      return [0, furthest, 3, 9].map((tenthDistance) =>
        halfWidth(model, { ...shape, tenthDistance }, 0.8),
      ) as [number, number, number, number]
    }
    const [near, furthest, beyond, farBeyond] = widthsOf((distance) => 0.1 / (0.2 + distance))
    assert.ok(near > 2 * furthest, `${near} ${furthest}`)
    assert.deepEqual([beyond, farBeyond], [furthest, furthest])
    const growing = widthsOf((distance) => 0.1 * (0.2 + distance))
    assert.deepEqual(
      growing,
      growing.toSorted((a, b) => a - b),
    )
    assert.ok(growing[3] > 2 * growing[1], `${growing}`)
  })

  it('narrows no further for a smaller flat than any tried, though as far from usual as some', () => {
    const random = seededRandom(7)
    // Errors fall to either side of the usual area, of which one side was hardly tried.
    const trials = drawBuildings(random, 3000, 1).map((trial): TrialError => {
      const lnArea = Math.log(45) + random() * Math.log(150 / 45)
      const fromUsual = lnArea - Math.log(55)
      return {
        ...trial,
        shape: { ...trial.shape, lnArea },
        error: 0.1 * Math.exp(-1.2 * fromUsual ** 2) * standardNormal(random),
      }
    })
    const model = fitInterval(trials)
    const { shape } = trials[0] as TrialError
    const widthAt = (areaM2: number) =>
      halfWidth(model, { ...shape, lnArea: Math.log(areaM2) }, 0.8)
    assert.ok(widthAt(150) < 0.6 * widthAt(45), `${widthAt(150)}`)
    for (const areaM2 of [35, 25, 18, 12]) {
      assert.ok(widthAt(areaM2) > 0.99 * widthAt(45), `${areaM2}: ${widthAt(areaM2)}`)
    }
  })

  it('narrows no further on the side of the regression that was hardly tried', () => {
    const random = seededRandom(7)
    const trials = drawBuildings(random, 3000, 1).map((trial): TrialError => {
      const excess = -0.1 + 0.9 * random()
      return {
        ...trial,
        shape: { ...trial.shape, excess },
        error: 0.1 * Math.exp(-1.5 * Math.abs(excess)) * standardNormal(random),
      }
    })
    const model = fitInterval(trials)
    const { shape } = trials[0] as TrialError
    const widthAt = (excess: number) => halfWidth(model, { ...shape, excess }, 0.8)
    assert.ok(widthAt(0.8) < 0.6 * widthAt(0), `${widthAt(0.8)}`)
    for (const excess of [-0.3, -0.6, -0.8]) {
      assert.ok(widthAt(excess) > 0.99 * widthAt(-0.1), `${excess}: ${widthAt(excess)}`)
    }
  })

  it('is wider for flats dearer than is usual in their city, as their errors were', () => {
    const random = seededRandom(14)
    // In a city of 12 and one of 13 ln roubles, errors grow threefold over one such unit. Of 29 and
    // of thirty trials are two towns.
    const trials = drawBuildings(random, 4000, 1).map((trial, i): TrialError => {
      const city = i < 29 ? 2 : i < 59 ? 3 : i % 2
      const over = random() - 0.5
      const shape = { ...trial.shape, city, lnPerM2: 12 + city + over }
      return { ...trial, shape, error: trial.error * 3 ** Math.max(0, over) }
    })
    const model = fitInterval(trials)
    const { shape } = trials[0] as TrialError
    const widthAt = (lnPerM2: number, city: number) =>
      halfWidth(model, { ...shape, lnPerM2, city }, 0.8)
    for (const city of [0, 1]) {
      const ratio = widthAt(12.5 + city, city) / widthAt(12 + city, city)
      assert.ok(Math.abs(ratio - Math.sqrt(3)) < 0.25, `${ratio} in city ${city}`)
      assert.equal(widthAt(11.5 + city, city), widthAt(11.9 + city, city))
      // Beyond a factor of e a dearer one tells no more.
      assert.equal(widthAt(14.5 + city, city), widthAt(13.5 + city, city))
    }
    // With so few trials in a city, or none, nobody knows what is dear there.
    const isDearKnown = (city: number) => widthAt(16, city) !== widthAt(10, city)
    assert.deepEqual([2, 3, 4].map(isDearKnown), [false, true, false])
  })

  it('is wider for what a flat leaves out, as by an independent error', () => {
    const trials = drawBuildings(seededRandom(15), 1000, 1)
    const model = fitInterval(trials)
    const { shape } = trials[0] as TrialError
    const widthAt = (unstatedSd: number) => halfWidth(model, { ...shape, unstatedSd }, 0.8)
    const squaresOf = [0, 0.1, 0.2].map((sd) => widthAt(sd) ** 2)
    const [stated, one, two] = squaresOf as [number, number, number]
    assert.ok(one > stated)
    assertNear((two - stated) / (one - stated), 4, 1e-9)
    // Within 1.2816 deviations lie 80 % of normal errors, such as these.
    assert.ok(Math.abs(Math.sqrt(one - stated) / 0.12816 - 1) < 0.15, `${Math.sqrt(one - stated)}`)
  })

  it('is wider where the trees are further apart, and as usual where that is not known', () => {
    const random = seededRandom(17)
    const market = (): TrialError[] =>
      drawBuildings(random, 3000, 1).map((one) => {
        const treesApart = 0.01 * 16 ** random()
        const shape = { ...one.shape, spread: 0.05, known: true, treesApart }
        return { ...one, shape, error: treesApart * standardNormal(random) }
      })
    const trials = market()
    const model = fitInterval(trials)
    const untold = fitInterval(
      trials.map((one) => ({ ...one, shape: { ...one.shape, treesApart: Number.NaN } })),
    )
    const fresh = market()
    const far = fresh.filter(({ shape }) => shape.treesApart > 0.08)
    assert.ok(shareCovered(untold, far, 0.8) < 0.6)
    assertNear(shareCovered(model, far, 0.8), 0.8, 0.1)
    const [{ shape }] = fresh as [TrialError]
    const widthAt = (treesApart: number) => halfWidth(model, { ...shape, treesApart }, 0.8)
    assertNear(widthAt(0.04) / widthAt(Number.NaN), 1, 0.1)
  })

  it('is as much wider where few comparables fit as errors there are larger', () => {
    const random = seededRandom(19)
    const trials = drawBuildings(random, 3000, 1).map((one): TrialError => {
      const fitsFew = random() < 0.1
      return { ...one, shape: { ...one.shape, fitsFew }, error: one.error * (fitsFew ? 2 : 1) }
    })
    const [{ shape }] = trials as [TrialError]
    const widthIf = (fitsFew: boolean) => halfWidth(fitInterval(trials), { ...shape, fitsFew }, 0.8)
    assertNear(widthIf(true) / widthIf(false), 2, 0.3)
  })
})

describe('the error to expect, worked out by hand', () => {
  const [{ shape }] = drawBuildings(seededRandom(1), 1, 1) as [TrialError]
  const certain = constantExpectation(1)
  const usual = { lnPerM2: new Map(), treesApart: 0.015 }
  /** The error where it grows as one regressor alone. */
  const growingAs = (regressor: number, change: Partial<EvidenceShape>) => {
    const coefficients = certain.coefficients.with(regressor, 1)
    return expectedError({ ...certain, coefficients, usual }, { ...shape, ...change })
  }
  const [SPREAD, EFFECTIVE, DISTANCE, MASS, AREA, APART] = [1, 2, 3, 4, 8, 13] as const

  it('is that of twins a per cent of spread, a fifth of a scale, a twentieth of a flat from none', () => {
    for (const [regressor, change, expected] of [
      [SPREAD, { spread: 0.04 }, 0.05],
      [SPREAD, { spread: 0 }, 0.01],
      [EFFECTIVE, { nEffective: 2 }, 2],
      [EFFECTIVE, { nEffective: 0.5 }, 1],
      [DISTANCE, { tenthDistance: 1 }, 1.2],
      [DISTANCE, { tenthDistance: 0 }, 0.2],
      [MASS, { mass: 1 }, 1.05],
      [MASS, { mass: 0 }, 0.05],
      [AREA, { lnArea: Math.log(110) }, 2],
      [APART, { treesApart: 0.035 }, 2],
      [APART, { treesApart: 0 }, 0.25],
    ] as const) {
      assertNear(growingAs(regressor, change), expected, 1e-9)
    }
  })

  it('is from a quarter of a per cent to a factor of e', () => {
    const bounds = [1e-9, 1e9].map((error) => expectedError(constantExpectation(error), shape))
    assert.deepEqual(bounds, [Math.exp(-6), Math.E])
  })
})
