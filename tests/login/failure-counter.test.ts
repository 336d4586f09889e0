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
