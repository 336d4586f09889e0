import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { BackgroundTask } from '../../src/background.ts'
import { tendWindows } from '../../src/limits/tend.ts'
import { Windows } from '../../src/limits/windows.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { createTestClock } from '../support/clock.ts'

it('all windows of a limiter are counted together, and each forgets 5,000 keys a second at most', async () => {
  const [clock, metrics] = [createTestClock(), createMetrics()]
  const tasks: BackgroundTask[] = []
  const bounds = { windowMs: 1_000, maxKeys: 7_000, maxTimesPerKey: 9, maxTimes: 1e6 }
  const limiters = [new Windows(bounds), new Windows(bounds)]
  const background = (task: BackgroundTask) => void tasks.push(task)
  tendWindows({ background, clock, metrics }, 'forget expired keys', ...limiters)
  // One past the bound: 71 are dropped, so that 6,930 are left.
  for (const windows of limiters) {
    for (let key = 0; key <= 7_000; key += 1) windows.add(`${key}`, clock.nowMs())
  }
  const counted = await metrics.registry.metrics()
  assert.match(counted, /^limiter_keys_evicted_total 142$/m)

  clock.advance(1)
  const [task] = tasks
  assert.ok(task)
  assert.equal(task.everyS, 1)
  const left = limiters.map((windows) => windows.keys)
  assert.deepEqual(left, [6_930, 6_930])
  for (const expected of [1_930, 0]) {
    await task.run(AbortSignal.abort())
    assert.deepEqual(
      limiters.map((windows) => windows.keys),
      [expected, expected],
    )
  }
})
