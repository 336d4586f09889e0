import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { table } from '../../src/cli/table.ts'

describe('a table for people', () => {
  it('is padded, however long it is', () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => [index, 'x'])
    assert.equal(table(['N', 'NAME'], rows).length, 200_001)
  })

  it('has a dash for what is not known', () => {
    assert.deepEqual(table(['A', 'B', 'C'], [[null, undefined, 0]]), ['A  B  C', '-  -  0'])
  })

  it('shows nothing that steers a terminal', () => {
    assert.deepEqual(table(['NAME'], [['a\u001b[2Jb\u009bc\u202ed\u2028e']]), [
      'NAME',
      'a?[2Jb?c?d?e',
    ])
  })
})
