// The threads that compute hashes: what they leave to others, and how they end.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createVerifyPool } from '../../src/login/verify-pool.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { CHEAP } from '../support/service.ts'

/** Tens of milliseconds of one core: eight at once take much longer than small files. */
const DEAR = { memoryKib: 19_456, passes: 10 }

/** As many as Node's own threads, twice over. */
const WORKERS = 8

describe('a pool of verification threads', () => {
  it('leaves Node’s own threads to files and names, however many passwords are verified', async () => {
    const pool = createVerifyPool(WORKERS, createTestClock(), createTestLog().log)
    const verifyAtOnce = (phc: string) =>
      Array.from({ length: WORKERS }, () => pool.verify(phc, 'a', phc))
    const dear = await pool.hash('a', DEAR)
    // From here on every thread runs.
    await Promise.all(verifyAtOnce(await pool.hash('a', CHEAP)))
    let done = 0
    const verified = verifyAtOnce(dear).map(async (one) => {
      assert.ok((await one).matches)
      done += 1
    })
    for (let file = 0; file < 20; file += 1) await readFile(new URL(import.meta.url))
    const doneBefore = done
    await Promise.all(verified)
    await pool.close()
    assert.equal(doneBefore, 0)
  })
})

describe('a pool of verification threads that is closed', () => {
  it('leaves no caller waiting, whether a thread had begun or not', async () => {
    const pool = createVerifyPool(1, createTestClock(), createTestLog().log)
    const asked = Promise.allSettled([pool.hash('a', CHEAP), pool.hash('b', CHEAP)])
    await pool.close()
    for (const { status } of await asked) assert.equal(status, 'rejected')
  })
})
