import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { indexGroups } from '../../../src/valuation/attributes/index-groups.ts'

describe('the groups of an index', () => {
  const groupsOf = (rows: number[], months: number) => {
    const { groupOfCity, groups } = indexGroups(Int32Array.from(rows), months)
    return { groupOfCity: [...groupOfCity], groups }
  }

  it('are one for each city with 150 rows, and one for the others together', () => {
    assert.deepEqual(groupsOf([149, 150, 5000, 3], 24), { groupOfCity: [0, 1, 2, 0], groups: 3 })
  })

  it('are one in a market of one city, however many rows it has', () => {
    assert.deepEqual(groupsOf([5000], 24), { groupOfCity: [0], groups: 1 })
  })

  it('have 2,000 effects at most: the largest cities have their own', () => {
    // Of 400 months there is room for five groups, one of them for the others.
    assert.deepEqual(groupsOf([900, 700, 800, 700, 1000, 700], 400), {
      groupOfCity: [1, 2, 3, 0, 4, 0],
      groups: 5,
    })
    assert.equal(
      groupsOf(
        Array.from({ length: 1117 }, () => 700),
        60,
      ).groups,
      33,
    )
    assert.deepEqual(groupsOf([900, 700], 5000), { groupOfCity: [0, 0], groups: 1 })
  })
})
