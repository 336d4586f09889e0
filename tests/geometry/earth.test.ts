import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { degreesEast } from '../../src/geometry/earth.ts'

describe('the way east', () => {
  it('is the short one, also over the 180th meridian', () => {
    assert.equal(degreesEast(30, 31.5), 1.5)
    assert.equal(degreesEast(31.5, 30), -1.5)
    assert.equal(degreesEast(179.5, -179.5), 1)
    assert.equal(degreesEast(-179.5, 179.5), -1)
    assert.equal(degreesEast(0, 180), 180)
    assert.ok(Number.isNaN(degreesEast(0, Number.NaN)))
  })
})
