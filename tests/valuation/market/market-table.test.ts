import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { sale } from '../sale.ts'

describe('a class of buildings', () => {
  /** Each class of so many flats, each flat in a building of its own. */
  const tableOf = (classes: readonly (readonly [name: string, flats: number])[]) => {
    const names = classes.flatMap(([name, flats]) => new Array<string>(flats).fill(name))
    const sales = names.map((buildingClass, i) =>
      sale(`${i}`, 1e7, { buildingClass, lat: 56 + i * 1e-4 }),
    )
    return marketTable(clean(sales))
  }

  it('counts from five flats on, however it is written, the most frequent first', () => {
    const table = tableOf([
      ['Эконом', 4],
      ['Комфорт', 5],
      [' бизнес', 4],
      ['БИЗНЕС', 2],
    ])
    assert.deepEqual(table.words.classes, ['бизнес', 'комфорт'])
    const codes = Array.from({ length: table.n }, (_, row) => flatOf(table, row)[FLAT.class])
    assert.deepEqual(
      [0, 1, Number.NaN].map((code) => codes.filter((one) => Object.is(one, code)).length),
      [6, 5, 4],
    )
  })

  it('counts only if it is among the 400 most frequent', () => {
    const many = Array.from({ length: 401 }, (_, i) => [`класс ${i}`, i === 300 ? 5 : 6] as const)
    const { classes } = tableOf(many).words
    assert.equal(classes.length, 400)
    assert.ok(!classes.includes('класс 300'))
  })
})
