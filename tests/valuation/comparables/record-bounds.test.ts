// The last value that each column of the import schema takes, and the first that it does not.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import type { COLUMNS } from '../../../src/valuation/comparables/comparable-record.ts'
import { comparableOf, readRecord } from './records.ts'

type Column = (typeof COLUMNS)[number]

describe('the bounds of a record', () => {
  /** That small flat has one room, and fifty rooms have room. */
  const beside: Partial<Record<Column, Partial<Record<Column, string>>>> = {
    area_m2: { rooms: '1' },
    rooms: { area_m2: '300' },
  }
  const required: [Column, keyof Comparable, taken: string[], refused: string[]][] = [
    ['price_rub', 'priceRub', ['1', '1000000000000'], ['0', '-1', '1000000000001']],
    ['lat', 'lat', ['-90', '90'], ['-90.1', '90.1']],
    ['lon', 'lon', ['-180', '131.9', '180'], ['-180.1', '180.1']],
    ['area_m2', 'areaM2', ['8', '1000'], ['7.9', '1000.1']],
    ['rooms', 'rooms', ['0', '12', '50'], ['-1', '51']],
    ['floor', 'floor', ['-5', '8', '9'], ['-6', '10']],
    ['date', 'date', ['1900-01-01'], ['1899-12-31']],
  ]
  for (const [column, property, taken, refused] of required) {
    it(`takes ${column} of ${taken.join(', ')} and refuses ${refused.join(', ')}`, () => {
      for (const cell of taken) {
        const read = comparableOf({ ...beside[column], [column]: cell })
        assert.equal(String(read[property]), cell)
      }
      for (const cell of refused) {
        assert.equal(readRecord({ ...beside[column], [column]: cell }), column, cell)
      }
    })
  }

  const side: [Column, keyof Comparable, taken: string[], unknown: string[]][] = [
    ['kitchen_area_m2', 'kitchenAreaM2', ['1', '43.2'], ['0.9', '43.3']],
    ['living_area_m2', 'livingAreaM2', ['4', '54'], ['3.9', '54.1']],
    ['year_built', 'yearBuilt', ['1700', '1890', '2100'], ['1699', '2101', '1985.5']],
    ['ceiling_height_m', 'ceilingHeightM', ['2', '8'], ['1.9', '8.1', '27']],
  ]
  for (const [column, property, taken, unknown] of side) {
    it(`takes ${column} of ${taken.join(', ')}, and ${unknown.join(', ')} for unknown`, () => {
      const of = (cell: string) => comparableOf({ [column]: cell })[property]
      assert.deepEqual(taken.map(of), taken.map(Number))
      assert.deepEqual(unknown.map(of), Array(unknown.length).fill(null))
    })
  }

  it('are a hundred roubles for a price with kopecks, which else is in millions', () => {
    const priceOf = (price_rub: string) => {
      const read = readRecord({ price_rub })
      return typeof read === 'string' ? read : read.priceRub
    }
    assert.deepEqual(['99', '99.9', '100.4', '100.5'].map(priceOf), [99, 'price_rub', 100, 101])
  })

  it('are the same for a floor written beside the floors of the house', () => {
    const floorsOf = (floor: string) => {
      const read = readRecord({ floor, floors_total: '' })
      return typeof read === 'string' ? read : [read.floor, read.floorsTotal]
    }
    assert.deepEqual(['-1/9', '9/9', '1/200', '-6/9', '10/9', '-1/0', '1/201'].map(floorsOf), [
      [-1, 9],
      [9, 9],
      [1, 200],
      'floor',
      'floor',
      'floor',
      'floor',
    ])
  })
})

describe('the cells of a record', () => {
  it('are words in any case, and words for nothing too', () => {
    const read = comparableOf({ kind: 'DEAL', house_material: 'Panel', market: 'New' })
    assert.deepEqual([read.kind, read.houseMaterial, read.market], ['deal', 'panel', 'new'])
    for (const nothing of ['NULL', 'null', 'NaN', 'N/A', '-', '—']) {
      const { yearBuilt, condition, address } = comparableOf({
        year_built: nothing,
        condition: nothing,
        address: nothing,
      })
      assert.deepEqual([yearBuilt, condition, address], [null, null, null], nothing)
    }
  })

  it('are degrees with a comma, however many digits follow', () => {
    const { lat, lon } = comparableOf({ lat: '55,751', lon: '37,618' })
    assert.deepEqual([lat, lon], [55.751, 37.618])
  })
})
