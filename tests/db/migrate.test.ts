import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { createTestClock } from '../support/clock.ts'
import { makeDatabase } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'
import { query } from '../support/postgres.ts'

const open = (variables: Readonly<Record<string, string>>) =>
  openStores(readSettings(variables), { clock: createTestClock(), log: createTestLog().log })

describe('a start on a database that is up to date', () => {
  it('needs no right but to change rows', async () => {
    const database = await makeDatabase('postgres')
    await (await open({ DATABASE_URL: database.variable })).close()
    const url = new URL(database.variable)
    const role = `${url.pathname.slice(1)}_rows`
    await query(
      url.href,
      `create role ${role} login;
       grant select, insert, update, delete on all tables in schema public to ${role}`,
    )
    try {
      url.username = role
      const stores = await open({ DATABASE_URL: url.href })
      assert.deepEqual(stores.migrated.main, [])
      await stores.close()
    } finally {
      await query(database.variable, `drop owned by ${role}; drop role ${role}`)
      await database.remove()
    }
  })
})
