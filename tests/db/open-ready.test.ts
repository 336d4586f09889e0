import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { systemClock } from '../../src/clock.ts'
import { StartFault } from '../../src/process/start-fault.ts'
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { createTestClock } from '../support/clock.ts'
import { makeDatabase, type TestDatabase, testServerUrl } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'
import { query } from '../support/postgres.ts'

/** What a start on the database says, after `sql` was run there. */
async function refusalAfter(
  database: Pick<TestDatabase, 'variable'>,
  sql: string,
  as = database.variable,
): Promise<string> {
  await query(database.variable, sql)
  const settings = readSettings({ DATABASE_URL: as, DATABASE_WAIT_S: '1' })
  const context = { clock: systemClock, log: createTestLog().log }
  const refusal = await openStores(settings, context).then(
    (stores) => stores.close(),
    (error: unknown) => error,
  )
  assert.ok(refusal instanceof StartFault)
  return refusal.message
}

/** Stands before the server's own function, and names a server before the oldest that will do. */
const OF_AN_OLD_SERVER = (name: string) => `
  create schema old;
  create function old.current_setting(text) returns text language sql as $$
    select case $1 when 'server_version_num' then '140019' else pg_catalog.current_setting($1) end
  $$;
  alter database ${name} set search_path = old, pg_catalog, public`

describe('the start on a database', () => {
  it('refuses a server older than PostgreSQL 15', async () => {
    await using database = await makeDatabase('postgres')
    const name = new URL(database.variable).pathname.slice(1)
    assert.equal(
      await refusalAfter(database, OF_AN_OLD_SERVER(name)),
      'The main database (DATABASE_URL) cannot be used: it is PostgreSQL 14; use 15 or newer.',
    )
  })

  it('says what to raise where the server has no connection left for its user', async () => {
    await using database = await makeDatabase('postgres')
    const role = `${new URL(database.variable).pathname.slice(1)}_role`
    const url = new URL(database.variable)
    url.username = role
    try {
      assert.match(
        await refusalAfter(
          database,
          `create role ${role} login connection limit 1; grant create on schema public to ${role}`,
          url.href,
        ),
        /cannot be brought up .* too many connections .* Raise max_connections, or the limit of the user/,
      )
      assert.match(
        await refusalAfter(database, `alter role ${role} connection limit 0`, url.href),
        /did not answer within 1 s .*too many connections.* Raise max_connections/,
      )
    } finally {
      await query(database.variable, `drop owned by ${role}; drop role ${role}`)
    }
  })

  it('refuses an encoding that does not hold every character', async () => {
    await using database = await makeDatabase('postgres')
    const name = new URL(database.variable).pathname.slice(1)
    const server = testServerUrl()
    await query(server, `drop database ${name}`)
    await query(
      server,
      `create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
    )
    assert.equal(
      await refusalAfter(database, 'select 1'),
      "The main database (DATABASE_URL) cannot be used: its encoding is LATIN1; create it with ENCODING 'UTF8' TEMPLATE template0.",
    )
  })

  it('says once what it cannot open, and logs no lost connection besides', async () => {
    await using database = await makeDatabase('sqlite')
    if (database.url.engine !== 'sqlite') throw new TypeError('an embedded database is meant')
    writeFileSync(database.url.file, 'by no means a database '.repeat(100))
    const { log, lines } = createTestLog()
    await assert.rejects(
      openStores(readSettings({ DATABASE_URL: database.variable }), { clock: systemClock, log }),
      StartFault,
    )
    assert.deepEqual(lines, [])
  })

  it('says at once that it answers with an error, and not that it did not answer', async () => {
    await using files = await makeDatabase('postgres')
    const url = new URL(files.variable)
    url.searchParams.set('options', '-c statement_timeout=nonsense')
    const clock = createTestClock()
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
  })
})
