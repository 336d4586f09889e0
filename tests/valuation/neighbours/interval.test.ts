import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../src/numbers/random.ts'
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
import { drawBuildings, shareCovered } from './drawn-trials.ts'

describe('the interval', () => {
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
      [0.05, 0.075, 0.1, 0.13, 0.16, 0.2, 0.25].map(levelOfFsd),
      [7, 6, 5, 4, 3, 2, 1],
    )
    assert.deepEqual(
      [0.0501, 0.0751, 0.1001, 0.1301, 0.1601, 0.2001, 0.2501].map(levelOfFsd),
      [6, 5, 4, 3, 2, 1, 0],
    )
  })
})
