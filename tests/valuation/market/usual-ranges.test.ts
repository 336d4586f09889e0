import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { isUnusual, newestYear, usualRanges } from '../../../src/valuation/market/usual-ranges.ts'
import { town } from '../synthetic-market.ts'

/** A tenth of the flats are studios. */
const tableOf = (rows: number) =>
  marketTable(clean(town({ rows }).map((one, i) => (i % 10 === 0 ? { ...one, rooms: 0 } : one))))

describe('what is unusual of a flat', () => {
  const table = tableOf(1000)
  const ranges = usualRanges(table)
  /** A flat of middle measures, which nobody would call unusual. */
  const usual = flatOf(table, 0).slice()
  usual[FLAT.lnArea] = Math.log(55)
  usual[FLAT.rooms] = 2
  usual[FLAT.floor] = 3
  usual[FLAT.floors] = 9
  usual[FLAT.year] = 1990
  const isUnusualWith = (position: number, value: number) =>
    isUnusual(ranges, usual.with(position, value))

  it('is a size, number of rooms, floor, year or house beyond those of almost all, to either side', () => {
    assert.ok(!isUnusual(ranges, usual))
    for (const [position, least, most] of [
      [FLAT.lnArea, Math.log(30), Math.log(100)],
      [FLAT.rooms, -1, 5],
      [FLAT.floor, 0, 30],
      [FLAT.floors, 3, 40],
      [FLAT.year, 1900, 2030],
    ] as const) {
      assert.ok(isUnusualWith(position, least), `${position} of ${least}`)
      assert.ok(isUnusualWith(position, most), `${position} of ${most}`)
      assert.ok(!isUnusualWith(position, Number.NaN), `${position} unknown`)
    }
  })

  it('is the size of a room, though neither the size nor the rooms are; a studio has no room', () => {
    const [small, large] = [Math.log(40), Math.log(75)]
    const isUnusualOf = (lnArea: number, rooms: number) =>
      isUnusual(ranges, usual.with(FLAT.lnArea, lnArea).with(FLAT.rooms, rooms))
    assert.deepEqual([isUnusualOf(small, 1), isUnusualOf(large, 3)], [false, false])
    assert.deepEqual([isUnusualOf(small, 3), isUnusualOf(large, 1)], [true, true])
    assert.deepEqual([isUnusualOf(small, 0), isUnusualOf(large, 0)], [false, false])
  })

  it('is beyond all but one in a thousand to either side', () => {
    const even = tableOf(1000)
    for (let row = 0; row < even.n; row += 1) {
      even.flats[row * FLAT.size + FLAT.year] = 1000 + (row * 1000) / (even.n - 1)
    }
    const [least, most] = usualRanges(even)[4] ?? []
    assert.deepEqual([least?.toFixed(6), most?.toFixed(6)], ['1001.000000', '1999.000000'])
  })

  it('is nothing in a market of fewer than 500 flats, which knows no newest year either', () => {
    const few = usualRanges(tableOf(499))
    assert.ok(!isUnusual(few, usual.with(FLAT.lnArea, Math.log(1000))))
    assert.equal(newestYear(few), Infinity)
    assert.ok(isUnusual(usualRanges({ ...table, n: 500 }), usual.with(FLAT.lnArea, Math.log(1000))))
    assert.equal(
      newestYear(ranges),
      Math.max(...table.flats.filter((_, at) => at % FLAT.size === FLAT.year)),
    )
  })
})
