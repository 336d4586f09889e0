// The command line on tables that another program made.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import { ask, ID, insertUser, settingsOf, USERS } from '../support/foreign-tables.ts'
import { startTestService } from '../support/service.ts'

/** An identity database with one user, beside an empty main one. */
async function databaseOfIvan(users = USERS.sqlite('text', 'text')) {
  const [identity, main] = [await makeDatabase('sqlite'), await makeDatabase('sqlite')]
  await ask(identity, users)
  await ask(identity, insertUser('ivan', ID, "'active'"))
  return {
    identity,
    settings: settingsOf(identity, main),
    async [Symbol.asyncDispose]() {
      for (const database of [identity, main]) await database.remove()
    },
  }
}

describe('the command line on a table of users that another program made', () => {
  for (const [engine, id, state] of [
    ['postgres', 'uuid', 'integer'],
    ['postgres', 'bigint', 'boolean'],
    ['sqlite', 'integer', 'text'],
  ] as const) {
    it(`lists them, and says in one line what it cannot change: ${engine}, ${id}, ${state}`, async () => {
      await using identity = await makeDatabase(engine)
      await using main = await makeDatabase('sqlite')
      await ask(identity, USERS[engine](id, state))
      await ask(
        identity,
        insertUser('ivan', id === 'uuid' ? ID : 7, state === 'boolean' ? 'true' : '1'),
      )
      const cli = (line: string) =>
        runCommand(line.split(' '), { ...settingsOf(identity, main), LOG_LEVEL: 'debug' })
      const listed = await cli('users list')
      assert.equal(listed.code, 0, listed.err)
      assert.match(listed.out, /ivan +manager +disabled/)
      const refused = [
        await cli('users add anna --role employee --no-password'),
        ...(engine === 'postgres' ? [await cli('users set-state ivan active')] : []),
      ]
      for (const { code, out, err } of refused) {
        assert.equal(code, 1)
        assert.equal(out, '')
        assert.match(
          err,
          /^The table users refuses it: [^\n]+\. If another program made the table, make the change there\.\n$/,
        )
      }
    })
  }

  it('shows a user whose id was left out as disabled, as a login takes them and the log says', async () => {
    await using ivans = await databaseOfIvan()
    const { identity, settings } = ivans
    await ask(identity, 'update users set user_id = null')
    {
      await using service = await startTestService({ settings })
      assert.equal((await service.signIn('ivan')).status, 401)
      assert.match(service.logged.text(), /no user_id/)
    }
    const listed = await runCommand(['users', 'list'], settings)
    assert.match(listed.out, /ivan +manager +disabled/, listed.err)
  })

  it('takes a hash that is no text for none, as a login does', async () => {
    await using ivans = await databaseOfIvan()
    const { identity, settings } = ivans
    await ask(identity, 'update users set password_hash = cast(password_hash as blob)')
    {
      await using service = await startTestService({ settings })
      assert.equal((await service.signIn('ivan')).status, 401)
    }
    const { out } = await runCommand(['users', 'list', '--json'], settings)
    assert.equal((JSON.parse(out) as { has_password: boolean }[])[0]?.has_password, false)
  })

  it('shuts out a name in all of its rows, and lets it in again without a session left over', async () => {
    await using ivans = await databaseOfIvan(USERS.sqlite('text', 'text').replace('unique', ''))
    const { identity, settings } = ivans
    await ask(identity, insertUser('ivan', ID.replace('aa', 'bb'), "'active'"))
    await ask(identity, insertUser('Ivan', ID.replace('aa', 'cc'), "'active'"))
    const states = async () =>
      (await ask(identity, 'select access_state from users order by user_id')).map(
        (row) => row.access_state,
      )
    const setState = async (state: string) => {
      const { code, err } = await runCommand(['users', 'set-state', 'ivan', state], settings)
      assert.equal(code, 0, err)
      assert.deepEqual(await states(), [state, state, 'active'])
    }
    await setState('disabled')
    await ask(identity, `update users set access_state = 'active' where user_id = '${ID}'`)
    const later = "'2999-01-01T00:00:00.000Z'"
    await ask(
      identity,
      `insert into sessions (token_digest, user_id, ip, created_at, last_seen_at, expires_at)
         values (x'01', '${ID.replace('aa', 'bb')}', '', ${later}, ${later}, ${later})`,
    )
    await setState('active')
    const [session] = await ask(identity, 'select revoked_at from sessions')
    assert.notEqual(session?.revoked_at, null)
  })

  it('knows a user by the exact name alone, though the column ignores case', async () => {
    const users = USERS.sqlite('text', 'text').replace('username text', '$& collate nocase')
    await using ivans = await databaseOfIvan(users)
    const { identity, settings } = ivans
    const cli = (line: string) => runCommand(line.split(' '), settings)
    await using service = await startTestService({ settings })
    const cookie = await service.cookieOf('ivan')
    const before = await ask(identity, 'select * from users')
    for (const line of [
      'users set-state IVAN disabled',
      'users set-state IVAN active',
      'users set-role IVAN admin',
      'users set-password IVAN',
      'users set-manager IVAN',
      'sessions revoke --user IVAN',
      'sessions list --user IVAN',
    ]) {
      const { code, out, err } = await cli(line)
      assert.deepEqual(
        [code, out, err],
        [1, '', 'There is no user "IVAN". `tradein users list` shows them.\n'],
        line,
      )
    }
    assert.deepEqual(await ask(identity, 'select * from users'), before)
    assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
    assert.equal((await cli('users set-role ivan employee')).code, 0)
    assert.equal((await ask(identity, 'select role from users'))[0]?.role, 'employee')
  })

  it('gives each spelling of a name its own sessions and team', async () => {
    const users = USERS.sqlite('text', 'text')
      .replace('username text', '$& collate nocase')
      .replace('unique', '')
    await using ivans = await databaseOfIvan(users)
    const { identity, settings } = ivans
    await ask(identity, insertUser('IVAN', ID.replace('aa', 'bb'), "'active'"))
    await ask(identity, insertUser('bob', ID.replace('aa', 'cc'), "'active'"))
    await ask(identity, `update users set manager_id = '${ID}' where username = 'bob'`)
    await using service = await startTestService({ settings })
    const cookies = [await service.cookieOf('ivan'), await service.cookieOf('IVAN')]
    const meOf = async (cookie: string) =>
      (await service.get('/api/v1/me', cookie)).json() as { team: string[] }
    assert.deepEqual(await Promise.all(cookies.map(async (each) => (await meOf(each)).team)), [
      ['bob'],
      [],
    ])
    const { sessions } = service.stores.identity
    const nowMs = service.clock.wallMs()
    const listed = await sessions.listLive('IVAN', nowMs, 9)
    assert.deepEqual(
      listed.map(({ username }) => username),
      ['IVAN'],
    )
    assert.equal(await sessions.revokeOf('IVAN', nowMs), 1)
    const statuses = cookies.map(async (cookie) => (await service.get('/api/v1/me', cookie)).status)
    assert.deepEqual(await Promise.all(statuses), [200, 401])
  })
})
