import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { isoOfDay, monthOfDay } from '../../../src/calendar.ts'
import { listAt } from '../../../src/numbers/packed-lists.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import { UNSEEN } from '../../../src/valuation/attributes/attribute-model.ts'
import { type Comparable, MARKETS } from '../../../src/valuation/comparables/comparable.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { isFilled, markFilled, STATEABLE } from '../../../src/valuation/market/stated-attributes.ts'
import { buildingNumber, type Trial } from '../../../src/valuation/market/trials.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { halfWidth } from '../../../src/valuation/neighbours/interval.ts'
import type { Scales } from '../../../src/valuation/neighbours/scales.ts'
import { calibrate } from '../../../src/valuation/tuning/calibration.ts'
import { type TrialResult, tryKnown, tryUnknown } from '../../../src/valuation/tuning/try-method.ts'
import { assertNear } from '../../support/near.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

describe('the interval of a market whose prices hardly follow its flats', () => {
  const until = isoOfDay(TOWN_DAY)
  const settings = { until, tuningTrials: 100, fewestForTrees: Infinity }
  const answersTo = async (known: readonly Comparable[], asked: readonly Comparable[]) => {
    const model = await fit(known, settings)
    return asked.flatMap((flat) => {
      const answer = estimate(model, flat, { valuationDate: until })
      return answer.status === 'ok' ? { ...answer.value, priceRub: flat.priceRub } : []
    })
  }

  it('refuses nearly all, where a few trials could be answered', async () => {
    const flats = town({ rows: 800, seed: 3, noise: 0.4, spanDays: 0 })
    assert.ok((await answersTo(flats.slice(0, 600), flats.slice(600))).length < 20)
  })

  it('refuses nearly all beside a city where prices do follow, and none there', async () => {
    const here = town({ rows: 800, seed: 11, spanDays: 0 })
    const there = town({ rows: 500, seed: 1, noise: 0.4, spanDays: 0 }).map((one) => ({
      ...one,
      sourceId: `there-${one.sourceId}`,
      city: 'Дальний',
      lat: one.lat + 1,
    }))
    const known = [...here.slice(100), ...there.slice(100)]
    assert.ok((await answersTo(known, there.slice(0, 100))).length < 10)
    assert.equal((await answersTo(known, here.slice(0, 100))).length, 100)
  })

  it('refuses nearly all in a suburb where prices do not follow, and none in the rest of the city', async () => {
    const calm = town({ rows: 700, seed: 2, spanDays: 0 })
    const suburb = town({ rows: 400, seed: 52, noise: 0.5, spanDays: 0 }).map((one) => ({
      ...one,
      sourceId: `suburb-${one.sourceId}`,
      lat: one.lat + 0.06,
    }))
    const known = [...calm.slice(100), ...suburb.slice(100)]
    assert.ok((await answersTo(known, suburb.slice(0, 100))).length < 10)
    assert.equal((await answersTo(known, calm.slice(0, 100))).length, 100)
  })

  it('holds its share in a market too small for trials to tell how wrong it is', async () => {
    const flats = town({ rows: 235, buildings: 20, seed: 2, noise: 0.15, spanDays: 0 })
    const answers = await answersTo(flats.slice(0, 35), flats.slice(35))
    const held = answers.filter(
      (one) => one.low_rub <= one.priceRub && one.priceRub <= one.high_rub,
    )
    const covered = held.length / answers.length
    assert.ok(answers.length > 100 && covered > 0.74 && covered < 0.9, `80 % covers ${covered}`)
  })
})

