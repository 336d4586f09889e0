import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceKm } from '../../../src/geometry/earth.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { eachRowWithin, nearestRowWithin } from '../../../src/valuation/market/rows-within.ts'
import { spatialGrid } from '../../../src/valuation/market/spatial-grid.ts'
import { town } from '../synthetic-market.ts'

const table = marketTable(clean(town({ rows: 400 })))
const grid = spatialGrid(
  table.n,
  (row) => flatOf(table, row)[FLAT.lat] as number,
  (row) => flatOf(table, row)[FLAT.lon] as number,
)
const market = { table, grid }

const somewhere = fc.record({
  lat: fc.double({ min: 54.97, max: 55.03, noNaN: true }),
  lon: fc.double({ min: 59.95, max: 60.05, noNaN: true }),
  radiusKm: fc.double({ min: 0.01, max: 3, noNaN: true }),
})
const isWanted = (row: number): boolean => row % 3 !== 0

describe('the rows around a place', () => {
  it('the search visits every wanted row within the radius once, and finds the nearest', () => {
    fc.assert(
      fc.property(somewhere, (around) => {
        const kmOf = (row: number): number => {
          const flat = flatOf(table, row)
          return distanceKm(
            around.lat,
            around.lon,
            flat[FLAT.lat] as number,
            flat[FLAT.lon] as number,
          )
        }
        const expected = Array.from({ length: table.n }, (_, row) => row)
          .filter(isWanted)
          .filter((row) => kmOf(row) <= around.radiusKm)
        const found: number[] = []
        eachRowWithin(market, around, isWanted, (row, km) => {
          assert.equal(km, kmOf(row))
          found.push(row)
        })
        assert.deepEqual(
          found.toSorted((a, b) => a - b),
          expected,
        )
        const nearest = nearestRowWithin(market, around, isWanted)
        if (expected.length === 0) assert.equal(nearest, -1)
        else assert.equal(kmOf(nearest), Math.min(...expected.map(kmOf)))
      }),
    )
  })
})
