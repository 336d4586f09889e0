import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namesOf } from '../../../src/valuation/answer/requested-attributes.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import {
  BUILDING_ATTRIBUTES,
  isFilled,
  markFilled,
  SHARES,
  STATEABLE,
} from '../../../src/valuation/market/stated-attributes.ts'
import { SUBJECT_ATTRIBUTES } from '../../../src/valuation/wire/estimate-codes.ts'

describe('the attributes that a flat may state', () => {
  it('are those of a request, each by its name', () => {
    assert.deepEqual(namesOf(STATEABLE).toSorted(), [...SUBJECT_ATTRIBUTES].toSorted())
  })

  it('are all but the place, the area and the rooms, which every flat has', () => {
    const { size: _, lat, lon, lnArea, rooms, district, city, ...stateable } = FLAT
    assert.deepEqual(
      STATEABLE.toSorted((a, b) => a - b),
      Object.values(stateable).toSorted((a, b) => a - b),
    )
  })

  it('are each marked as filled by itself', () => {
    const fillable = [...BUILDING_ATTRIBUTES, ...SHARES]
    for (const position of fillable) {
      const table = { filled: new Uint8Array(1) }
      markFilled(table, 0, position)
      assert.deepEqual(
        fillable.filter((one) => isFilled(table, 0, one)),
        [position],
      )
    }
  })
})
