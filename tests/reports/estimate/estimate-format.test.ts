import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compassPoint, formatSimilarity } from '../../../src/reports/estimate/estimate-format.ts'
import { plainSpaces } from '../plain-spaces.ts'

describe('a side of the world', () => {
  it('is the nearest of eight, north from either side', () => {
    const bearings = [0, 45, 90, 180, 270, 337, 338, 350, 359.9]
    assert.deepEqual(bearings.map(compassPoint), ['С', 'СВ', 'В', 'Ю', 'З', 'СЗ', 'С', 'С', 'С'])
  })
})

describe('a similarity', () => {
  it('is never nothing: a comparable is shown because it is similar', () => {
    const said = [0, 0.0049, 0.005, 0.996].map(formatSimilarity)
    assert.deepEqual(said.map(plainSpaces), ['<1 %', '<1 %', '1 %', '100 %'])
  })
})
