import assert from 'node:assert/strict'
import { it } from 'node:test'
import { retryAfterS } from '../../src/limits/retry-after.ts'

it('a client is asked for the integer part of the wait plus one', () => {
  assert.deepEqual([0, 0.2, 1, 1.999, 299.5, 300].map(retryAfterS), [1, 1, 2, 2, 300, 301])
})
