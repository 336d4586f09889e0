// What `doctor` finds in tables of sign-in that another program made, and that it leaves them as
// they are.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase } from '../support/databases.ts'
import { ask, ID, insertUser, SESSIONS, USERS } from '../support/foreign-tables.ts'

const UUID = { postgres: 'uuid', sqlite: 'text' } as const
const OTHER_ID = ID.replace('aa', 'bb')

/** Of a table of sessions, what is done with a session when it refuses, and how it is changed. */
const UNFIT = [
  ['made', 'tenant', (table: string) => table.replace('ip text', 'tenant int not null, ip text')],
  ['refreshed', 'check', withCheck('last_seen_at = created_at')],
  ['ended', 'check', withCheck('revoked_at is null')],
] as const

function withCheck(condition: string): (table: string) => string {
  return (table) => table.replace(/\)$/, `, check (${condition}))`)
}

for (const engine of ENGINES) {
  /** An identity database of these tables with these statements run, and what `doctor` says. */
  const examined = async (tables: readonly string[], ...rows: readonly string[]) => {
    const [identity, main] = [await makeDatabase(engine), await makeDatabase('sqlite')]
    for (const statement of [...tables, ...rows]) await ask(identity, statement)
    const before = await ask(identity, 'select * from users')
    const { code, out } = await runCommand(['doctor'], {
      DATABASE_URL: main.variable,
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: identity.variable,
    })
    const after = await ask(identity, 'select * from users')
    const kept = await ask(identity, 'select * from sessions')
    for (const database of [identity, main]) await database.remove()
    assert.deepEqual(after, before)
    assert.deepEqual(kept, [])
    return { code, out }
  }
  const users = USERS[engine](UUID[engine], 'text')
  const ivan = insertUser('ivan', ID, "'active'")

  describe(`doctor on tables of sign-in that another program made, on ${engine}`, () => {
    it('makes, finds, refreshes and ends a session where they fit, and leaves none', async () => {
      const { code, out } = await examined([users, SESSIONS[engine]], ivan)
      assert.equal(code, 0, out)
      assert.match(out, /^ok +sessions +one can be made, found, refreshed and ended$/m)
    })

    it('tries nothing where nobody can sign in', async () => {
      const disabled = insertUser('ivan', ID, "'disabled'")
      const { out } = await examined([users, SESSIONS[engine]], disabled)
      assert.doesNotMatch(out, /^\w+ +sessions/m)
    })

    for (const [done, why, change] of UNFIT) {
      it(`finds that no session can be ${done} where the table refuses it`, async () => {
        const { code, out } = await examined([users, change(SESSIONS[engine])], ivan)
        assert.equal(code, 1)
        const said = new RegExp(
          `^wrong +sessions +a session cannot be ${done}: .*${why}.*Make `,
          'im',
        )
        assert.match(out, said)
      })
    }

    it('finds names that several rows have', async () => {
      const without = users.replace('unique', '')
      const twice = [ivan, insertUser('ivan', OTHER_ID, "'disabled'")]
      const { code, out } = await examined([without, SESSIONS[engine]], ...twice)
      assert.equal(code, 1)
      assert.match(out, /^wrong +users +more than one row of users is named "ivan": /m)
    })
  })
}

describe('doctor on PostgreSQL', () => {
  it('finds that sessions cannot be kept where the row of a user cannot be locked', async () => {
    const [identity, main] = [await makeDatabase('postgres'), await makeDatabase('sqlite')]
    await ask(identity, USERS.postgres('uuid', 'text').replace('table users', 'table people'))
    await ask(identity, SESSIONS.postgres)
    await ask(identity, 'create view users as select distinct * from people')
    await ask(identity, insertUser('ivan', ID, "'active'").replace('into users', 'into people'))
    const { code, out } = await runCommand(['doctor'], {
      DATABASE_URL: main.variable,
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: identity.variable,
    })
    assert.equal(code, 1)
    assert.match(out, /^wrong +sessions +a session cannot be made: FOR SHARE is not allowed/m)
    for (const database of [identity, main]) await database.remove()
  })

  it('names the rights that the rest of the service lacks', async () => {
    await using main = await makeDatabase('postgres', { mayBeMigrated: true })
    const role = `${new URL(main.variable).pathname.slice(1)}_poor`
    assert.equal((await runCommand(['migrate'], { DATABASE_URL: main.variable })).code, 0)
    await ask(
      main,
      `create role ${role} login;
       grant select, insert, update, delete on all tables in schema public to ${role};
       revoke insert on estimates, leads from ${role};
       revoke update on deliveries from ${role}; grant update (state) on deliveries to ${role}`,
    )
    const asRole = new URL(main.variable)
    asRole.username = role
    const { code, out } = await runCommand(['doctor'], { DATABASE_URL: asRole.href })
    await ask(main, `drop owned by ${role}; drop role ${role}`)
    assert.equal(code, 1)
    const rights = out.split('\n').filter((line) => /^wrong +rights/.test(line))
    assert.equal(rights.length, 2, out)
    assert.match(rights[0] ?? '', /may not insert on estimates, leads, so requests/)
    assert.match(rights[1] ?? '', /may not update on deliveries, so requests/)
  })
})
