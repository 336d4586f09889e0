import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { columnsOf, layoutOf } from '../../../src/valuation/attributes/hedonic-columns.ts'
import {
  CONDITIONS,
  type Comparable,
  HOUSE_MATERIALS,
  MARKETS,
} from '../../../src/valuation/comparables/comparable.ts'
import { coderOf } from '../../../src/valuation/market/flat-vector.ts'
import { sale } from '../sale.ts'

const WORDS = {
  classes: ['комфорт', 'бизнес'],
  districts: ['образцовск|северный', 'образцовск|южный'],
  cities: ['образцовск', 'дальний'],
}
const CENTRES = Float64Array.of(56.08, 60.73, 57.1, 60.7)
const layout = layoutOf(WORDS)
const coded = coderOf(WORDS)

/** The columns of a flat with their values, in the order in which they are added. */
function columns(change: Partial<Comparable>): [column: number, value: number][] {
  const found: [number, number][] = []
  columnsOf(coded(sale('s', 1, change)), layout, CENTRES, (column, value) => {
    found.push([column, value])
  })
  return found
}

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const anyFlat: fc.Arbitrary<Partial<Comparable>> = fc.record({
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
