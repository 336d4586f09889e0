import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFailureCounter } from '../../src/login/failure-counter.ts'
import { createTestClock } from '../support/clock.ts'

const SETTINGS = { loginUsernameFailThreshold: 5, loginUsernameFailWindowS: 900 }

/** What two cores verify in the window, about 170 a second, each time another name. */
const FLOOD = 150_000

describe('failure counter', () => {
  it('remembers the name under attack through a flood of made-up names', () => {
    const failures = createFailureCounter(SETTINGS, createTestClock())
    for (let count = 1; count <= 3; count += 1) assert.equal(failures.record('target'), count)
    for (let name = 0; name < FLOOD; name += 1) failures.record(`made up ${name}`)
    assert.equal(failures.record('target'), 4)
    assert.equal(failures.windows.evicted, 0)
    assert.equal(failures.windows.keys, FLOOD + 1)
  })

  it('remembers 200,000 names; past them it forgets the 1 % longest without a failure', () => {
    const { record, windows } = createFailureCounter(SETTINGS, createTestClock())
    for (let name = 0; name < 200_000; name += 1) record(`name ${name}`)
    assert.deepEqual([windows.keys, windows.evicted], [200_000, 0])
    record('one more')
    assert.deepEqual([windows.keys, windows.evicted], [198_000, 2_001])
  })

  it('remembers 4,000,000 failures, and 100,000 of one name past the threshold', () => {
    const { record, windows } = createFailureCounter(SETTINGS, createTestClock())
    const mostOfOne = 100_005
    for (let count = 1; count <= mostOfOne; count += 1) assert.equal(record('target'), count)
    assert.equal(record('target'), mostOfOne)
    for (let left = 4_000_000 - mostOfOne; left > 0; left -= 1) record(`name ${left % 100}`)
    assert.deepEqual([windows.keys, windows.evicted], [101, 0])
    record('one more')
    assert.deepEqual([windows.keys, windows.evicted], [101, 1])
    assert.equal(record('target'), 1)
  })

  it('counts on far above the threshold, and forgets each failure with its window', () => {
    const clock = createTestClock()
    const failures = createFailureCounter(SETTINGS, clock)
    for (let count = 1; count <= 10_000; count += 1) failures.record('target')
    clock.advance(899.999)
    assert.equal(failures.record('target'), 10_001)
    clock.advance(0.001)
    assert.equal(failures.record('target'), 2)
    assert.equal(failures.record('other'), 1)
  })
})
