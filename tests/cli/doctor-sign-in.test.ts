// What `doctor` finds in tables of sign-in that another program made, and that it leaves them as
// they are.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { runCommand } from '../support/commands.ts'
import { ENGINES, type Engine, makeDatabase } from '../support/databases.ts'
import { ask, ID, insertUser, SESSIONS, settingsOf, USERS } from '../support/foreign-tables.ts'

const UUID = { postgres: 'uuid', sqlite: 'text' } as const
const OTHER_ID = ID.replace('aa', 'bb')
const idOf = (index: number) => ID.replace('aa', `0${index}`)

/** Of a table of sessions, what is done with a session when it refuses, and how it is changed. */
const UNFIT = [
  ['made', 'tenant', (table: string) => table.replace('ip text', 'tenant int not null, ip text')],
  ['refreshed', 'check', withCheck('last_seen_at = created_at')],
  ['ended', 'check', withCheck('revoked_at is null')],
] as const

function withCheck(condition: string): (table: string) => string {
  return (table) => table.replace(/\)$/, `, check (${condition}))`)
}

/** What is said of an identity database in which these statements were run, and left as it was. */
async function doctorOf(engine: Engine, ...statements: readonly string[]) {
  await using identity = await makeDatabase(engine)
  await using main = await makeDatabase('sqlite')
  for (const statement of statements) await ask(identity, statement)
  const before = await ask(identity, 'select * from users')
  const result = await runCommand(['doctor'], settingsOf(identity, main))
  assert.deepEqual(await ask(identity, 'select * from users'), before)
  assert.deepEqual(await ask(identity, 'select * from sessions'), [])
  return result
}

for (const engine of ENGINES) {
  const users = USERS[engine](UUID[engine], 'text')
  const sessions = SESSIONS[engine]
  const ivan = insertUser('ivan', ID, "'active'")

  describe(`doctor on tables of sign-in that another program made, on ${engine}`, () => {
    it('makes, finds, refreshes and ends a session where they fit, and leaves none', async () => {
      const { code, out } = await doctorOf(engine, users, sessions, ivan)
      assert.equal(code, 0, out)
      assert.match(out, /^ok +sessions +one can be made, found, refreshed and ended$/m)
    })

    it('tries nothing where nobody can sign in', async () => {
      for (const change of [
        "access_state = 'disabled'",
        "role = 'stranger'",
        'password_hash = null',
      ]) {
        const shutOut = `update users set ${change}`
        const { out } = await doctorOf(engine, users, sessions, ivan, shutOut)
        assert.doesNotMatch(out, /^\w+ +sessions/m, change)
      }
    })

    for (const [done, why, change] of UNFIT) {
      it(`finds that no session can be ${done} where the table refuses it`, async () => {
        const { code, out } = await doctorOf(engine, users, change(sessions), ivan)
        assert.equal(code, 1)
        const said = new RegExp(
          `^wrong +sessions +a session cannot be ${done}: .*${why}.*Make `,
          'im',
        )
        assert.match(out, said)
      })
    }

    it('finds names that several rows have, and tries a session of somebody else’s', async () => {
      const names = ['anna', 'boris', 'ivan', 'vera', 'vera', 'ivan', 'boris', 'anna', 'zoya']
      const rows = names.map((name, at) =>
        insertUser(name, idOf(at), at < 4 ? "'disabled'" : "'active'"),
      )
      const { code, out } = await doctorOf(engine, users.replace('unique', ''), sessions, ...rows)
      assert.equal(code, 1)
      assert.match(out, /^wrong +users .* named "anna", "boris", "ivan" and 1 more: /m)
      assert.match(out, /^ok +sessions/m)
      const alone = rows.filter((_, at) => names[at] !== 'vera')
      const three = await doctorOf(engine, users.replace('unique', ''), sessions, ...alone)
      assert.match(three.out, /^wrong +users .* named "anna", "boris", "ivan": /m)
    })

    it('does not take names that differ in case for one', async () => {
      const rows = ['ivan', 'Ivan'].map((name, at) => insertUser(name, idOf(at), "'active'"))
      const { code, out } = await doctorOf(engine, users, sessions, ...rows)
      assert.equal(code, 0, out)
    })

    it('tries a session of the first user whose hash a sign-in verifies', async () => {
      const foreign = [ivan, "update users set password_hash = '$2b$12$abc'"]
      const none = await doctorOf(engine, users, sessions, ...foreign)
      assert.equal(none.code, 0)
      assert.match(none.out, /^warning +sessions +none was tried: no stored hash/m)
      const zoya = insertUser('zoya', OTHER_ID, "'active'")
      const { out } = await doctorOf(engine, users, sessions, ...foreign, zoya)
      assert.match(out, /^ok +sessions/m)
    })
  })
}

