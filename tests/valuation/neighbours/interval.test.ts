import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom, standardNormal } from '../../../src/numbers/random.ts'
import { EQUAL_CITIES } from '../../../src/valuation/neighbours/city-scales.ts'
import {
  constantExpectation,
  type TrialError,
} from '../../../src/valuation/neighbours/expected-error.ts'
import {
  deviations,
  FSD_SHARE,
  fitInterval,
  halfWidth,
  type IntervalModel,
  levelOfFsd,
  untaughtFsds,
} from '../../../src/valuation/neighbours/interval.ts'
import { assertNear } from '../../support/near.ts'

describe('the interval', () => {
  /** Flats in buildings of `size`. The building is a part of each error. */
  function drawBuildings(random: () => number, count: number, size: number): TrialError[] {
    const normal = () => standardNormal(random)
    return Array.from({ length: count }, (_, building) => {
      const spread = 0.02 + 0.1 * random()
      const [nEffective, tenthDistance, mass] = [1 + 20 * random(), random(), 5 * random()]
      const [excess, common] = [random() - 0.5, normal()]
      return Array.from({ length: size }, () => ({
        shape: {
          spread,
          nEffective,
          tenthDistance,
          mass,
          known: size === 1 && random() < 0.5,
          isNew: false,
          unstatedSd: 0,
          treesApart: Number.NaN,
          fitsFew: false,
          lnArea: 4,
          excess,
          lnPerM2: 12,
          city: 0,
        },
        error: spread * (size === 1 ? normal() : 0.9 * common + 0.4 * normal()),
        building,
      }))
    }).flat()
  }

  const shareCovered = (model: IntervalModel, fresh: TrialError[], share: number): number =>
    fresh.filter(({ shape, error }) => Math.abs(error) <= halfWidth(model, shape, share)).length /
    fresh.length

  it('covers its share of errors like those it learnt from', () => {
    const random = seededRandom(5)
    const model = fitInterval(drawBuildings(random, 3000, 1))
    const fresh = drawBuildings(random, 3000, 1)
    for (const share of [0.5, 0.8, 0.9]) {
      assertNear(shareCovered(model, fresh, share), share, 0.03)
    }
  })

  it('gives a trial an FSD that neither it nor another of its building taught', () => {
    const trials = drawBuildings(seededRandom(5), 300, 2)
    const fsdsIf = (error: number) =>
      untaughtFsds(trials.map((one) => (one.building === 7 ? { ...one, error } : one)))
    const [usual, missed] = [fsdsIf(0), fsdsIf(3)]
    for (const [i, { building }] of trials.entries()) {
      if (building === 7) assert.equal(missed[i], usual[i])
    }
    assert.notDeepEqual(missed, usual)
  })

  it('has trials teach each other’s FSD within a building only where its fold has most of them', () => {
    const random = seededRandom(5)
    const others = drawBuildings(random, 300, 2)
    const ofHouse = drawBuildings(random, 1, 400).map((one) => ({ ...one, building: 7 }))
    /** With so many more in the house; a fold has 120 trials without them. */
    const isTaughtWith = (more: number) => {
      const fsdIf = (error: number) =>
        untaughtFsds([...others, ...ofHouse.slice(0, more).map((one) => ({ ...one, error }))]).at(
          -1,
        )
      return fsdIf(0) !== fsdIf(3)
    }
    assert.deepEqual([240, 359, 360, 362].map(isTaughtWith), [false, false, false, true])
  })

  /**
   * The mean share of errors that 80 % intervals cover, each learnt from `count` buildings of ten.
   */
  function coveredWhenLearntFrom(count: number): number {
    const random = seededRandom(6)
    const draws = 60
    let covered = 0
    for (let draw = 0; draw < draws; draw += 1) {
      const model = fitInterval(drawBuildings(random, count, 10))
      covered += shareCovered(model, drawBuildings(random, 200, 10), 0.8) / draws
    }
    return covered
  }

  it('covers its share when learnt from few buildings with correlated errors', () => {
    const covered = coveredWhenLearntFrom(40)
    assert.ok(Math.abs(covered - 0.8) < 0.03, `80 % covers ${covered}`)
  })

  it('covers no less than its share, since no expectation scores a trial that it was fitted on', () => {
    const covered = coveredWhenLearntFrom(15)
    assert.ok(covered >= 0.8, `80 % covers ${covered}`)
  })

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

  it('covers its share of new builds and of others, in known buildings and in unknown ones', () => {
    const random = seededRandom(16)
    const errorOf = ({ isNew, known }: { isNew: boolean; known: boolean }) =>
      isNew ? (known ? 1 : 5) : known ? 3 : 9
    const market = (): TrialError[] =>
      drawBuildings(random, 6000, 1).map((trial, i) => {
        const shape = { ...trial.shape, isNew: i % 2 === 0, known: i % 4 < 2 }
        return { ...trial, shape, error: trial.error * errorOf(shape) }
      })
    const model = fitInterval(market())
    const fresh = market()
    for (const [isNew, known] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ]) {
      const ofKind = fresh.filter(({ shape }) => shape.isNew === isNew && shape.known === known)
      const covered = shareCovered(model, ofKind, 0.8)
      assert.ok(Math.abs(covered - 0.8) < 0.05, `${covered}, new: ${isNew}, known: ${known}`)
    }
  })

  it('covers its share in each of two cities, one with three times the errors of the other', () => {
    const random = seededRandom(10)
    const twoCities = (): TrialError[] =>
      drawBuildings(random, 3000, 1).map((trial, i) => ({
        ...trial,
        shape: { ...trial.shape, city: i % 2 },
        error: i % 2 === 0 ? trial.error : 3 * trial.error,
      }))
    const model = fitInterval(twoCities())
    const fresh = twoCities()
    for (const city of [0, 1]) {
      const ofCity = fresh.filter(({ shape }) => shape.city === city)
      for (const share of [0.5, 0.8, 0.9]) {
        const covered = shareCovered(model, ofCity, share)
        assert.ok(Math.abs(covered - share) < 0.03, `${share} covers ${covered} in city ${city}`)
      }
    }
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

  it('covers its share in small towns beside a large city, tried or not', () => {
    const random = seededRandom(13)
    // The city 0, and towns of a few buildings whose errors are half as large again.
    const market = (firstTown: number): TrialError[] => [
      ...drawBuildings(random, 2000, 1).map((one) => ({
        ...one,
        shape: { ...one.shape, city: 0 },
      })),
      ...drawBuildings(random, 300, 1).map((one, i) => ({
        ...one,
        building: 10_000 + one.building,
        shape: { ...one.shape, city: firstTown + (i % 40) },
        error: 1.5 * one.error,
      })),
    ]
    const model = fitInterval(market(1))
    for (const firstTown of [1, 100]) {
      const towns = Array.from({ length: 5 }, () => market(firstTown).slice(2000)).flat()
      const covered = shareCovered(model, towns, 0.8)
      assert.ok(Math.abs(covered - 0.8) < 0.05, `80 % covers ${covered} from town ${firstTown} on`)
    }
  })

  it('covers its share in known and in unknown buildings of a city with odd errors in one kind', () => {
    const random = seededRandom(11)
    // City 1 has three times the errors in known buildings and a third of them in unknown ones.
    const timesIn = (known: boolean) => (known ? 3 : 1 / 3)
    const twoCities = (): TrialError[] =>
      drawBuildings(random, 6000, 1).map((trial, i) => {
        const shape = { ...trial.shape, city: i % 2, known: i % 4 < 2 }
        return { ...trial, shape, error: trial.error * (i % 2 === 0 ? 1 : timesIn(shape.known)) }
      })
    const model = fitInterval(twoCities())
    const fresh = twoCities()
    for (const known of [false, true]) {
      const ofKind = fresh.filter(({ shape }) => shape.city === 1 && shape.known === known)
      const covered = shareCovered(model, ofKind, 0.8)
      assert.ok(Math.abs(covered - 0.8) < 0.04, `80 % covers ${covered}, known: ${known}`)
    }
  })

  it('is read one rank wider than the share of its scores, and past the last goes on as a normal', () => {
    const scores = Float64Array.of(1, 2, 3, 4, 5)
    const model: IntervalModel = {
      expectation: constantExpectation(1),
      scores: [scores, scores],
      independent: [5, 5],
      leastInUnknown: 0,
      cityScales: [EQUAL_CITIES, EQUAL_CITIES],
    }
    const shape = {
      spread: 0.1,
      nEffective: 5,
      tenthDistance: 0.5,
      mass: 1,
      known: true,
      isNew: false,
      unstatedSd: 0,
      treesApart: Number.NaN,
      fitsFew: false,
      lnArea: 4,
      excess: 0,
      lnPerM2: 12,
      city: 0,
    }
    const widths = [0.5, 0.8, 0.9].map((share) => halfWidth(model, shape, share))
    // Of five scores: at 0.5 · 6 / 5 of the way, then at 0.96, then past the last, which is of 5/6:
    // a normal holds 0.9 within 1.6449 deviations and 5/6 within 1.383.
    for (const [i, width] of [3.4, 4.84, (5 * 1.6449) / 1.383].entries()) {
      assert.ok(Math.abs((widths[i] as number) - width) < 3e-3, `${widths[i]} for ${width}`)
    }
  })

  it('is a normal’s of 12 %, whatever the evidence, while fewer than sixty trials were made', () => {
    const trials = drawBuildings(seededRandom(7), 60, 1)
    const widthsOf = (count: number, at = 0) => {
      const model = fitInterval(trials.slice(0, count))
      const { shape } = trials[at] as TrialError
      return [0.5, 0.68, 0.9].map((share) => halfWidth(model, shape, share))
    }
    const untried = widthsOf(59)
    for (const [i, sd] of [0.6745, 0.9945, 1.6449].entries()) {
      assertNear((untried[i] as number) / (0.12 * sd), 1, 0.01)
    }
    assert.deepEqual(widthsOf(59, 1), untried)
    assert.notDeepEqual(widthsOf(60, 1), widthsOf(60))
  })

  it('holds such a share of a normal as so many deviations do', () => {
    for (const [share, expected] of [
      [0.5, 0.67449],
      [0.68, 0.99446],
      [0.8, 1.28155],
      [0.9, 1.64485],
      [0.995, 2.80703],
    ] as const) {
      assertNear(deviations(share), expected, 4.5e-4)
    }
  })

  it('takes the scores of all where those of a kind are fewer than sixty', () => {
    const trials = (known: boolean, count: number): TrialError[] =>
      drawBuildings(seededRandom(7), count, 1).map((trial) => ({
        ...trial,
        shape: { ...trial.shape, known },
      }))
    const sizes = (unknown: number, known: number) =>
      fitInterval([...trials(false, unknown), ...trials(true, known)]).scores.map(
        ({ length }) => length,
      )
    assert.deepEqual(sizes(100, 59), [100, 159])
    assert.deepEqual(sizes(100, 60), [100, 60])
    assert.deepEqual(sizes(59, 100), [159, 100])
  })

  const inKnown = (trials: TrialError[]): TrialError[] =>
    trials.map((trial) => ({ ...trial, shape: { ...trial.shape, known: true } }))

  it('covers its share in a market of one building', () => {
    const random = seededRandom(9)
    const flats = inKnown(drawBuildings(random, 600, 1))
    const model = fitInterval(flats.slice(0, 300).map((trial) => ({ ...trial, building: 7 })))
    const covered = shareCovered(model, flats.slice(300), 0.8)
    assert.ok(Math.abs(covered - 0.8) < 0.06, `80 % covers ${covered}`)
  })

  it('is that of a market without trials where no unknown building could be tried', () => {
    const trials = inKnown(drawBuildings(seededRandom(10), 300, 1))
    const model = fitInterval(trials)
    const widths = trials
      .map(({ shape }) => halfWidth(model, { ...shape, known: false }, FSD_SHARE))
      .sort((a, b) => a - b)
    const usual = widths[150] as number
    assert.ok(Math.abs(usual - 0.12) < 0.01, `${usual}`)
    // Nothing was learnt of good evidence there.
    assert.ok(Math.abs((widths[0] as number) - usual) < 1e-3, `${widths[0]}`)
    assert.ok((widths[299] as number) > 1.2 * usual)
  })

  it('is no narrower there than in a known building, however much flats in known ones missed', () => {
    const trials = inKnown(drawBuildings(seededRandom(10), 300, 1)).map((trial) => ({
      ...trial,
      error: 5 * trial.error,
    }))
    const model = fitInterval(trials)
    for (const { shape } of trials) {
      const widthIn = (known: boolean) => halfWidth(model, { ...shape, known }, FSD_SHARE)
      assert.ok(widthIn(false) > 0.9 * widthIn(true), `${widthIn(false)} ${widthIn(true)}`)
    }
  })

  it('is so whatever the flats that were tried leave out', () => {
    const trials = inKnown(drawBuildings(seededRandom(10), 300, 1))
    const silent = trials.map((one) => ({ ...one, shape: { ...one.shape, unstatedSd: 0.1 } }))
    assert.deepEqual(fitInterval(silent).expectation, fitInterval(trials).expectation)
  })

  it('is wider there too for what a flat leaves out, as by an independent error', () => {
    const trials = inKnown(drawBuildings(seededRandom(10), 300, 1))
    const model = fitInterval(trials)
    for (const spread of [0.01, 0.05, 0.2]) {
      const shape = { ...(trials[0] as TrialError).shape, spread, known: false }
      const widthAt = (unstatedSd: number) => halfWidth(model, { ...shape, unstatedSd }, FSD_SHARE)
      // Of a normal 68 % lie within 0.9945 deviations.
      const added = Math.sqrt(widthAt(0.06) ** 2 - widthAt(0) ** 2)
      assert.ok(Math.abs(added / (0.9945 * 0.06) - 1) < 0.02, `${added} at ${spread}`)
    }
  })

  it('is wider for a larger share, in a market of two buildings too', () => {
    const trials = drawBuildings(seededRandom(12), 2, 100)
    const model = fitInterval(trials)
    const { shape } = trials[0] as TrialError
    const widths = [0.5, 0.68, 0.8, 0.9].map((share) => halfWidth(model, shape, share))
    for (const [i, width] of widths.slice(1).entries()) assert.ok(width > (widths[i] as number))
  })

  it('takes the rank in unknown buildings among the buildings tried', () => {
    const trials = drawBuildings(seededRandom(11), 8, 30)
    const model = fitInterval(trials)
    assert.deepEqual(model.independent[0], 8)
    const { shape } = trials[0] as TrialError
    // 0.8 · 9 / 8 = 0.9 of the way, not 0.8 · 241 / 240.
    const many = { ...model, independent: [240, 240] as [number, number] }
    assert.ok(halfWidth(model, shape, 0.8) > halfWidth(many, shape, 0.89))
  })

  it('confidence has seven levels', () => {
    assert.deepEqual(
      [0.05, 0.0501, 0.1, 0.13, 0.16, 0.2, 0.25, 0.26].map(levelOfFsd),
      [7, 6, 5, 4, 3, 2, 1, 0],
    )
  })
})
