import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay, monthOfDay } from '../../../src/calendar.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import { type MarketTable, marketTable } from '../../../src/valuation/market/market-table.ts'
import { drawTuningAndInterval, keepBack } from '../../../src/valuation/market/trials.ts'
import { TOWN_DAY, town } from '../synthetic-market.ts'

const LAST_MONTH = monthOfDay(TOWN_DAY)
const SETTINGS = { tuningTrials: 100, intervalTrials: 900, unknownTrials: 100, seed: 1 }

describe('the trials of cities of one market', () => {
  const withYears = town({ rows: 400, spanDays: 700 }).map((one) => ({ ...one, city: 'Давний' }))
  const snapshot = town({ rows: 400, spanDays: 0, seed: 2 }).map((one) => ({
    ...one,
    sourceId: `s${one.sourceId}`,
    city: 'Новый',
    lat: one.lat + 1,
  }))
  const table = marketTable(clean([...withYears, ...snapshot]))
  const { interval } = drawTuningAndInterval(
    table,
    { keptBack: new Uint8Array(table.n), hasTrees: false, isBlindTo: () => true },
    SETTINGS,
  )
  const trialsIn = (city: string) =>
    interval.known.filter(
      ({ row }) => table.words.cities[table.flats[row * FLAT.size + FLAT.city] as number] === city,
    )

  it('value a snapshot from its own day, also beside a city with years of data', () => {
    const trials = trialsIn('новый')
    assert.ok(trials.length > 250, `${trials.length}`)
    for (const { knownDay } of trials) assert.equal(knownDay, TOWN_DAY)
  })

  it('value a city with years of data from the months before, also beside a snapshot', () => {
    const trials = trialsIn('давний')
    assert.ok(trials.length > 100, `${trials.length}`)
    for (const { day, knownDay } of trials) {
      assert.ok(knownDay < day && day - knownDay <= 31, `${day} from ${knownDay}`)
      assert.ok(day > TOWN_DAY - 366)
    }
  })
})

const NO_TREES = { hasTrees: false, isBlindTo: () => true } as const
const tableOf = (flats: readonly Comparable[]): MarketTable => marketTable(clean(flats))
const trialsOf = (table: MarketTable, settings = SETTINGS) =>
  drawTuningAndInterval(table, { ...NO_TREES, keptBack: new Uint8Array(table.n) }, settings)

describe('the months tried', () => {
  /** As many flats in each of so many months, the last of them TOWN_DAY's. */
  const overMonths = (months: number, each = 60) =>
    town({ rows: months * each, spanDays: 0 }).map((one, i) => ({
      ...one,
      date: isoOfDay(TOWN_DAY - 30 * (i % months) - 10),
    }))
  const triedIn = (flats: readonly Comparable[]) => {
    const trials = trialsOf(tableOf(flats)).interval.known
    return trials.map((trial) => ({ ...trial, month: monthOfDay(trial.day) }))
  }

  it('are those with two months before them, each known to its own eve, from four months on', () => {
    const tried = triedIn(overMonths(4))
    assert.deepEqual(
      new Set(tried.map(({ month }) => month)),
      new Set([LAST_MONTH, LAST_MONTH - 1]),
    )
    for (const { month, knownMonth, knownDay } of tried) {
      assert.equal(knownMonth, month - 1)
      assert.equal(monthOfDay(knownDay), month - 1)
      assert.equal(monthOfDay(knownDay + 1), month)
    }
  })

  it('are the last twelve of years', () => {
    const tried = triedIn(overMonths(20)).map(({ month }) => month)
    assert.equal(Math.min(...tried), LAST_MONTH - 11)
  })

  it('are those of earlier years too while the last has fewer than two hundred rows', () => {
    const before = overMonths(1, 300).map((one) => ({
      ...one,
      sourceId: `b${one.sourceId}`,
      date: isoOfDay(TOWN_DAY - 600),
    }))
    const firstWith = (rows: number) => {
      const flats = [...overMonths(1, rows), ...before]
      return Math.min(...triedIn(flats).map(({ month }) => month))
    }
    assert.equal(firstWith(190), monthOfDay(TOWN_DAY - 600))
    assert.equal(firstWith(210), LAST_MONTH)
  })

  it('are all where there are three, each flat valued from all others', () => {
    const tried = triedIn(overMonths(3))
    assert.equal(new Set(tried.map(({ month }) => month)).size, 3)
    assert.ok(
      tried.every(({ day, knownDay, knownMonth }) => knownDay === day && knownMonth === Infinity),
    )
  })

  it('do not count those of a few stray flats', () => {
    const strays = overMonths(7, 1).slice(1)
    const tried = triedIn([
      ...overMonths(1, 300),
      ...strays.map((one, i) => ({ ...one, sourceId: `s${i}`, areaM2: 90 })),
    ])
    assert.ok(tried.every(({ day, knownDay }) => knownDay === day))
  })
})