describe('doctor on SQLite', () => {
  it('finds a name between whose rows another spelling of it stands', async () => {
    const users = USERS.sqlite('text', 'text').replace(
      'username text unique',
      'username text collate nocase',
    )
    const rows = ['ivan', 'Ivan', 'ivan'].map((name, at) => insertUser(name, idOf(at), "'active'"))
    const { out } = await doctorOf('sqlite', users, SESSIONS.sqlite, ...rows)
    assert.match(out, /^wrong +users .* named "ivan": /m)
  })

  it('passes over a name that is no text', async () => {
    const users = USERS.sqlite('text', 'text').replace('username text', 'username')
    const rows = [insertUser('ivan', ID, "'active'"), 'update users set username = 123']
    const { code, out, err } = await doctorOf('sqlite', users, SESSIONS.sqlite, ...rows)
    assert.equal(code, 0, err)
    assert.doesNotMatch(out, /^\w+ +sessions/m)
  })
})

/** Of a trigger on sessions: when, what it does, and what is said then. */
const TRIGGERS = [
  ['before insert', 'return null', 'a session that was just made is not found'],
  ['before update of last_seen_at', 'return old', 'a session does not keep its refresh'],
  ['before update of revoked_at', 'return old', 'a session that was ended is still found'],
] as const

describe('doctor on PostgreSQL', () => {
  const good = [
    USERS.postgres('uuid', 'text'),
    SESSIONS.postgres,
    insertUser('ivan', ID, "'active'"),
  ]

  for (const [when, does, said] of TRIGGERS) {
    it(`finds that ${said}, over a trigger`, async () => {
      const { code, out } = await doctorOf(
        'postgres',
        ...good,
        `create function f() returns trigger language plpgsql as 'begin ${does}; end'`,
        `create trigger t ${when} on sessions for each row execute function f()`,
      )
      assert.equal(code, 1)
      assert.match(out, new RegExp(`^wrong +sessions +${said}\\. Make `, 'm'))
    })
  }

  it('finds what would be refused only at the end of the transaction', async () => {
    const { out } = await doctorOf(
      'postgres',
      ...good,
      `create function f() returns trigger language plpgsql as 'begin raise ''not here''; end'`,
      `create constraint trigger t after insert on sessions deferrable initially deferred
         for each row execute function f()`,
    )
    assert.match(out, /^wrong +sessions +a session cannot be kept: not here\. Make /m)
  })

  it('says so where another program holds the row of the user', async () => {
    await using identity = await makeDatabase('postgres')
    await using main = await makeDatabase('sqlite')
    for (const statement of good) await ask(identity, statement)
    assert.equal((await runCommand(['migrate'], settingsOf(identity, main))).code, 0)
    const holder = new pg.Client({ connectionString: identity.variable })
    await holder.connect()
    await holder.query('begin; select * from users for update')
    const { code, out } = await runCommand(['doctor'], settingsOf(identity, main))
    await holder.end()
    assert.equal(code, 1)
    assert.match(
      out,
      /^wrong +sessions +a session cannot be made: .* timeout\. If it repeats, see /m,
    )
  })

  it('says what a full disk needs, and not that the tables should be changed', async () => {
    const { out } = await doctorOf(
      'postgres',
      ...good,
      `create function f() returns trigger language plpgsql as
         'begin raise ''no space'' using errcode = ''53100''; end'`,
      'create trigger t before insert on sessions for each row execute function f()',
    )
    assert.match(out, /^wrong +sessions +a session cannot be made: no space\. Make room on /m)
  })

  it('finds that sessions cannot be kept where the row of a user cannot be locked', async () => {
    await using identity = await makeDatabase('postgres')
    await using main = await makeDatabase('sqlite')
    await ask(identity, USERS.postgres('uuid', 'text').replace('table users', 'table people'))
    await ask(identity, SESSIONS.postgres)
    await ask(identity, 'create view users as select distinct * from people')
    await ask(identity, insertUser('ivan', ID, "'active'").replace('into users', 'into people'))
    const { code, out } = await runCommand(['doctor'], settingsOf(identity, main))
    assert.equal(code, 1)
    assert.match(out, /^wrong +sessions +a session cannot be made: FOR SHARE is not allowed/m)
  })

  it('tries none where the database takes no writes', async () => {
    await using identity = await makeDatabase('postgres')
    await using main = await makeDatabase('sqlite')
    for (const statement of good) await ask(identity, statement)
    assert.equal((await runCommand(['migrate'], settingsOf(identity, main))).code, 0)
    const name = new URL(identity.variable).pathname.slice(1)
    await ask(identity, `alter database ${name} set default_transaction_read_only = on`)
    const { out } = await runCommand(['doctor'], settingsOf(identity, main))
    assert.match(out, /^wrong +identity database .* takes no writes/m)
    assert.doesNotMatch(out, /^\w+ +sessions/m)
  })
})
