import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Address } from '../../src/addresses/table/address.ts'
import { addressWriter, readAddresses } from '../../src/addresses/table/address-store.ts'
import { openDatabase } from '../../src/db/open.ts'
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { createTestClock } from '../support/clock.ts'
import { runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase } from '../support/databases.ts'
import { lockWaits } from '../support/lock-waits.ts'
import { createTestLog } from '../support/log.ts'
import { query } from '../support/postgres.ts'
import { pause, until } from '../support/waiting.ts'

const open = (variables: Readonly<Record<string, string>>, log = createTestLog().log) =>
  openStores(readSettings(variables), { clock: createTestClock(), log })

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
      assert.deepEqual(stores.migrated.main.applied, [])
      await stores.close()
    } finally {
      await query(database.variable, `drop owned by ${role}; drop role ${role}`)
      await database.remove()
    }
  })

  it('waits for no program that has an embedded one locked', async () => {
    await using database = await makeDatabase('sqlite')
    await (await open({ DATABASE_URL: database.variable })).close()
    if (database.url.engine !== 'sqlite') throw new TypeError('an embedded database is meant')
    const other = new DatabaseSync(database.url.file)
    other.exec('begin immediate')
    const stores = await open({ DATABASE_URL: database.variable })
    assert.deepEqual(stores.migrated.main.applied, [])
    other.close()
    await stores.close()
  })
})

describe('a start on an empty database', () => {
  it('stops where its role may make no tables, and says who may', async () => {
    const database = await makeDatabase('postgres')
    const url = new URL(database.variable)
    const role = `${url.pathname.slice(1)}_rows`
    await query(url.href, `create role ${role} login`)
    try {
      url.username = role
      await assert.rejects(open({ DATABASE_URL: url.href }), /must own the schema/)
    } finally {
      await query(database.variable, `drop owned by ${role}; drop role ${role}`)
      await database.remove()
    }
  })
})

describe('a start on a database that noted a migration under an earlier number', () => {
  it('does not apply it again, nor takes it for one of a newer version', async () => {
    await using database = await makeDatabase('sqlite')
    const { main, close } = await open({ DATABASE_URL: database.variable })
    await sql`update schema_migrations set name = '0007-demonstration-town'
      where name = '0009-demonstration-town'`.execute(main.query)
    await close()
    const stores = await open({ DATABASE_URL: database.variable })
    assert.deepEqual(stores.migrated.main, { applied: [], newer: [] })
    await stores.close()
  })
})

describe('an upgrade', () => {
  it('is told in the log before it is made, and the first start’s whole schema is not', async () => {
    for (const engine of ENGINES) {
      await using database = await makeDatabase(engine)
      const said = async () => {
        const { log, lines } = createTestLog()
        await (await open({ DATABASE_URL: database.variable }, log)).close()
        return lines.filter(({ msg }) => msg === 'bringing the schema up to date')
      }
      assert.deepEqual(await said(), [])
      const { main, close } = await open({ DATABASE_URL: database.variable })
      await sql`drop index deliveries_undelivered`.execute(main.query)
      await sql`delete from schema_migrations where name = '0008-undelivered'`.execute(main.query)
      await close()
      const [line] = await said()
      assert.deepEqual([line?.database, line?.migrations], ['main', ['0008-undelivered']])
      assert.deepEqual(await said(), [])
    }
  })

  const folder = new URL('../../src/db/migrations/main/', import.meta.url)
  for (const engine of ENGINES) {
    it(`keeps the addresses of a database that has none in several places: ${engine}`, async () => {
      await using database = await makeDatabase(engine)
      const files = readdirSync(new URL(`${engine}/`, folder)).sort()
      const earlier = files.filter((name) => name < '0011')
      const old = await openDatabase(database.url, { poolSize: 1 })
      await old.changeSchema(async ({ script }) => {
        await script(
          'create table schema_migrations (name text primary key, applied_at text not null)',
        )
        for (const name of earlier) {
          await script(readFileSync(new URL(`${engine}/${name}`, folder), 'utf8'))
          const noted = name.replace('.sql', '')
          await script(`insert into schema_migrations values ('${noted}', '2026-01-15')`)
        }
        await script(`insert into addresses values
          ('Клин', 'улица Мира', '5', 'Юг', 56.25, 36.5, '141600', 'f-1', 'own', null),
          ('Клин', '', '', null, 56.25, 36.5, null, null, 'cities', 80585)`)
      })
      await old.close()
      await using closing = new AsyncDisposableStack()
      const stores = await open({ DATABASE_URL: database.variable })
      closing.defer(() => stores.close())
      assert.ok(stores.migrated.main.applied.includes('0011-address-namesakes'))
      const house = { city: 'Клин', street: 'улица Мира', house: '5', lat: 56.25, lon: 36.5 }
      const city = { ...house, street: '', house: '' }
      assert.deepEqual(await Array.fromAsync(readAddresses(stores.main)), [
        { ...city, district: null, postalCode: null, fiasId: null, population: 80_585 },
        { ...house, district: 'Юг', postalCode: '141600', fiasId: 'f-1', population: null },
      ])
      const { put } = addressWriter(stores.main, createTestClock())
      const [, known] = await Array.fromAsync(readAddresses(stores.main))
      await put([{ source: 'own', address: { ...(known as Address), district: 'Север' } }])
      const kept = await Array.fromAsync(readAddresses(stores.main))
      assert.deepEqual(
        kept.map(({ district }) => district),
        [null, 'Север'],
      )
    })
  }
})

