// An estimate whose value a test reads: one without fails the test.
import assert from 'node:assert/strict'
import type { Estimate, OkEstimate } from '../../src/valuation/answer/estimate.ts'

export function ok(answer: Estimate): OkEstimate {
  assert.ok(answer.status === 'ok', answer.status)
  return answer
}