describe('the trials of the whole method', async () => {
  const flats = town({ rows: 900 }).map((one, i) => ({
    ...one,
    yearBuilt: i % 3 === 0 ? null : one.yearBuilt,
  }))
  const market = await fit(flats, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
  const { table, buildingRows } = market
  const scales = { ...market.scales, byHalf: [market.scales.unknown, market.scales.unknown] }
  const trialOf = (row: number, knownDay = (table.day[row] as number) - 1): Trial => ({
    row,
    day: table.day[row] as number,
    knownDay,
    knownMonth: monthOfDay(knownDay),
  })
  const tried = (known: Trial[], unknown: Trial[] = [], of = table) => {
    const one = { ...market, table: of }
    return calibrate(tryKnown(one, buildingRows, known, scales), tryUnknown(one, unknown, scales))
  }
  const oldestOf = (building: number) => trialOf(listAt(buildingRows, building)[0] as number)
  /** Of buildings of which an older flat was known; all get an answer. */
  const late = Array.from({ length: 200 }, (_, k) => trialOf(table.n - 1 - k))
    .filter(({ row, knownDay }) => oldestOf(table.building[row] as number).day <= knownDay)
    .filter((trial) => tryKnown(market, buildingRows, [trial], scales).length === 1)
    .slice(0, 100)

  it('take a building for known only where another of its flats was known by then', () => {
    const oldest = [...table.buildings.keys()]
      .map(oldestOf)
      .filter(({ day }) => day > TOWN_DAY - 660)
    assert.ok(oldest.length > 60, `${oldest.length}`)
    // Some unknown building was tried, so nothing else bounds the error there.
    assert.equal(tried(oldest).interval.leastInUnknown, 0)
    assert.ok(tried(late).interval.leastInUnknown > 0)
    // In a snapshot a flat is known on its own day, and does not make its building known.
    const alone = oldest.map(({ row, day }) => trialOf(row, day))
    assert.equal(tried(alone).interval.leastInUnknown, 0)
  })

  it('count only where there are comparables enough for an answer', () => {
    const before = (table.day[0] as number) - 1
    const without = trialOf(table.n - 1, before)
    const { backtest } = tried(late)
    assert.equal(backtest?.n, 100)
    // Of a hundred prices, the share within the band that is to hold four fifths of them.
    const coverage = backtest?.coverage ?? 0
    assert.equal(coverage, Math.round(coverage * 100) / 100)
    assert.ok(coverage > 0.72 && coverage < 0.92, `${coverage}`)
    assert.equal(tried([...late, without]).backtest?.n, 100)
  })

  it('know what a flat leaves out: a condition, and in a hidden building its year too', () => {
    const sdOf = (tried: typeof tryUnknown, row: number) =>
      tried(market, [trialOf(row)], scales)[0]?.shape.unstatedSd
    const byKnown: typeof tryUnknown = (of, trials, by) => tryKnown(of, buildingRows, trials, by)
    const lacks = (row: number, position: number) =>
      Number.isNaN(flatOf(table, row)[position] as number)
    let [silent, filled] = [0, 0]
    for (const { row } of late) {
      const known = sdOf(byKnown, row)
      if (lacks(row, FLAT.condition)) {
        silent += 1
        assert.ok(known !== undefined && known > 0.02, `${known}`)
      } else if (!lacks(row, FLAT.year)) {
        assert.equal(known, 0)
      }
      if (!isFilled(table, row, FLAT.year) || lacks(row, FLAT.year)) continue
      const hidden = sdOf(tryUnknown, row)
      if (hidden === undefined || known === undefined) continue
      filled += 1
      assert.ok(hidden > known)
    }
    assert.ok(silent > 5 && filled > 5, `${silent} ${filled}`)
  })

  it('know that a kitchen of the usual share is not stated', () => {
    const [filled, stated] = late as [Trial, Trial]
    const flats = table.flats.slice()
    const marked = { ...table, flats, filled: table.filled.slice() }
    for (const { row } of [filled, stated]) {
      flats[row * FLAT.size + FLAT.kitchenShare] = 0.2
      flats[row * FLAT.size + FLAT.condition] = 1
    }
    markFilled(marked, filled.row, FLAT.kitchenShare)
    const ofKitchen = STATEABLE.map((position) => (position === FLAT.kitchenShare ? 0.01 : 0))
    const unstatedVariances = market.unstatedVariances.map(() => ofKitchen)
    const sds = tryKnown(
      { ...market, table: marked, unstatedVariances },
      buildingRows,
      [filled, stated],
      scales,
    ).map(({ shape }) => shape.unstatedSd)
    assert.deepEqual(sds, [0.1, 0])
  })

  it('take for a flat what its whole segment has alike, and change no flat', () => {
    const secondary = MARKETS.indexOf('secondary')
    const settled = MARKETS.map((_, one) => new Map(one === secondary ? [[FLAT.condition, 2]] : []))
    const silent = late.filter(({ row }) => Number.isNaN(flatOf(table, row)[FLAT.condition]))
    const before = table.flats.slice()
    const sdsBy = (of: typeof table) =>
      tryKnown({ ...market, table: of }, buildingRows, silent, scales).map(
        ({ shape }) => shape.unstatedSd,
      )
    assert.ok(sdsBy(table).every((sd) => sd > 0.02))
    assert.ok(sdsBy({ ...table, settled }).every((sd) => sd === 0))
    // As for a request: where the city's flats do not state it, it is not compared.
    const untold = table.words.cities.map(() => [FLAT.condition])
    assert.ok(sdsBy({ ...table, settled, untold }).every((sd) => sd > 0.02))
    assert.deepEqual(table.flats, before)
  })

  it('take nothing from flats of the building that were not known by then', () => {
    const first = [...table.buildings.keys()]
      .map(oldestOf)
      .filter(({ row }) => isFilled(table, row, FLAT.year))
    const sdOf = ([one]: readonly { shape: { unstatedSd: number } }[]) => one?.shape.unstatedSd
    let compared = 0
    for (const trial of first) {
      const hidden = sdOf(tryUnknown(market, [trial], scales))
      if (hidden === undefined) continue
      compared += 1
      assert.ok(hidden > 0.02)
      assert.equal(sdOf(tryKnown(market, buildingRows, [trial], scales)), hidden)
    }
    assert.ok(compared > 5, `${compared}`)
  })

  it('count with the error of all trees together, also where only those of one fold value them', () => {
    const leaf = (value: number) => ({
      roots: Int32Array.of(0),
      feature: Int16Array.of(-1),
      split: Float64Array.of(value),
      left: Int32Array.of(0),
    })
    const folds = [leaf(0.3), leaf(-0.3)]
    const unseen = late.slice(0, 20)
    const foldOfRow = Uint8Array.from({ length: table.n }, (_, row) => row % 2)
    for (const { row } of unseen) foldOfRow[row] = UNSEEN
    const one = { ...market, foldOfRow, attribute: { ...market.attribute, folds } }
    const measured = ({ missByOneFold }: TrialResult) => missByOneFold !== undefined
    assert.ok(tryKnown(one, buildingRows, unseen, scales).every(measured))
    assert.ok(!tryKnown(one, buildingRows, late.slice(20), scales).some(measured))
    const mdapeOf = (known: Trial[]) =>
      calibrate(tryKnown(one, buildingRows, known, scales), []).backtest?.mdape ?? NaN
    const [byAll, byOne] = [mdapeOf(unseen), mdapeOf(late.slice(20))]
    assert.ok(byAll < 0.1 && byOne > 0.2, `${byAll} ${byOne}`)
    assert.ok(mdapeOf(late) < byOne, `${mdapeOf(late)} ${byOne}`)
  })

  it('learn from many how much less all trees miss, and hardly from a few', () => {
    const [{ shape } = assert.fail()] = tryKnown(market, buildingRows, late.slice(0, 1), scales)
    const trial = (miss: number, missByOneFold?: number): TrialResult => ({
      shape,
      estimatedLn: Math.log(1 + miss),
      paidLn: 0,
      building: 1,
      ...(missByOneFold === undefined ? {} : { missByOneFold }),
    })
    const whole = Array.from({ length: 100 }, () => trial(0.1, 2 * Math.log(1.1)))
    assert.equal(calibrate(whole, []).backtest?.mdape, 0.1)
    // Of ten times as many others, the median price is missed by what theirs are reduced to.
    const ratioBy = (unseen: number) => {
      const seen = Array.from({ length: 10 * unseen }, () => trial(0.2))
      const kept = Array.from({ length: unseen }, () => trial(0.1, 2 * Math.log(1.1)))
      const { backtest } = calibrate([...seen, ...kept], [])
      return Math.log(1 + (backtest?.mdape ?? Number.NaN)) / Math.log(1.2)
    }
    const close = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-3, `${a} ${b}`)
    close(ratioBy(400), (400 * 0.5 + 100 * 0.955) / 500)
    close(ratioBy(2), (2 * 0.5 + 100 * 0.955) / 102)
  })

  it('teach of unknown buildings by those alone that were hidden, where there are enough of them', () => {
    const [{ shape } = assert.fail()] = tryKnown(market, buildingRows, late.slice(0, 1), scales)
    const trials = (count: number, known: boolean, miss: number): TrialResult[] =>
      Array.from({ length: count }, (_, i) => ({
        shape: { ...shape, spread: 0.03, known },
        estimatedLn: (i % 2 === 0 ? 1 : -1) * miss,
        paidLn: 0,
        building: i,
        missByOneFold: miss,
      }))
    /** Of flats alone in their buildings, tried as they stand. */
    const alone = trials(100, false, 0.02)
    const scoresWith = (hidden: number) =>
      calibrate([...trials(100, true, 0.05), ...alone], trials(hidden, false, 0.08)).interval.scores
    assert.deepEqual(
      scoresWith(60).map(({ length }) => length),
      [60, 100],
    )
    assert.deepEqual(
      scoresWith(59).map(({ length }) => length),
      [159, 100],
    )
  })

  it('lose in hidden buildings, too, the variance that all trees together lose', () => {
    const [{ shape } = assert.fail()] = tryKnown(market, buildingRows, late.slice(0, 1), scales)
    const trial = (known: boolean, miss: number, i: number, missByOneFold?: number) => ({
      shape: { ...shape, spread: 0.03, known },
      estimatedLn: miss,
      paidLn: 0,
      building: i,
      ...(missByOneFold === undefined ? {} : { missByOneFold }),
    })
    /** All trees miss by half of what one fold's do. */
    const kept = Array.from({ length: 100 }, (_, i) => trial(true, 0.05, i, 0.1))
    const widthOf = (miss: number, seenByAll: boolean) => {
      const hidden = Array.from({ length: 100 }, (_, i) =>
        trial(false, miss, i, seenByAll ? miss : undefined),
      )
      const { interval } = calibrate(kept, hidden)
      return halfWidth(interval, { ...shape, spread: 0.03, known: false }, 0.8)
    }
    const narrowing = (miss: number) => widthOf(miss, false) / widthOf(miss, true)
    // Of errors alike the same ratio; of twice as large ones the same variance, a quarter of its
    // share. The floor of an error and the ridge keep the widths from the exact ratios.
    const ratio = (100 * 0.5 + 100 * 0.955) / 200
    assertNear(narrowing(0.05), ratio, 0.03)
    assertNear(narrowing(0.1), Math.sqrt(1 - (1 - ratio ** 2) / 4), 0.03)
  })

  it('teach the interval where half of a city is answered, and all of its trials where fewer are', () => {
    const [{ shape } = assert.fail()] = tryKnown(market, buildingRows, late.slice(0, 1), scales)
    const trials = (count: number, spread: number, miss: number, city = 0): TrialResult[] =>
      Array.from({ length: count }, (_, i) => ({
        shape: { ...shape, spread, city },
        estimatedLn: (i % 2 === 0 ? 1 : -1) * miss,
        paidLn: 0,
        building: i,
      }))
    /** Trials of dense evidence and of evidence too far apart for an answer. */
    const countedOf = (dense: number, apart: number, elsewhere: readonly TrialResult[] = []) => {
      const all = [...trials(dense, 0.03, 0.05), ...trials(apart, 0.6, 0.9), ...elsewhere]
      return calibrate(all, []).interval.scores[1].length
    }
    assert.equal(countedOf(200, 200), 200)
    assert.equal(countedOf(199, 201), 400)
    // Of each city by itself: what one cannot answer takes nothing from another.
    assert.equal(countedOf(199, 201, trials(100, 0.03, 0.05, 1)), 500)
    assert.equal(countedOf(200, 200, trials(100, 0.6, 0.9, 1)), 300)
    assert.equal(countedOf(0, 400), 400)
    // An FSD of two fifths is none to answer by either.
    assert.equal(countedOf(200, 0, trials(100, 0.2, 0.4)), 200)
    // Fewer than sixty teach nothing, so that all do.
    assert.deepEqual([countedOf(60, 50), countedOf(59, 50)], [60, 109])
  })

  it('value a hidden building by scales that were tuned without its half of the buildings', () => {
    const others = { ...market.scales.unknown, power: 3 }
    const by = (first: Scales, second: Scales) =>
      late.map((trial) => tryUnknown(market, [trial], { ...scales, byHalf: [first, second] }))
    const { unknown } = market.scales
    const [usual, one] = [by(unknown, unknown), by(others, unknown)]
    late.forEach(({ row }, k) => {
      const isSame = isDeepStrictEqual(one[k], usual[k])
      assert.equal(isSame, buildingNumber(table, row) % 2 === 1, `${row}`)
      // Its evidence is told as that of a request would be.
      assert.deepEqual(one[k]?.[0]?.shape, usual[k]?.[0]?.shape)
    })
  })

  it('tell nothing of a hidden building, not even what was filled from it', () => {
    const untouched = { ...table, filled: new Uint8Array(table.n) }
    assert.notDeepEqual(tried([], late).interval, tried([], late, untouched).interval)
    assert.deepEqual(tried(late).interval, tried(late, [], untouched).interval)
    for (const trial of late.slice(0, 20)) {
      const building = table.building[trial.row]
      const lnPrice = table.lnPrice.map((ln, row) =>
        table.building[row] === building && row !== trial.row ? ln + 0.2 : ln,
      )
      const dearer = { ...market, table: { ...table, lnPrice } }
      assert.deepEqual(tryUnknown(dearer, [trial], scales), tryUnknown(market, [trial], scales))
    }
  })
})
