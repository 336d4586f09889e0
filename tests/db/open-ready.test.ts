import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from '../../src/settings.ts'
import { StartFault } from '../../src/start-fault.ts'
import { openStores } from '../../src/stores.ts'
import { createTestClock } from '../support/clock.ts'
import { makeDatabase } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'

describe('the start on a database', () => {
  it('says at once that it answers with an error, and not that it did not answer', async () => {
    const files = await makeDatabase('postgres')
    const url = new URL(files.variable)
    url.searchParams.set('options', '-c statement_timeout=nonsense')
    const clock = createTestClock()
    try {
      await assert.rejects(
        openStores(readSettings({ DATABASE_URL: url.href }), { clock, log: createTestLog().log }),
        (error) => {
          assert.ok(error instanceof StartFault)
          assert.match(error.message, /^The main database answers with an error: .*nonsense/)
          assert.match(error.message, /Check DATABASE_URL\.$/)
          return true
        },
      )
      assert.deepEqual(clock.slept, [])
    } finally {
      await files.remove()
    }
  })
})
