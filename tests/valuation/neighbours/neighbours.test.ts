import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceKm, KM_PER_DEGREE, kmEast } from '../../../src/geometry/earth.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { rangesAround, spatialGrid } from '../../../src/valuation/market/spatial-grid.ts'
import { nearest } from '../../../src/valuation/neighbours/neighbours.ts'
import {
  differences,
  STARTING_WEIGHTS,
  squaredDistance,
  TERM,
} from '../../../src/valuation/neighbours/similarity.ts'
import { assertNear } from '../../support/near.ts'
import { TOWN_DAY, town } from '../synthetic-market.ts'

const ascending = (a: number, b: number) => a - b

describe('the difference of two flats', () => {
  it('counts something for an attribute that either leaves out, the same whichever does', () => {
    const whole = new Float64Array(FLAT.size).fill(1)
    const silent = whole.slice()
    const UNTOLD = ['floor', 'year', 'condition', 'material', 'class', 'market'] as const
    for (const attribute of UNTOLD) silent[FLAT[attribute]] = Number.NaN
    const between = (flat: Float64Array, flats: Float64Array) => {
      const terms = new Float64Array(TERM.size)
      const table = { flats, building: Int32Array.of(0), day: Int32Array.of(0) }
      differences({ flat, building: 0, ageFrom: 0 }, table, 0, terms, 0)
      return terms
    }
    const told = between(whole, whole)
    assert.ok(told.every((term) => term === 0))
    const untold = between(whole, silent)
    for (const attribute of UNTOLD) assert.ok((untold[TERM[attribute]] as number) > 0, attribute)
    assert.equal(untold.filter((term) => term > 0).length, UNTOLD.length)
    assert.deepEqual(between(silent, whole), untold)
    assert.deepEqual(between(silent, silent), untold)
  })
})

describe('the difference of two flats, worked out by hand', () => {
  const base = new Float64Array(FLAT.size).fill(1)
  /** The terms in which a flat differs that is the other but for this. */
  const differing = (
    change: Readonly<Partial<Record<keyof typeof FLAT, number>>>,
    building = 0,
  ) => {
    const flats = base.slice()
    for (const [name, value] of Object.entries(change))
      flats[FLAT[name as keyof typeof FLAT]] = value
    const terms = new Float64Array(TERM.size)
    const table = { flats, building: Int32Array.of(building), day: Int32Array.of(0) }
    differences({ flat: base, building: 0, ageFrom: 0 }, table, 0, terms, 0)
    return Object.entries(TERM).flatMap(([name, at]) =>
      (terms[at] ?? 0) > 0 ? [[name, terms[at]]] : [],
    )
  }

  it('is squared by floors, years, rooms and steps of condition', () => {
    assert.deepEqual(differing({ floor: 4, year: 6, rooms: 3, condition: 3 }), [
      ['floor', 9],
      ['year', 25],
      ['condition', 4],
      ['rooms', 4],
    ])
  })

  it('is about half of what two flats of a neighbourhood differ by, where either is unknown', () => {
    const unknown = [
      'floor',
      'year',
      'condition',
      'material',
      'class',
      'market',
      'floors',
      'ceilingM',
    ]
    assert.deepEqual(differing(Object.fromEntries(unknown.map((name) => [name, Number.NaN]))), [
      ['floor', 8],
      ['year', 40],
      ['condition', 0.6],
      ['material', 0.3],
      ['class', 0.3],
      ['market', 0.3],
      ['floors', 0.05],
      ['ceiling', 0.02],
    ])
  })

  it('is one for another word, whichever it is, and for another building', () => {
    assert.deepEqual(differing({ material: 5, class: 0, market: 2 }, 7), [
      ['material', 1],
      ['class', 1],
      ['market', 1],
      ['building', 1],
    ])
  })
})

