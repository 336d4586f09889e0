import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstDayOfMonth, isoOfDay, monthOfDay } from '../../../src/calendar.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import {
  drawTuningAndInterval,
  KEPT_BUILDING,
  KEPT_ROW,
  keepBack,
} from '../../../src/valuation/market/trials.ts'
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
  const table = marketTable(clean([...withYears, ...snapshot]).evidence)
  const { interval } = drawTuningAndInterval(
    table,
    { keptBack: new Uint8Array(table.n), hasTrees: false, isApart: false },
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

const tableOf = (...parts: Parameters<typeof town>[0][]) =>
  marketTable(
    clean(
      parts.flatMap((options, i) =>
        town({ seed: i + 1, ...options }).map((one) => ({
          ...one,
          sourceId: `${i}${one.sourceId}`,
        })),
      ),
    ).evidence,
  )

describe('the days that trials know', () => {
  /** The months, back from the last, with so many flats each. */
  const months = (...flats: readonly number[]) => {
    const rows = flats.flatMap((count, k) =>
      town({ rows: count, spanDays: 0, seed: k + 1 }).map((one) => ({
        ...one,
        sourceId: `${k}${one.sourceId}`,
        date: isoOfDay(firstDayOfMonth(LAST_MONTH - k) + 9),
      })),
    )
    const table = marketTable(clean(rows).evidence)
    const { known } = drawTuningAndInterval(
      table,
      { keptBack: new Uint8Array(table.n), hasTrees: false, isApart: false },
      { ...SETTINGS, tuningTrials: 0 },
    ).interval
    return new Map(
      known.map(({ day, knownDay }) => [LAST_MONTH - monthOfDay(day), day - knownDay] as const),
    )
  }

  it('are those before its month from four months of data on, the first two of which only tell', () => {
    assert.deepEqual([...months(100, 100, 100).entries()].toSorted(), [
      [0, 0],
      [1, 0],
      [2, 0],
    ])
    assert.deepEqual([...months(100, 100, 100, 100).entries()].toSorted(), [
      [0, 10],
      [1, 10],
    ])
  })

  it('are all where the other months have hardly a flat', () => {
    assert.equal(months(100, 100, 100, 4, 4).get(0), 0)
  })
})

describe('the rows kept back', () => {
  const table = tableOf({ rows: 4000, spanDays: 0 })
  const share = (intervalTrials: number, mark: number, buildingsOverRows = 0) =>
    keepBack(table, { intervalTrials, buildingsOverRows }).filter((one) => one === mark).length /
    table.n

  it('are about as many as the trials, but one in fifty at least and one in twenty at most', () => {
    for (const [trials, expected] of [
      [120, 0.03],
      [10, 1 / 50],
      [3000, 1 / 20],
    ] as const) {
      const kept = share(trials, KEPT_ROW)
      // Rows are drawn one by one: four standard deviations.
      const chance = 4 * Math.sqrt((expected * (1 - expected)) / table.n)
      assert.ok(Math.abs(kept - expected) < chance, `${kept} for ${trials}`)
    }
  })

  it('are whole buildings as many times as often', () => {
    const kept = share(10, KEPT_BUILDING, 5)
    const chance = 4 * Math.sqrt((0.1 * 0.9) / table.buildings.length)
    assert.ok(Math.abs(kept - 0.1) < chance, `${kept}`)
    assert.equal(share(10, KEPT_BUILDING), 0)
  })
})

describe('the trials of a market with trees', () => {
  const table = tableOf({ rows: 1500, spanDays: 0 })
  /** So many rows kept back alone, and as many of the last in whole buildings. */
  const drawn = (kept: number, isApart = false) => {
    const keptBack = new Uint8Array(table.n).fill(KEPT_ROW, 0, kept).fill(KEPT_BUILDING, -kept)
    return drawTuningAndInterval(table, { keptBack, hasTrees: true, isApart }, SETTINGS)
  }
  const rowsOf = (trials: readonly { row: number }[]) =>
    trials.map(({ row }) => row).toSorted((a, b) => a - b)

  it('are rows that no trees saw for intervals, and others for scales', () => {
    const { tuning, interval } = drawn(300)
    assert.deepEqual(
      rowsOf(interval.known),
      Array.from({ length: 300 }, (_, row) => row),
    )
    assert.equal(tuning.known.length, SETTINGS.tuningTrials)
    assert.ok(tuning.known.every(({ row }) => row >= 300 && row < table.n - 300))
  })

  it('are joined by those of the scales where fewer than 300 were kept back', () => {
    const { tuning, interval } = drawn(299)
    assert.equal(interval.known.length, 299 + tuning.known.length)
  })

  it('are of buildings kept back whole, or of any where other trees value those', () => {
    assert.ok(drawn(300).interval.unknown.every(({ row }) => row >= table.n - 300))
    const { unknown } = drawn(300, true).interval
    assert.equal(unknown.length, SETTINGS.unknownTrials)
    assert.ok(unknown.some(({ row }) => row < table.n - 300))
  })
})
