import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { median } from '../../src/numbers/order-statistics.ts'
import { seededRandom } from '../../src/numbers/random.ts'
import { StreamMedian } from '../../src/numbers/stream-median.ts'
import { heldBy } from '../support/held-memory.ts'

function streamed(values: readonly number[]): number {
  const stream = new StreamMedian()
  for (const value of values) stream.add(value)
  return stream.value()
}

describe('the median of a stream', () => {
  it('is exact of what can be held, and not a number of nothing', () => {
    assert.equal(streamed([5, 1, 9]), 5)
    assert.equal(streamed([5, 1, 9, 2]), 3.5)
    assert.ok(Number.isNaN(streamed([])))
  })

  it('is within a hundredth of the ranks of far more, in order or not', () => {
    const drawn = seededRandom(1)
    const ascending = Array.from({ length: 300_001 }, (_, at) => at)
    const mixed = ascending.map(() => drawn() * 300_000)
    for (const values of [ascending, ascending.toReversed(), mixed]) {
      assert.ok(Math.abs(streamed(values) - median(values)) <= 3_000)
    }
  })

  it('holds no more memory however long the stream', () => {
    const stream = new StreamMedian()
    const heldBytes = heldBy(() => {
      for (let at = 0; at < 2_000_000; at += 1) stream.add(at + 0.5)
    })
    assert.ok(stream.value() > 0)
    // Two million values are 16 MB.
    assert.ok(heldBytes < 2e6, `${heldBytes}`)
  })
})
