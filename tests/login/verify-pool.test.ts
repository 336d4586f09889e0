import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createVerifyPool } from '../../src/login/verify-pool.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { CHEAP } from '../support/service.ts'

describe('a pool of verification threads that is closed', () => {
  it('leaves no caller waiting, whether a thread had begun or not', async () => {
    const pool = createVerifyPool(1, createTestClock(), createTestLog().log)
    const asked = Promise.allSettled([pool.hash('a', CHEAP), pool.hash('b', CHEAP)])
    await pool.close()
    for (const { status } of await asked) assert.equal(status, 'rejected')
  })
})
