import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMetrics } from '../../src/metrics/metrics.ts'

describe('the total of evicted keys', () => {
  it('sums up what each limiter says at the scrape, and is there from zero', async () => {
    const metrics = createMetrics()
    const total = async () =>
      /^limiter_keys_evicted_total (\S+)$/m.exec(await metrics.registry.metrics())?.[1]
    assert.equal(await total(), '0')
    let ofOne = 2
    metrics.evictions(() => ofOne)
    metrics.evictions(() => 3)
    assert.equal(await total(), '5')
    ofOne = 4
    assert.equal(await total(), '7')
  })
})
