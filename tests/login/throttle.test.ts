import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createThrottle, throttleDelayS } from '../../src/login/throttle.ts'
import { createTestClock } from '../support/clock.ts'

const settings = (threshold: number, cap: number) => ({
  loginUsernameFailThreshold: threshold,
  loginUsernameThrottleMaxDelayS: cap,
})

describe('throttle delay', () => {
  it('is nothing up to the threshold, then 1, 2, 4 … up to the cap', () => {
    const delays = [1, 4, 5, 6, 7, 8, 9, 10, 11, 1000].map((fails) =>
      throttleDelayS(fails, settings(5, 15)),
    )
    assert.deepEqual(delays, [0, 0, 0, 1, 2, 4, 8, 15, 15, 15])
  })

  it('doubles by each failure past any threshold, and is finite past 10^9 under any cap', () => {
    const near = fc.integer({ min: -20, max: 20 })
    fc.assert(
      fc.property(
        fc.oneof(near, fc.integer({ min: 21, max: 1_000_000_000 })),
        fc.integer({ min: 21, max: 1_000_000 }),
        fc.double({ min: 0, max: 100_000, noNaN: true }),
        (excess, threshold, cap) => {
          const delayS = throttleDelayS(threshold + excess, settings(threshold, cap))
          const doubled = excess <= 0 ? 0 : 2 ** (Math.min(excess, 17) - 1)
          assert.equal(delayS, Math.min(cap, doubled))
        },
      ),
    )
  })
})

describe('waiting', () => {
  const staying = () => new AbortController().signal

  it('ends when the time is over, the client leaves or the service stops, whichever is first', async () => {
    const clock = createTestClock()
    const throttle = createThrottle(clock)
    const leaving = new AbortController()
    const ended: string[] = []
    const all = Promise.all([
      throttle.wait(1, staying()).then(() => ended.push('time')),
      throttle.wait(50, leaving.signal).then(() => ended.push('client')),
      throttle.wait(99, staying()).then(() => ended.push('stop')),
    ])
    assert.equal(throttle.waiting, 3)
    clock.advance(1)
    await new Promise(setImmediate)
    leaving.abort()
    await new Promise(setImmediate)
    assert.equal(throttle.waiting, 1)
    throttle.wakeAll()
    await all
    assert.deepEqual(ended, ['time', 'client', 'stop'])
    assert.equal(throttle.waiting, 0)
    assert.equal(clock.sleeping, 0)
  })

  it('is over at once when the service stops or the client has left already', async () => {
    // Its time stands still: a wait would never end.
    const throttle = createThrottle(createTestClock())
    await throttle.wait(5, AbortSignal.abort())
    throttle.wakeAll()
    await throttle.wait(5, staying())
  })
})
