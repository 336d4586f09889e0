import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  CONDITIONS,
  type Comparable,
  type Dwelling,
  HOUSE_MATERIALS,
  MARKETS,
} from '../../../src/valuation/comparables/comparable.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import { STATEABLE } from '../../../src/valuation/market/stated-attributes.ts'
import { FULLY_STATED } from '../sale.ts'
import { columns, columnsOfFlat, flatOfMarket, layout } from './flat-columns.ts'

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const anyFlat: fc.Arbitrary<Omit<Dwelling, 'lon' | 'address'>> = fc.record({
  lat: fc.double({ min: 55, max: 58, noNaN: true }),
  city: fc.constantFrom('Образцовск', 'Дальний', 'Нигде', null),
  district: fc.constantFrom('Северный', 'Южный', null),
  areaM2: fc.double({ min: 8, max: 1000, noNaN: true }),
  kitchenAreaM2: orNull(fc.double({ min: 1, max: 800, noNaN: true })),
  livingAreaM2: orNull(fc.double({ min: 4, max: 1000, noNaN: true })),
  rooms: fc.nat(50),
  floor: orNull(fc.integer({ min: -5, max: 200 })),
  floorsTotal: orNull(fc.integer({ min: 1, max: 200 })),
  yearBuilt: orNull(fc.integer({ min: 1700, max: 2100 })),
  houseMaterial: orNull(fc.constantFrom(...HOUSE_MATERIALS)),
  buildingClass: fc.constantFrom('комфорт', 'бизнес', null),
  condition: orNull(fc.constantFrom(...CONDITIONS)),
  market: orNull(fc.constantFrom(...MARKETS)),
  ceilingHeightM: orNull(fc.double({ min: 2, max: 8, noNaN: true })),
})

describe('the columns of the regression', () => {
  it('come in rising order for any flat, each once, none beyond the layout', () => {
    fc.assert(
      fc.property(anyFlat, (flat) => {
        let before = -1
        for (const [column, value] of columns(flat)) {
          assert.ok(before < column && column < layout.size, `${column} after ${before}`)
          assert.ok(Number.isFinite(value))
          before = column
        }
      }),
    )
  })

  it('depend on each attribute that a flat may state', () => {
    const flat = flatOfMarket(FULLY_STATED)
    const stated = columnsOfFlat(flat)
    for (const [name, position] of Object.entries(FLAT)) {
      if (!STATEABLE.includes(position)) continue
      assert.notDeepEqual(columnsOfFlat(flat.with(position, Number.NaN)), stated, name)
    }
  })

  it('share a year between the two knots around it, and go no further than the last', () => {
    const unknown = new Set(columns({ yearBuilt: null }).map(([column]) => column))
    const ofYear = (yearBuilt: number) =>
      columns({ yearBuilt }).filter(([column]) => !unknown.has(column))
    const [[from = -1] = []] = ofYear(1975)
    assert.deepEqual(ofYear(1975), [[from, 1]])
    assert.deepEqual(ofYear(1977), [
      [from, 0.8],
      [from + 1, 0.2],
    ])
    assert.deepEqual(ofYear(1985), [[from + 1, 1]])
    assert.deepEqual(ofYear(2100), ofYear(2025))
    assert.deepEqual(ofYear(1700), ofYear(1900))
  })
})

describe('a measure or a distance', () => {
  /** What tells the columns of two flats apart, as the values of the one and of the other. */
  const apart = (one: Partial<Comparable>, other: Partial<Comparable>) => {
    const [ofOne, ofOther] = [new Map(columns(one)), new Map(columns(other))]
    const all = new Set([...ofOne.keys(), ...ofOther.keys()])
    return [...all]
      .map((column) => [ofOne.get(column) ?? 0, ofOther.get(column) ?? 0] as const)
      .filter(([a, b]) => Math.abs(a - b) > 1e-9)
  }

  it('counts up to a limit to either side of what is usual, beyond which it may be a mistake', () => {
    const [[usual = -1, high = -1] = []] = apart({ ceilingHeightM: 2.7 }, { ceilingHeightM: 3 })
    assert.ok(Math.abs(usual) < 1e-9 && Math.abs(high - 0.3) < 1e-9)
    assert.deepEqual(apart({ ceilingHeightM: 4.5 }, { ceilingHeightM: 27 }), [])
    assert.deepEqual(apart({ kitchenAreaM2: 25 }, { kitchenAreaM2: 45 }), [])
    assert.equal(apart({ kitchenAreaM2: 20 }, { kitchenAreaM2: 23.5 }).length, 1)
    assert.deepEqual(apart({ livingAreaM2: 12 }, { livingAreaM2: 4 }), [])
    assert.equal(apart({ livingAreaM2: 14 }, { livingAreaM2: 20 }).length, 1)
  })

  it('counts up to sixty kilometres from the centre, of which the logarithm goes on', () => {
    // A degree of latitude is 111 km.
    const [[lnNear = 0, lnFar = 0] = [], ...others] = apart({ lat: 56.68 }, { lat: 57.08 })
    assert.ok(Math.abs(lnNear - Math.log(1 + 66.7)) < 0.01, `${lnNear}`)
    assert.ok(Math.abs(lnFar - Math.log(1 + 111.2)) < 0.01, `${lnFar}`)
    assert.deepEqual(others, [])
    assert.equal(apart({ lat: 56.18 }, { lat: 56.38 }).length, 2)
  })
})

describe('rooms', () => {
  it('count each number by itself up to five, and six or more alike', () => {
    const columnOf = (rooms: number) => columns({ rooms })[3]?.[0]
    const apart = new Set([0, 1, 2, 3, 4, 5, 6].map(columnOf))
    assert.equal(apart.size, 7)
    assert.deepEqual([7, 10].map(columnOf), [columnOf(6), columnOf(6)])
  })
})

describe('a floor below the ground', () => {
  it('counts as one, the one at street level among them', () => {
    const columnsOn = (floor: number) => new Set(columns({ floor }).map(([column]) => column))
    assert.deepEqual(columnsOn(0), columnsOn(-2))
    assert.equal(columnsOn(0).difference(columnsOn(3)).size, 1)
    assert.equal(columnsOn(0).difference(columnsOn(1)).size, 1)
  })
})

describe('the first and the last floor', () => {
  const columnsOn = (floor: number, floorsTotal: number, market: 'new' | 'secondary') =>
    new Set(columns({ market, floor, floorsTotal }).map(([column]) => column))
  /** Columns that flats of a house of nine storeys have on one floor and not on the other. */
  const columnsApart = (market: 'new' | 'secondary', floor: number, other: number): number =>
    columnsOn(floor, 9, market).difference(columnsOn(other, 9, market)).size

  it('count each by itself, for flats that are not new', () => {
    assert.equal(columnsApart('secondary', 1, 5), 1)
    assert.equal(columnsApart('secondary', 9, 5), 1)
  })

  it('are the first alone in a house of one storey', () => {
    assert.deepEqual(columnsOn(1, 1, 'secondary'), columnsOn(1, 9, 'secondary'))
  })

  it('never count for new flats', () => {
    assert.equal(columnsApart('new', 1, 5), 0)
    assert.equal(columnsApart('new', 9, 5), 0)
  })
})
