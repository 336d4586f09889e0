import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { createRecentParcels } from '../../src/parcels/recent-parcels.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'

describe('what a user did with a parcel', () => {
  it('keeps nobody waiting longer than a quarter of a second, and is written later', async () => {
    const { promise: lock, reject } = Promise.withResolvers<void>()
    const locked = { query: { transaction: () => ({ execute: () => lock }) } }
    const clock = createTestClock()
    const { log, lines } = createTestLog()
    const recent = createRecentParcels(locked as unknown as Database<MainTables>, clock, log)
    const recorded = recent.recordAction('anna', '38:06:000001:1', 'view')
    clock.advance(0.25)
    await recorded
    assert.equal(lines.length, 0)
    reject(new Error('database is locked'))
    await new Promise(setImmediate)
    assert.match(String(lines[0]?.msg), /was not recorded/)
  })
})
