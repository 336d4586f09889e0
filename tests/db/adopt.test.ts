// Tables that another program made before the first start.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { StartFault } from '../../src/process/start-fault.ts'
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { createTestClock } from '../support/clock.ts'
import { ENGINES, type Engine, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { ask, databaseOfRole, ID, insertUser, SESSIONS, USERS } from '../support/foreign-tables.ts'
import { createTestLog } from '../support/log.ts'
import { writtenEvents } from '../support/observe.ts'
import { PASSWORD, startTestService } from '../support/service.ts'

/** No number of JavaScript holds it whole. */
const PAST_2_53 = '9007199254740993'

/**
 * Of each type that a foreign program may have given the state: the id, the state, who may come in.
 */
const STATES: Readonly<
  Record<Engine, readonly (readonly [string, string, string | number, string, number, string?])[]>
> = {
  postgres: [
    ['uuid', 'text', ID, "'active'", 200],
    ['uuid', 'integer', ID, '1', 401],
    ['bigint', 'text', 7, "'active'", 200],
    ['bigint', 'text', PAST_2_53, "'active'", 200],
    ['uuid', 'boolean', ID, 'true', 401],
    ['uuid', 'state', ID, "'active'", 200, "create type state as enum ('active', 'frozen')"],
    ['text', 'state', 'seven', "'frozen'", 401, "create type state as enum ('active', 'frozen')"],
  ],
  sqlite: [
    ['text', 'text', ID, "'active'", 200],
    ['uuid', 'integer', ID, '1', 401],
    ['integer', '', 7, "'active'", 200],
    ['integer', 'text', PAST_2_53, "'active'", 200],
    ['text', 'boolean', ID, '1', 401],
  ],
}

const open = (identity: TestDatabase, main: TestDatabase) =>
  openStores(
    readSettings({
      DATABASE_URL: main.variable,
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: identity.variable,
    }),
    { clock: createTestClock(), log: createTestLog().log },
  )

for (const engine of ENGINES) {
  describe(`an identity database that another program made, on ${engine}`, () => {
    // Beside an embedded main database, which takes least to make.
    const start = (identity: TestDatabase) =>
      startTestService({
        settings: { IDENTITY_STORE: 'auth', IDENTITY_DATABASE_URL: identity.variable },
      })

    it('gives all names as text, whatever type they have there', async () => {
      await using identity = await makeDatabase(engine)
      await using main = await makeDatabase('sqlite')
      await ask(identity, USERS[engine]('text', 'text'))
      await ask(identity, insertUser(PAST_2_53, ID, "'active'"))
      await ask(
        identity,
        engine === 'postgres'
          ? 'alter table users alter username type bigint using username::bigint'
          : 'update users set username = cast(username as blob)',
      )
      const stores = await open(identity, main)
      assert.deepEqual(await stores.identity.registry.allUsernames(), [PAST_2_53])
      await stores.close()
    })

    for (const [id, state, userId, stored, status, before] of STATES[engine]) {
      it(`lets in by its table of users, the id ${userId} of type ${id} and a state ${stored} of type "${state}"`, async () => {
        await using identity = await makeDatabase(engine)
        if (before !== undefined) await ask(identity, before)
        await ask(identity, USERS[engine](id, state))
        await ask(identity, insertUser('ivan', userId, stored))
        {
          await using service = await start(identity)
          const response = await service.signIn('ivan')
          assert.equal(response.status, status)
          assert.equal((await service.signIn('ivan', 'wrong')).status, 401)
          if (status === 200) {
            const cookie = String(response.headers['set-cookie']).split(';')[0]
            const me = await service.get('/api/v1/me', cookie)
            assert.equal(me.status, 200)
            assert.equal((me.json() as { user_id: unknown }).user_id, userId)
          }
          assert.equal((await service.stores.identity.registry.list()).length, 1)
        }
      })
    }

    if (engine === 'sqlite') {
      it('knows a user by the exact name alone, though the column ignores case', async () => {
        await using identity = await makeDatabase(engine)
        await ask(
          identity,
          USERS[engine]('text', 'text').replace('username text', '$& collate nocase'),
        )
        await ask(identity, insertUser('ivan', ID, "'active'"))
        await using service = await start(identity)
        assert.equal((await service.signIn('IVAN')).status, 401)
        assert.equal((await service.signIn('ivan')).status, 200)
      })
    }

    it('keeps its table of sessions, made before, and migrates nothing again', async () => {
      await using identity = await makeDatabase(engine)
      await ask(identity, USERS[engine](engine === 'postgres' ? 'uuid' : 'text', 'text'))
      await ask(identity, SESSIONS[engine])
      // It may have an index of that name, too.
      await ask(identity, 'create index sessions_by_user on sessions (user_id)')
      await ask(identity, insertUser('ivan', ID, "'active'"))
      {
        await using service = await start(identity)
        const cookie = await service.cookieOf('ivan')
        assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
      }
      assert.equal((await ask(identity, 'select ip from sessions')).length, 1)
      for (const [table, made] of [
        ['users', USERS[engine](engine === 'postgres' ? 'uuid' : 'text', 'text')],
        ['sessions', SESSIONS[engine]],
      ] as const) {
        const [row = {}] = await ask(identity, `select * from ${table}`)
        for (const column of Object.keys(row)) assert.match(made, new RegExp(`\\b${column} `))
      }
      await using main = await makeDatabase('sqlite')
      const again = await open(identity, main)
      assert.deepEqual(again.migrated.identity.applied, [])
      await again.close()
    })

    for (const [what, rule] of [
      ['', ''],
      [', which must be given', ' not null'],
    ] as const) {
      it(`keeps nobody out whose browser or address its sessions have no room for${what}`, async () => {
        await using identity = await makeDatabase(engine)
        await ask(identity, USERS[engine](engine === 'postgres' ? 'uuid' : 'text', 'text'))
        const narrow = (column: string) =>
          engine === 'postgres'
            ? `${column} varchar(12)${rule}`
            : `${column} text${rule} check (length(${column}) <= 12)`
        const sessions = SESSIONS[engine]
          .replace('ip text', narrow('ip'))
          .replace('user_agent text', narrow('user_agent'))
        await ask(identity, sessions)
        await ask(identity, insertUser('ivan', ID, "'active'"))
        {
          await using service = await start(identity)
          const warnings = () =>
            service.logged.lines.filter(({ msg }) => String(msg).includes('has no room'))
          for (const [userAgent, address, without] of [
            ['short', '198.51.100.1', undefined],
            ['longer than it may be', '198.51.100.2', ['user_agent']],
            ['short', '2001:db8::1:2:3', ['ip']],
            ['longer than it may be', '2001:db8::1:2:4', ['user_agent', 'ip']],
          ] as const) {
            const before = warnings().length
            const response = await service.signIn('ivan', PASSWORD, {
              headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
            })
            assert.equal(response.status, 200)
            const cookie = String(response.headers['set-cookie']).split(';')[0]
            assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
            assert.deepEqual(
              warnings()
                .slice(before)
                .map((line) => line.without),
              without ? [without] : [],
            )
          }
          assert.equal((await writtenEvents(service)).length, 4)
        }
        const rows = await ask(identity, 'select user_agent, ip from sessions')
        assert.deepEqual(rows.map(({ user_agent, ip }) => `${user_agent} ${ip}`).sort(), [
          ' ',
          ' 198.51.100.2',
          'short ',
          'short 198.51.100.1',
        ])
      })
    }

    it('ends the sessions of a user whom the other program deletes', async () => {
      await using identity = await makeDatabase(engine)
      await ask(identity, USERS[engine](engine === 'postgres' ? 'uuid' : 'text', 'text'))
      await ask(identity, insertUser('ivan', ID, "'active'"))
      {
        await using service = await start(identity)
        const cookie = await service.cookieOf('ivan')
        // There is none without a user.
        await assert.rejects(ask(identity, 'update sessions set user_id = null'), /not.null/i)
        await ask(identity, 'delete from users')
        assert.equal((await service.get('/api/v1/me', cookie)).status, 401)
        assert.deepEqual(await ask(identity, 'select ip from sessions'), [])
      }
    })

    it('takes users without a key, whose sessions then refer to none', async () => {
      await using identity = await makeDatabase(engine)
      const keyless = USERS[engine]('text', 'text').replace(
        'user_id text primary key',
        'user_id text',
      )
      await ask(identity, keyless)
      await ask(identity, insertUser('ivan', ID, "'active'"))
      {
        await using service = await start(identity)
        const cookie = await service.cookieOf('ivan')
        assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
      }
    })

    for (const [table, columns, lacking] of [
      ['users', ['access_state'], 'the column access_state'],
      ['users', ['role', 'created_at'], 'the columns role, created_at'],
      ['sessions', ['expires_at'], 'the column expires_at'],
    ] as const) {
      it(`stops the start where ${table} lacks ${lacking}, and changes nothing`, async () => {
        await using identity = await makeDatabase(engine)
        await using main = await makeDatabase(engine)
        await ask(identity, USERS[engine]('text', 'text'))
        if (table === 'sessions') await ask(identity, SESSIONS[engine])
        for (const column of columns) {
          await ask(identity, `alter table ${table} drop column ${column}`)
        }
        await assert.rejects(open(identity, main), (error) => {
          assert.ok(error instanceof StartFault)
          assert.equal(
            error.message,
            `The identity database (IDENTITY_DATABASE_URL) cannot be used: its table ${table}, which another program made, lacks ${lacking}. Add what is missing, or name another database.`,
          )
          return true
        })
        await assert.rejects(ask(identity, 'select name from schema_migrations'))
      })
    }

    it('stops the start where both names for the notes of migrations are taken', async () => {
      await using identity = await makeDatabase(engine)
      await using main = await makeDatabase(engine)
      for (const table of ['schema_migrations', 'tradein_migrations']) {
        await ask(identity, `create table ${table} (version text primary key)`)
      }
      await assert.rejects(open(identity, main), (error) => {
        assert.ok(error instanceof StartFault)
        assert.equal(
          error.message,
          "The identity database (IDENTITY_DATABASE_URL) cannot be used: its tables schema_migrations and tradein_migrations are another program's, so that migrations cannot be noted. Drop one that is not used, or name another database.",
        )
        return true
      })
    })

    it('keeps the notes of its own migrations, whatever table they share a name with', async () => {
      await using identity = await makeDatabase(engine)
      await using main = await makeDatabase(engine)
      await ask(identity, 'create table schema_migrations (version text primary key)')
      await ask(identity, "insert into schema_migrations values ('20240101')")
      const first = await open(identity, main)
      await first.close()
      const again = await open(identity, main)
      assert.deepEqual(again.migrated.identity.applied, [])
      await again.close()
      assert.deepEqual(
        (await ask(identity, 'select version from schema_migrations')).map((row) => row.version),
        ['20240101'],
      )
      assert.deepEqual(
        (await ask(identity, 'select name from tradein_migrations order by name')).map(
          (row) => row.name,
        ),
        first.migrated.identity.applied,
      )
    })
  })
}

describe('an embedded database of another program', () => {
  it('starts where names of users are not unique, and leaves no file of a password', async () => {
    await using database = await makeDatabase('sqlite')
    await ask(
      database,
      `create table users (user_id integer primary key, username text, password_hash text,
         is_active boolean, role text, manager_id integer, created_at text)`,
    )
    await using service = await startTestService({ database })
    assert.match(service.logged.text(), /the table users takes none of ours/)
    assert.deepEqual(await ask(database, 'select username from users'), [])
    assert.ok(database.url.engine === 'sqlite')
    const { file } = database.url
    const beside = readdirSync(dirname(file)).filter((name) => name.startsWith('initial-admin'))
    assert.deepEqual(beside, [])
  })

  it('keeps a number of a user whole in a column of text', async () => {
    await using database = await makeDatabase('sqlite')
    await ask(database, SESSIONS.sqlite)
    await using service = await startTestService({ database })
    await service.addUser('ivan')
    const cookie = await service.cookieOf('ivan')
    const me = (await service.get('/api/v1/me', cookie)).json() as { user_id: unknown }
    assert.equal(typeof me.user_id, 'number')
    const [row] = await ask(database, 'select user_id from sessions')
    assert.equal(row?.user_id, String(me.user_id))
  })

  it('starts as the identity database, though it is empty and takes no user of ours', async () => {
    await using identity = await makeDatabase('sqlite')
    await ask(identity, USERS.sqlite('integer', 'text'))
    await using service = await startTestService({
      settings: { IDENTITY_STORE: 'auth', IDENTITY_DATABASE_URL: identity.variable },
    })
    assert.match(service.logged.text(), /the table users takes none of ours/)
    assert.equal((await service.signIn('admin')).status, 401)
  })
})

describe('an identity database whose owner lets the service change rows alone', () => {
  it('is used as it is, with no note of a migration', async () => {
    await using database = await databaseOfRole()
    for (const start of ['first', 'second']) {
      const stores = await open(database.asRole, database.main)
      assert.deepEqual(stores.migrated.identity.applied, [], start)
      await stores.close()
    }
  })

  it('gets that note once the service may create tables too', async () => {
    await using database = await databaseOfRole()
    await database.asOwner(`grant create on schema public to ${database.role}`)
    const applied: number[] = []
    for (let start = 0; start < 2; start += 1) {
      const stores = await open(database.asRole, database.main)
      applied.push(stores.migrated.identity.applied.length)
      await stores.close()
    }
    const noted = await database.asOwner('select name from schema_migrations')
    assert.deepEqual(applied, [noted.length, 0])
    assert.ok(noted.length > 0)
  })
})

describe('a main database that another program made', () => {
  it('keeps its users, and gets the tables that it lacks', async () => {
    await using main = await makeDatabase('sqlite')
    await ask(
      main,
      `create table users (user_id integer primary key, username text unique, password_hash text,
         is_active boolean, role text, manager_id integer, created_at text);
       insert into users values (5, 'иван', null, 1, 'admin', null, null)`,
    )
    await using service = await startTestService({ database: main })
    assert.deepEqual(
      (await service.stores.identity.registry.list()).map(({ userId, username }) => [
        userId,
        username,
      ]),
      [[5, 'иван']],
    )
    assert.deepEqual(await writtenEvents(service), [])
  })
})
