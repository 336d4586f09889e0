import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { atMostEvery, systemClock, within } from '../src/clock.ts'
import { createTestClock } from './support/clock.ts'

describe('a wait with a limit', () => {
  it('gives the value as soon as it is there, and leaves no timer behind', async () => {
    const clock = createTestClock()
    const { promise, resolve } = Promise.withResolvers<string>()
    const waited = within(clock, 5, promise)
    assert.deepEqual([clock.slept, clock.sleeping], [[5], 1])
    resolve('here')
    assert.equal(await waited, 'here')
    assert.equal(clock.sleeping, 0)
  })

  it('gives undefined when the limit has passed, and not before', async () => {
    const clock = createTestClock()
    let over = false
    const waited = within(clock, 5, new Promise<string>(() => {}))
    void waited.then(() => {
      over = true
    })
    clock.advance(4.999)
    await new Promise(setImmediate)
    assert.equal(over, false)
    clock.advance(0.001)
    assert.equal(await waited, undefined)
  })

  it('throws what the promise throws in time, and leaves no timer behind', async () => {
    const clock = createTestClock()
    await assert.rejects(within(clock, 5, Promise.reject(new Error('broken'))), /broken/)
    assert.equal(clock.sleeping, 0)
  })

  it('lets a fault that comes too late pass', async () => {
    const clock = createTestClock()
    const { promise, reject } = Promise.withResolvers<string>()
    const waited = within(clock, 5, promise)
    clock.advance(5)
    assert.equal(await waited, undefined)
    reject(new Error('too late'))
    // An unhandled rejection would fail this test.
    await new Promise(setImmediate)
  })
})

describe('the clock of the machine', () => {
  it('sleeps for seconds, or until it is woken', async () => {
    const fromMs = systemClock.nowMs()
    await systemClock.sleep(0.05)
    // A timer may fire a little early.
    assert.ok(systemClock.nowMs() - fromMs >= 48)
    await systemClock.sleep(3_600, AbortSignal.abort())
  })
})

describe('what is done at most every so often', () => {
  it('is done at once, and then as soon as the interval is over', () => {
    const clock = createTestClock()
    const isTime = atMostEvery(clock, 10_000)
    assert.deepEqual([isTime(), isTime()], [true, false])
    clock.advance(9.999)
    assert.equal(isTime(), false)
    clock.advance(0.001)
    assert.deepEqual([isTime(), isTime()], [true, false])
    clock.advance(60)
    assert.deepEqual([isTime(), isTime()], [true, false])
    // The origin of a monotonic clock is arbitrary.
    assert.equal(atMostEvery({ nowMs: () => 5 }, 10_000)(), true)
  })
})