describe('the neighbour search', () => {
  const table = marketTable(clean(town({ rows: 500 })))
  const latOf = (i: number): number => table.flats[i * FLAT.size + FLAT.lat] as number
  const lonOf = (i: number): number => table.flats[i * FLAT.size + FLAT.lon] as number
  const grid = spatialGrid(table.n, latOf, lonOf)

  it('finds what measuring every row finds', () => {
    fc.assert(
      fc.property(fc.nat(table.n - 1), fc.integer({ min: 1, max: 40 }), (row, k) => {
        const flat = flatOf(table, row).slice()
        const ask = {
          flat,
          building: table.building[row] as number,
          day: TOWN_DAY - 30,
          ageFrom: TOWN_DAY,
          oldestDay: TOWN_DAY - 400,
          radiusKm: 10,
          k,
        }
        const found = nearest(table, grid, STARTING_WEIGHTS, ask)
        const terms = new Float64Array(TERM.size)
        const all: number[] = []
        for (let i = 0; i < table.n; i += 1) {
          const at = table.day[i] as number
          if (at > ask.day || at < ask.oldestDay) continue
          differences(ask, table, i, terms, 0)
          all.push(squaredDistance(STARTING_WEIGHTS, terms, 0))
        }
        all.sort((a, b) => a - b)
        assert.equal(found.count, Math.min(k, all.length))
        found.squaredDistances.forEach((one, i) => {
          assertNear(one, all[i] as number, 1e-9)
        })
      }),
      { numRuns: 60 },
    )
  })

  for (const latitude of [0, 55, 69, -69]) {
    it(`holds just the rows within the radius at ${latitude}°`, () => {
      const flats = table.flats.slice()
      const put = (row: number, north: number, east: number) => {
        flats[row * FLAT.size + FLAT.lat] = latitude + north / KM_PER_DEGREE
        flats[row * FLAT.size + FLAT.lon] = 60 + east / kmEast(1, latitude)
      }
      // Round the edge of each ring, and some within.
      for (let row = 0; row < table.n; row += 1) {
        const km = ([0.5, 1, 2, 4, 10, 10][row % 6] as number) * (0.998 + (0.004 * row) / table.n)
        put(row, km * Math.cos(row), km * Math.sin(row))
      }
      put(0, 0, 0)
      const moved = { ...table, flats }
      const movedGrid = spatialGrid(
        table.n,
        (i) => flats[i * FLAT.size + FLAT.lat] as number,
        (i) => flats[i * FLAT.size + FLAT.lon] as number,
      )
      const flat = flatOf(moved, 0).slice()
      const ask = {
        flat,
        building: -1,
        day: TOWN_DAY,
        ageFrom: TOWN_DAY,
        oldestDay: 0,
        radiusKm: 10,
        k: table.n,
      }
      const kmOf = (row: number) =>
        distanceKm(
          latitude,
          60,
          flats[row * FLAT.size + FLAT.lat] as number,
          flats[row * FLAT.size + FLAT.lon] as number,
        )
      const within = Array.from({ length: table.n }, (_, row) => row).filter(
        (row) => kmOf(row) <= ask.radiusKm,
      )
      assert.ok(within.length < table.n - 20 && within.length > table.n / 2)
      const found = nearest(moved, movedGrid, STARTING_WEIGHTS, ask)
      assert.deepEqual([...found.rows].sort(ascending), within)
      // A few of them, chosen by nearness alone, so that a ring too small would show.
      const byPlace = STARTING_WEIGHTS.map((_, term) => (term === TERM.place ? 1 : 0))
      for (const k of [1, 40, 130, 250]) {
        const few = nearest(moved, movedGrid, byPlace, { ...ask, k })
        const nearestKm = within.map(kmOf).sort(ascending).slice(0, k)
        few.squaredDistances.forEach((one, i) => {
          assertNear(Math.sqrt(one), nearestKm[i] as number, 1e-9)
        })
      }
    })
  }

  it('the cells around a place hold every row within the radius, beside a pole as well', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 55, 69, 89.7, 89.95, 89.99, -89.95),
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (lat, radiusKm, lon) => {
          const places = Array.from({ length: 300 }, (_, i) => ({
            lat: Math.max(-90, Math.min(90, lat + (0.2 * ((i * 37) % 300)) / 300 - 0.1)),
            lon: ((lon + 540 + ((i % 60) - 30) * (Math.abs(lat) > 80 ? 6 : 0.01)) % 360) - 180,
          }))
          const gridOfPlaces = spatialGrid(
            places.length,
            (i) => places[i]?.lat ?? 0,
            (i) => places[i]?.lon ?? 0,
          )
          const visited = new Set<number>()
          rangesAround(gridOfPlaces, lat, lon, radiusKm, (from, to) => {
            for (let p = from; p < to; p += 1) visited.add(gridOfPlaces.rows[p] as number)
          })
          places.forEach((place, i) => {
            if (distanceKm(lat, lon, place.lat, place.lon) <= radiusKm) assert.ok(visited.has(i))
          })
        },
      ),
    )
  })

  it('reaches over the date line and to the poles', () => {
    const points = [
      [10, 179.999],
      [10, -179.999],
      [89.9999, 0],
      [89.9999, 180],
    ] as const
    const small = spatialGrid(
      points.length,
      (i) => points[i]?.[0] ?? 0,
      (i) => points[i]?.[1] ?? 0,
    )
    const around = (lat: number, lon: number): Set<number> => {
      const rows = new Set<number>()
      rangesAround(small, lat, lon, 1, (from, to) => {
        for (let p = from; p < to; p += 1) rows.add(small.rows[p] as number)
      })
      return rows
    }
    assert.ok(around(10, 179.9995).has(1))
    assert.ok(around(10, -179.9995).has(0))
    assert.ok(around(90, 90).has(2) && around(90, 90).has(3))
  })
})
