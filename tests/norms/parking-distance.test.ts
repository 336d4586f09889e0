import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parkingToWindowsM } from '../../src/norms/parking-distance.ts'

describe('the sanitary distance of open parking', () => {
  it('grows with its spaces, as table 7.1.1 of СанПиН 2.2.1/2.1.1.1200-03 has it', () => {
    const steps = [1, 10, 11, 50, 51, 100, 101, 300, 301, 5000].map(parkingToWindowsM)
    assert.deepEqual(steps, [10, 10, 15, 15, 25, 25, 35, 35, 50, 50])
  })
})
