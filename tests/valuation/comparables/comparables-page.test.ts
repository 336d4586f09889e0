import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import {
  CONDITIONS,
  HOUSE_MATERIALS,
  KINDS,
  MARKETS,
} from '../../../src/valuation/comparables/comparable.ts'
import { COLUMNS } from '../../../src/valuation/comparables/comparable-record.ts'

const page = readFileSync(new URL('../../../docs/comparables.md', import.meta.url), 'utf8')

/** The third cell of each row of the table, by the columns that its first cell names. */
const cells = new Map(
  page.split('\n').flatMap((line) => {
    const [, first = '', , holds = ''] = line.split('|')
    return [...first.matchAll(/`(\w+)`/g)].map(([, column]) => [column, holds] as const)
  }),
)

describe('the page on the file of comparables', () => {
  it('describes each column of the file, and no other', () => {
    assert.deepEqual([...cells.keys()].sort(), [...COLUMNS].sort())
  })

  for (const [column, values] of [
    ['kind', KINDS],
    ['house_material', HOUSE_MATERIALS],
    ['condition', CONDITIONS],
    ['market', MARKETS],
  ] as const) {
    it(`names each value of ${column}, and no other`, () => {
      const named = [...(cells.get(column) ?? '').matchAll(/`(\w+)`/g)].map(([, value]) => value)
      assert.deepEqual(named, [...values])
    })
  }
})
