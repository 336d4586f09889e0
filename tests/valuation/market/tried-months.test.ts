import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monthsOfCity } from '../../../src/valuation/market/tried-months.ts'

/** Some month. */
const LAST = 24_000

/** What is tried in a city with so many rows so many months before `LAST`. */
function tried(rowsByAge: Readonly<Record<number, number>>) {
  const byMonth = Object.entries(rowsByAge).map(
    ([age, rows]) => [LAST - Number(age), rows] as const,
  )
  const { forward, first } = monthsOfCity(new Map(byMonth))
  return { forward, oldestAge: LAST - first }
}

const monthly = (from: number, to: number, rows: number): Record<number, number> =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, i) => [from + i, rows]))

describe('the months tried of a city', () => {
  it('are those of the later of two snapshots years apart, however much smaller', () => {
    assert.deepEqual(tried({ 20: 1500, 0: 220 }), { forward: false, oldestAge: 11 })
  })

  it('are those of both while the later has too few rows to learn from', () => {
    assert.deepEqual(tried({ 20: 1500, 0: 150 }), { forward: false, oldestAge: 31 })
  })
})

describe('the months tried of a city of few rows', () => {
  it('are all, however far apart', () => {
    assert.deepEqual(tried({ 40: 90, 0: 50 }), { forward: false, oldestAge: Infinity })
    // All but the first two, which too little is known before.
    assert.deepEqual(tried(monthly(0, 29, 6)), { forward: true, oldestAge: 27 })
    assert.deepEqual(tried(monthly(0, 29, 7)), { forward: true, oldestAge: 27 })
  })
})

describe('the months tried of a city with months of rows', () => {
  it('are those of its last year, also where it was far busier before', () => {
    assert.deepEqual(tried({ ...monthly(20, 31, 400), ...monthly(0, 5, 40) }), {
      forward: true,
      oldestAge: 3,
    })
  })

  it('begin two months after a gap of more than half a year, which nothing was known before', () => {
    assert.deepEqual(tried({ ...monthly(11, 16, 60), ...monthly(0, 4, 60) }), {
      forward: true,
      oldestAge: 2,
    })
    assert.deepEqual(tried({ ...monthly(10, 16, 60), ...monthly(0, 4, 60) }), {
      forward: true,
      oldestAge: 11,
    })
  })

  it('are valued from all rows where the months after the gap are three', () => {
    assert.deepEqual(tried({ ...monthly(20, 31, 60), ...monthly(0, 2, 80) }), {
      forward: false,
      oldestAge: 11,
    })
  })

  it('end where the rows end, not with a few strays years later', () => {
    assert.deepEqual(tried({ ...monthly(30, 49, 60), 0: 3 }), { forward: true, oldestAge: 41 })
  })

  it('end with a month that has just begun', () => {
    assert.deepEqual(tried({ ...monthly(1, 20, 60), 0: 5 }), { forward: true, oldestAge: 11 })
  })

  it('count as covered with thirty rows, or a fifth of what a month has on average', () => {
    const isForward = (...rows: readonly number[]) => tried({ ...rows }).forward
    // A fifth of 307.5 would be more; of 50 it is 10.
    assert.deepEqual([isForward(400, 400, 400, 30), isForward(400, 400, 401, 29)], [true, false])
    assert.deepEqual([isForward(60, 65, 65, 10), isForward(60, 65, 66, 9)], [true, false])
  })

  it('are valued from the months before, also where the last one holds most of all rows', () => {
    assert.equal(tried({ ...monthly(1, 29, 100), 0: 5000 }).forward, true)
  })

  it('are more than a year where a year has too few rows to learn from', () => {
    assert.deepEqual(tried(monthly(0, 30, 10)), { forward: true, oldestAge: 19 })
  })
})
