import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addBounded } from '../../src/limits/bounded-set.ts'

it('a bounded set forgets what was added first, and nothing for what it has', () => {
  const set = new Set<number | undefined>()
  for (const value of [undefined, 1, 2]) addBounded(set, value, 3)
  addBounded(set, 1, 3)
  assert.deepEqual([...set], [undefined, 1, 2])
  addBounded(set, 3, 3)
  addBounded(set, 4, 3)
  assert.deepEqual([...set], [2, 3, 4])
})
