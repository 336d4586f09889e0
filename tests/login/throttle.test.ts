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

  it('stays finite and within the cap for 1 to 10^9 failures', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 0, max: 100_000, noNaN: true }),
        (fails, threshold, cap) => {
          const delayS = throttleDelayS(fails, settings(threshold, cap))
          const excess = fails - threshold
          if (excess <= 0) assert.equal(delayS, 0)
          else if (excess <= 17) assert.equal(delayS, Math.min(cap, 2 ** (excess - 1)))
          else assert.equal(delayS, Math.min(cap, 65_536))
        },
      ),
    )
  })

  it('never falls as failures rise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (fails) => {
        const [now, next] = [fails, fails + 1].map((n) => throttleDelayS(n, settings(5, 15)))
        assert.ok((now ?? 0) <= (next ?? 0))
      }),
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
