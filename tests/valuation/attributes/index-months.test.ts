import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { effectsOfAllMonths, indexMonths } from '../../../src/valuation/attributes/index-months.ts'

describe('the months of an index', () => {
  it('are those with rows, however far apart', () => {
    assert.deepEqual(indexMonths(Int32Array.of(650, 648, 0, 650)), {
      first: 0,
      count: 651,
      withRows: [0, 648, 650],
    })
    assert.deepEqual(indexMonths(Int32Array.of()).withRows, [])
  })

  it('have between them months on a line from one to the next', () => {
    const months = indexMonths(Int32Array.of(10, 14, 15, 17))
    const effects = effectsOfAllMonths(months, Float64Array.of(1, 3, 2, 6))
    assert.deepEqual([...effects], [1, 1.5, 2, 2.5, 3, 2, 4, 6])
  })

  it('are all months where each has rows', () => {
    const months = indexMonths(Int32Array.of(7, 8, 9))
    const effects = Float64Array.of(0.1, 0.3, 0.2)
    assert.deepEqual(effectsOfAllMonths(months, effects), effects)
  })

  it('are none in a market without rows', () => {
    assert.equal(effectsOfAllMonths(indexMonths(Int32Array.of()), Float64Array.of()).length, 0)
  })
})
