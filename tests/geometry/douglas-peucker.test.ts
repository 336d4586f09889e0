import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keptPoints } from '../../src/geometry/douglas-peucker.ts'

describe('a simplified ring', () => {
  it('keeps corners, drops points on the way, and never departs farther than told', () => {
    const ring = [0, 0, 5, 0.1, 10, 0, 10, 10, 5, 13, 0, 10]
    assert.deepEqual(keptPoints(ring, 1, 1), [0, 2, 3, 4, 5])
    assert.deepEqual(keptPoints(ring, 0.01, 1), [0, 1, 2, 3, 4, 5])
    assert.ok(keptPoints([0, 0, 5, 0.1, 10, 0], 1, 1).length < 3)
  })
})