describe('the trials of the interval', () => {
  it('are apart from those of the tuning where these leave enough, else all', () => {
    const table = tableOf(town({ rows: 900, spanDays: 0 }))
    const rowsOf = (tuningTrials: number) => {
      const { tuning, interval } = trialsOf(table, { ...SETTINGS, tuningTrials })
      const tuned = new Set(tuning.known.map(({ row }) => row))
      return {
        rows: interval.known.length,
        shared: interval.known.filter(({ row }) => tuned.has(row)).length,
      }
    }
    assert.deepEqual(rowsOf(100), { rows: table.n - 100, shared: 0 })
    assert.deepEqual(rowsOf(table.n - 100), { rows: table.n, shared: table.n - 100 })
  })
})

describe('the rows kept back', () => {
  const table = tableOf(town({ rows: 4000, spanDays: 0 }))
  const share = (intervalTrials: number, mostKeptBack: number) =>
    keepBack(table, { intervalTrials, mostKeptBack }).filter((one) => one === 1).length / table.n

  it('are about as many as the trials, but one in fifty at least and no more than may be', () => {
    for (const [trials, most, expected] of [
      [120, 1 / 20, 0.03],
      [10, 1 / 20, 1 / 50],
      [3000, 1 / 20, 1 / 20],
      [3000, 1 / 10, 1 / 10],
    ] as const) {
      const kept = share(trials, most)
      // Rows are drawn one by one: four standard deviations.
      const chance = 4 * Math.sqrt((expected * (1 - expected)) / table.n)
      assert.ok(Math.abs(kept - expected) < chance, `${kept} for ${trials}`)
    }
  })

  it('are the same for fewer trials than one in fifty, and more for more', () => {
    assert.equal(share(80, 1 / 20), share(10, 1 / 20))
    assert.ok(share(90, 1 / 20) > share(80, 1 / 20))
  })

  it('are of the months tried alone, about one in twenty where many trials are wanted', () => {
    const table = tableOf(town({ rows: 4000, spanDays: 900 }))
    const months = [...keepBack(table, { intervalTrials: 1200, mostKeptBack: 1 / 20 })].flatMap(
      (kept, row) => (kept === 1 ? [table.month[row] as number] : []),
    )
    assert.ok(months.length > 40 && months.length < 160, `${months.length}`)
    assert.ok(Math.min(...months) >= monthOfDay(TOWN_DAY) - 11)
  })
})

describe('the trials of a market with trees', () => {
  const table = tableOf(town({ rows: 2000, spanDays: 0 }))
  /**
   * So many of the first rows are kept back, and trees are blind to the buildings of the last 300.
   */
  const isBlindTo = (row: number) => row >= table.n - 300
  const drawn = (kept: number) => {
    const keptBack = new Uint8Array(table.n).fill(1, 0, kept)
    return drawTuningAndInterval(table, { keptBack, hasTrees: true, isBlindTo }, SETTINGS)
  }
  const rowsOf = (trials: readonly { row: number }[]) =>
    trials.map(({ row }) => row).toSorted((a, b) => a - b)

  it('are rows that no trees saw for intervals, and others for scales', () => {
    const { tuning, interval } = drawn(700)
    assert.deepEqual(
      rowsOf(interval.known),
      Array.from({ length: 700 }, (_, row) => row),
    )
    assert.equal(tuning.known.length, SETTINGS.tuningTrials)
    assert.ok(tuning.known.every(({ row }) => row >= 700))
  })

  it('are joined by those of the scales where fewer than 700 were kept back', () => {
    const { tuning, interval } = drawn(699)
    assert.equal(interval.known.length, 699 + tuning.known.length)
  })

  it('are of buildings that some trees are blind to, where they are taken for unknown', () => {
    const { tuning, interval } = drawn(700)
    assert.equal(interval.unknown.length, SETTINGS.unknownTrials)
    assert.ok(interval.unknown.every(({ row }) => isBlindTo(row)))
    assert.deepEqual(tuning.unknown, interval.unknown)
  })
})
