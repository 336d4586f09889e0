import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { niceStep } from '../../../../src/reports/drawings/charts/nice-step.ts'

describe('a round step', () => {
  it('is 1, 2 or 5 times a power of ten, and no less than asked for', () => {
    assert.deepEqual([0.3, 1, 1.1, 3, 7, 130].map(niceStep), [0.5, 1, 2, 5, 10, 200])
    // A sum of doubles may come out a hair above the step that it is.
    assert.equal(niceStep(2 * (1 + 1e-12)), 2)
  })
})
