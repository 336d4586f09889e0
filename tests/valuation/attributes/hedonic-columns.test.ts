import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sum } from '../../../src/numbers/sum.ts'
import {
  columnsOf,
  INTERCEPT,
  layoutOf,
  priorsOf,
} from '../../../src/valuation/attributes/hedonic-columns.ts'
import {
  CONDITIONS,
  type Comparable,
  type Dwelling,
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

describe('what is assumed of a market before its prices are known', () => {
  const { prior, penalty } = priorsOf(layout, 1)
  /** How much dearer, ln, the one flat is than the other. */
  const dearer = (one: Partial<Comparable>, other: Partial<Comparable>) => {
    const ln = (flat: Partial<Comparable>) =>
      columns(flat).reduce((sum, [column, value]) => sum + value * (prior[column] as number), 0)
    return Number((ln(one) - ln(other)).toFixed(6))
  }
  const rounded = (ln: number) => Number(ln.toFixed(6))

  it('is that the first and the last floor are worth less, and each floor up a little more', () => {
    const on = (floor: number) => ({ floor, floorsTotal: 9 })
    const up = (from: number, to: number) => 0.028 * Math.log(to / from)
    assert.equal(dearer(on(4), on(2)), rounded(up(2, 4)))
    assert.equal(dearer(on(1), on(2)), rounded(-0.039 - up(1, 2)))
    assert.equal(dearer(on(9), on(8)), rounded(up(8, 9) - 0.022))
    assert.equal(dearer(on(-1), on(1)), -0.039)
  })

  it('is that an unknown floor is worth what the floors of a house of nine storeys are on average', () => {
    const unknown = { floor: null, floorsTotal: 9 }
    const apart = Array.from({ length: 9 }, (_, i) =>
      dearer(unknown, { floor: i + 1, floorsTotal: 9 }),
    )
    assert.ok(Math.abs(sum(apart)) < 9 * 0.0005, `${apart}`)
  })

  it('is that repair is worth its price, and an unknown one is cosmetic', () => {
    const shares = CONDITIONS.map((condition) => dearer({ condition }, { condition: 'none' }))
    assert.deepEqual(Object.fromEntries(CONDITIONS.map((one, i) => [one, shares[i]])), {
      none: 0,
      cosmetic: 0.05,
      euro: 0.1,
      designer: 0.17,
    })
    assert.equal(dearer({ condition: null }, { condition: 'cosmetic' }), 0)
    // A developer who says nothing sells bare flats.
    const built = { market: 'new' } as const
    assert.equal(dearer({ ...built, condition: null }, { ...built, condition: 'none' }), 0)
  })

  it('is that a tenth more of area takes 1.46 % off the price per m²', () => {
    assert.equal(dearer({ areaM2: 55 }, { areaM2: 50 }), rounded(Math.log(1.1) - 0.0146))
  })

  it('is nothing of its level, and of all else that it makes no difference', () => {
    assert.equal(penalty[INTERCEPT], 0)
    const other = { lat: 56.5, rooms: 5, yearBuilt: 1930, houseMaterial: 'wood', market: null }
    assert.equal(dearer(other as Partial<Comparable>, {}), 0)
    assert.ok(penalty.every((weight, column) => column === INTERCEPT || weight > 0))
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
