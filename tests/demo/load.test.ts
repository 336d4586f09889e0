// The demonstration town: at the first start or never, whole or not at all, and never beside
// anybody's own data.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { addressWriter } from '../../src/addresses/table/address-store.ts'
import type { Database } from '../../src/db/database.ts'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { settleDemoTown } from '../../src/demo/load.ts'
import { MADE_UP_HOUSE } from '../addresses/made-up-house.ts'
import { createTestClock } from '../support/clock.ts'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'

const runSql = ({ database }: { readonly database: Database<MainTables> }, text: string) =>
  sql.raw(text).execute(database.query)

async function openEmpty() {
  const files = await makeDatabase('sqlite')
  const database = await openDatabase<MainTables>(files.url, { poolSize: 1 })
  await migrate(database, 'main', '2026-01-15T00:00:00.000Z')
  const clock = createTestClock()
  const rowsOf = async (table: 'comparables' | 'addresses' | 'parcels') => {
    const { count } = await database.query
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  return {
    database,
    variable: files.variable,
    start: (demoData: 'on' | 'off' = 'on') =>
      settleDemoTown({
        settings: { demoData },
        stores: { main: database },
        clock,
        log: createTestLog().log,
      }),
    import: (source: string) =>
      addressWriter(database, clock).put([{ source, address: MADE_UP_HOUSE }]),
    counts: async () => [
      await rowsOf('comparables'),
      await rowsOf('addresses'),
      await rowsOf('parcels'),
    ],
    async [Symbol.asyncDispose]() {
      await database.close()
      await files.remove()
    },
  }
}

describe('the demonstration town', () => {
  it('comes at the first start, and is left alone after', async () => {
    await using whole = await openEmpty()
    await whole.start()
    const counts = await whole.counts()
    assert.ok(
      counts.every((count) => count > 30),
      counts.join(),
    )
    await whole.database.query.deleteFrom('comparables').execute()
    await whole.start()
    assert.deepEqual(await whole.counts(), [0, ...counts.slice(1)])
  })

  it('comes at the first start whatever commands ran before', async () => {
    await using whole = await openEmpty()
    const anna = ['users', 'add', 'anna', '--role', 'employee', '--no-password']
    const { code, err } = await runCommand(anna, { DATABASE_URL: whole.variable })
    assert.equal(code, 0, err)
    await whole.start()
    assert.ok((await whole.counts()).every((count) => count > 30))
  })

  it('comes whole at the next start when the first was cut off in its midst', async () => {
    await using cutOff = await openEmpty()
    await runSql(
      cutOff,
      `create trigger cut before insert on parcels begin select raise(fail, 'cut'); end`,
    )
    await assert.rejects(cutOff.start(), /cut/)
    assert.deepEqual(await cutOff.counts(), [0, 0, 0])
    await runSql(cutOff, 'drop trigger cut')
    await cutOff.start()
    assert.ok((await cutOff.counts()).every((count) => count > 30))
  })

  it('keeps no start from going on while the database is busy, and comes at the next', async () => {
    await using busy = await openEmpty()
    const transaction = () => ({
      execute: () => Promise.reject(new DatabaseUnavailable('database is locked')),
    })
    const main = { ...busy.database, query: { transaction } } as unknown as Database<MainTables>
    const { log, lines } = createTestLog()
    await settleDemoTown({
      settings: { demoData: 'on' },
      stores: { main },
      clock: createTestClock(),
      log,
    })
    assert.match(JSON.stringify(lines), /next start tries again/)
    await busy.start()
    assert.ok((await busy.counts()).every((count) => count > 30))
  })

  it('never comes to a database whose first start was without it', async () => {
    await using without = await openEmpty()
    await without.start('off')
    await without.start()
    assert.deepEqual(await without.counts(), [0, 0, 0])
  })

  it('never comes to a database that was used before starts were told apart', async () => {
    await using used = await openEmpty()
    await runSql(used, 'drop table demo_town_due')
    await runSql(used, `delete from schema_migrations where name = '0009-demonstration-town'`)
    await runSql(used, `insert into users (username, role) values ('anna', 'admin')`)
    await migrate(used.database, 'main', '2026-01-15T00:00:00.000Z')
    await used.start()
    assert.deepEqual(await used.counts(), [0, 0, 0])
  })

  it('is loaded by one of several processes that start at once', async () => {
    await using shared = await openEmpty()
    await Promise.all([shared.start(), shared.start(), shared.start()])
    const versions = await shared.database.query
      .selectFrom('datasets')
      .select(['name', 'version'])
      .orderBy('name')
      .execute()
    const comparables = (await shared.counts())[0] ?? 0
    assert.deepEqual(versions, [
      { name: 'addresses', version: 1 },
      { name: 'comparables', version: Math.ceil(comparables / 1_000) },
      { name: 'parcels', version: 1 },
    ])
  })

  it('does not come beside an import', async () => {
    await using own = await openEmpty()
    await own.import('own')
    await own.start()
    assert.deepEqual(await own.counts(), [0, 1, 0])
  })
})
