import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAssumed } from '../../src/norms/assumed-norms.ts'

describe('a norm', () => {
  it('is assumed where its source says so, and not where a council has adopted it', () => {
    assert.ok(isAssumed({ source: 'Принято: местные нормативы различаются' }))
    assert.ok(!isAssumed({ source: 'Принято решением Думы города от 28.10.2013' }))
    assert.ok(!isAssumed({ source: 'СП 42.13330' }))
  })
})