describe('a change of the schema, on postgres', () => {
  it('waits until that of another process has ended', async () => {
    await using database = await makeDatabase('postgres')
    const [one, other] = await Promise.all([
      openDatabase(database.url, { poolSize: 1 }),
      openDatabase(database.url, { poolSize: 1 }),
    ])
    const told: string[] = []
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const first = one.changeSchema(async () => {
      begun.resolve()
      await held.promise
      told.push('the first ends')
    })
    await begun.promise
    const second = other.changeSchema(async () => {
      told.push('the second begins')
    })
    try {
      await until(async () => (await lockWaits(one.query)) === 1, 'the second waits')
    } finally {
      held.resolve()
      await Promise.all([first, second])
    }
    assert.deepEqual(told, ['the first ends', 'the second begins'])
    await Promise.all([one.close(), other.close()])
  })

  it('waits, and sees what was made meanwhile, whatever the database was set to', async () => {
    await using database = await makeDatabase('postgres')
    const name = new URL(database.variable).pathname.slice(1)
    const version = `select current_setting('server_version_num')::int / 10000 as version`
    const [server] = await query(database.variable, version)
    for (const setting of [
      `default_transaction_isolation to 'serializable'`,
      // From 19 on it is always on.
      ...(Number(server?.version) < 19 ? ['standard_conforming_strings to off'] : []),
      'statement_timeout to 300',
      'lock_timeout to 300',
      ...(Number(server?.version) < 17 ? [] : ['transaction_timeout to 300']),
    ]) {
      await query(database.variable, `alter database ${name} set ${setting}`)
    }
    await using holder = await openDatabase(database.url, { poolSize: 1 })
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holding = holder.changeSchema(() => {
      begun.resolve()
      return held.promise
    })
    await begun.promise
    const starts = [1, 2].map(async () => (await open({ DATABASE_URL: database.variable })).close())
    try {
      await until(async () => (await lockWaits(holder.query)) === 2, 'both wait')
      await pause(400)
    } finally {
      held.resolve()
      await Promise.all([holding, ...starts])
    }
  })
})

describe('a start on a database that a newer version has migrated', () => {
  for (const engine of ENGINES) {
    it(`goes on and warns of what it does not know: ${engine}`, async () => {
      await using database = await makeDatabase(engine)
      const { main, close } = await open({ DATABASE_URL: database.variable })
      await sql`insert into schema_migrations values ('9999-of-tomorrow', '2026-01-15')`.execute(
        main.query,
      )
      await close()
      const { log, lines } = createTestLog()
      const stores = await openStores(readSettings({ DATABASE_URL: database.variable }), {
        clock: createTestClock(),
        log,
      })
      assert.deepEqual(stores.migrated.main, { applied: [], newer: ['9999-of-tomorrow'] })
      assert.equal(lines.length, 1)
      assert.match(String(lines[0]?.msg), /main database is of a newer version .*9999-of-tomorrow/)
      await stores.close()
    })
  }

  it('is found by doctor and by migrate, which do not call it up to date', async () => {
    await using database = await makeDatabase('sqlite')
    const environment = { DATABASE_URL: database.variable, IDENTITY_STORE: 'tradein' }
    const { main, close } = await open(environment)
    await sql`insert into schema_migrations values ('9999-of-tomorrow', '2026-01-15')`.execute(
      main.query,
    )
    await close()
    const { out } = await runCommand(['doctor'], environment)
    assert.match(out, /^warning +schema .*9999-of-tomorrow/m)
    const migrate = await runCommand(['migrate'], environment)
    assert.match(migrate.out, /^The schema of the main database is of a newer version/)
    assert.doesNotMatch(out + migrate.out, /up to date/)
    const { out: asJson } = await runCommand(['migrate', '--json'], environment)
    assert.deepEqual(JSON.parse(asJson), { applied: [], newer: ['main/9999-of-tomorrow'] })
  })
})
