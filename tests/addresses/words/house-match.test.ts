import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  HOUSE_COST,
  type HouseMatch,
  matchHouse,
} from '../../../src/addresses/words/house-match.ts'

describe('comparing a typed house with a stored one', () => {
  it('tells exact, signs apart, other marks, begun, longer, the same number and a near miss', () => {
    assert.equal(matchHouse('68', '68'), 'exact')
    assert.equal(matchHouse('68 2', '68к2'), 'same_signs')
    assert.equal(matchHouse('1538', 'к1538'), 'same_signs')
    assert.equal(matchHouse('9', 'уч9'), 'same_signs')
    assert.equal(matchHouse('68/2', '68с2'), 'same_signs')
    assert.equal(matchHouse('68с2', '68к2'), 'other_marks')
    assert.equal(matchHouse('68к1к2', '68к1с2'), 'other_marks')
    assert.equal(matchHouse('68', '68к2'), 'begun')
    assert.equal(matchHouse('6', '68'), 'longer')
    assert.equal(matchHouse('68к9', '68к2'), 'same_number')
    // Two digits swapped, one replaced, one too many, one too few.
    for (const stored of ['1324', '1934', '12934', '134']) {
      assert.equal(matchHouse('1234', stored), 'near', stored)
    }
    for (const stored of ['1994', '4231', '129934', '5']) {
      assert.equal(matchHouse('1234', stored), 'other', stored)
    }
  })

  it('costs more with each of these, and always less than a typo in a name', () => {
    const likeliestFirst: readonly HouseMatch[] = [
      ...(['exact', 'same_signs', 'other_marks', 'begun', 'longer'] as const),
      ...(['same_number', 'near', 'other'] as const),
    ]
    const costs = likeliestFirst.map((match) => HOUSE_COST[match])
    assert.deepEqual(
      costs,
      [...new Set(costs)].sort((a, b) => a - b),
    )
    assert.ok(costs.every((cost) => cost < 1))
  })
})
