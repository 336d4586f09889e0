import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compassPoint } from '../../../src/reports/estimate/estimate-format.ts'

describe('a side of the world', () => {
  it('is the nearest of eight, north from either side', () => {
    const bearings = [0, 45, 90, 180, 270, 337, 338, 350, 359.9]
    assert.deepEqual(bearings.map(compassPoint), ['С', 'СВ', 'В', 'Ю', 'З', 'СЗ', 'С', 'С', 'С'])
  })
})
