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

  it('is left out, with a warning, while twenty others wait to be written', async () => {
    const locks: PromiseWithResolvers<void>[] = []
    const execute = () => {
      const lock = Promise.withResolvers<void>()
      locks.push(lock)
      return lock.promise
    }
    const locked = { query: { transaction: () => ({ execute }) } }
    const clock = createTestClock()
    const { log, lines } = createTestLog()
    const recent = createRecentParcels(locked as unknown as Database<MainTables>, clock, log)
    const record = () => recent.recordAction('anna', '38:06:000001:1', 'view')
    for (let time = 0; time < 20; time += 1) void record()
    assert.deepEqual([locks.length, lines.length], [20, 0])
    void record()
    assert.deepEqual([locks.length, lines.length], [20, 1])
    assert.match(JSON.stringify(lines), /too many others wait to be written/)
    // Another in the same second is told no more.
    void record()
    assert.deepEqual([locks.length, lines.length], [20, 1])
    clock.advance(1)
    // As soon as one has ended, well or badly, there is room for one.
    locks[0]?.reject(new Error('database is locked'))
    locks[1]?.resolve()
    await new Promise(setImmediate)
    assert.match(JSON.stringify(lines[1]), /database is locked/)
    clock.advance(1)
    for (let time = 0; time < 3; time += 1) void record()
    assert.deepEqual([locks.length, lines.length], [22, 3])
    for (const lock of locks) lock.resolve()
  })
})
