// The command line beside a running server, on both engines: what it changes counts at once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { cookieFrom, postLogin } from '../support/http.ts'
import {
  type Environment,
  type RunningService,
  type RunOptions,
  runCli,
  startProcess,
} from '../support/process.ts'

for (const engine of ENGINES) {
  describe(`the command line beside a running server on ${engine}`, () => {
    let database: TestDatabase
    let environment: Environment
    let service: RunningService

    before(async () => {
      database = await makeDatabase(engine)
      environment = { DATABASE_URL: database.variable }
      service = await startProcess(environment)
    })
    after(async () => {
      await service[Symbol.asyncDispose]()
      await database.remove()
    })

    const cli = (line: string, options?: Pick<RunOptions, 'stdin'>) => {
      // On one engine, what reads its input does so as a process.
      const runOne = engine === 'postgres' && options ? runCli : runCommand
      return runOne(line.split(' '), environment, options)
    }
    /** Runs a command that must succeed and reads its JSON. */
    const json = async (line: string, options?: Pick<RunOptions, 'stdin'>) => {
      const { code, out, err } = await cli(`${line} --json`, options)
      assert.equal(code, 0, err)
      assert.equal(err, '')
      return JSON.parse(out) as Record<string, unknown> & Record<string, unknown>[]
    }
    const refused = async (
      line: string,
      code: number,
      says: RegExp,
      options?: Pick<RunOptions, 'stdin'>,
    ) => {
      const result = await cli(line, options)
      assert.equal(result.code, code, result.out)
      assert.match(result.err, says)
      assert.doesNotMatch(result.err, /\n\s+at /, 'no stack is shown')
    }
    const meStatus = async (cookie: string) =>
      (await fetch(`${service.url}/api/v1/me`, { headers: { cookie } })).status

    it('adds users whose password is piped in, without one last newline', async () => {
      const added = await json('users add anna --role manager --password-stdin', {
        stdin: 'ключ \n\n',
      })
      assert.deepEqual(added, { username: 'anna', role: 'manager' })
      assert.equal((await postLogin(service.url, 'anna', 'ключ \n')).status, 200)
      assert.equal((await postLogin(service.url, 'anna', 'ключ ')).status, 401)
      await refused('users add anna --role employee --no-password', 1, /anna/)
      await refused('users add anna --role emperor', 2, /role/)
      await refused('users add nobody', 2, /--role/)
      await refused('users add x --role admin --password-stdin', 1, /password/, { stdin: '\n' })
      const notUtf8 = { stdin: Uint8Array.of(0x70, 0xff) }
      await refused('users add x --role admin --password-stdin', 1, /not UTF-8/, notUtf8)
      const marked = { stdin: '\uFEFFключ\n' }
      await refused('users add x --role admin --password-stdin', 1, /byte order mark/, marked)
      // As Node gives a name whose bytes are no UTF-8.
      await refused('users add \u{FFFD}\u{FFFD} --role admin --no-password', 1, /not UTF-8/)
    })

    it('sets a password, which ends the user’s sessions at once', async () => {
      const cookie = cookieFrom(await postLogin(service.url, 'anna', 'ключ \n'))
      assert.equal(await meStatus(cookie), 200)
      await json('users set-password anna --password-stdin', { stdin: 'новый\r\n' })
      assert.equal(await meStatus(cookie), 401)
      assert.equal((await postLogin(service.url, 'anna', 'ключ \n')).status, 401)
      assert.equal((await postLogin(service.url, 'anna', 'новый')).status, 200)
      const { password } = await json('users set-password anna')
      assert.equal((await postLogin(service.url, 'anna', String(password))).status, 200)
      await refused('users set-password nobody --password-stdin', 1, /nobody/, { stdin: 'x' })
      await json('users set-password anna --password-stdin', { stdin: 'новый' })
      assert.deepEqual(await json('migrate'), { applied: [], newer: [] })
    })

    it('checks with doctor', async () => {
      const findings = (await json('doctor')) as Record<string, unknown>[]
      assert.deepEqual(
        findings.filter(({ verdict }) => verdict === 'wrong'),
        [],
      )
    })

    // The rest asks the stores, whose contract is proven on both engines elsewhere.
    if (engine === 'postgres') return

    it('prints a random password once, and takes a user without one', async () => {
      const { code, out } = await cli('users add boris --role employee --manager anna')
      assert.equal(code, 0)
      const password = /([\w-]{24})\n$/.exec(out)?.[1] ?? ''
      assert.equal(out.split(password).length, 2)
      assert.equal((await postLogin(service.url, 'boris', password)).status, 200)
      assert.deepEqual(await json('users add vera --role employee --no-password'), {
        username: 'vera',
        role: 'employee',
      })
      assert.equal((await postLogin(service.url, 'vera', '')).status, 401)
      const listed = (await json('users list')) as Record<string, unknown>[]
      const boris = listed.find(({ username }) => username === 'boris')
      assert.equal(boris?.manager, 'anna')
      assert.equal(listed.find(({ username }) => username === 'vera')?.has_password, false)
      assert.ok(!JSON.stringify(listed).includes('argon2'))
      assert.match((await cli('users list')).out, /^USERNAME +ROLE/)
    })

    it('shuts a user out and lets them in again, and changes roles, at once', async () => {
      const cookie = cookieFrom(await postLogin(service.url, 'anna', 'новый'))
      await json('users set-role anna admin')
      const accounts = await fetch(`${service.url}/api/v1/audit/accounts`, { headers: { cookie } })
      assert.equal(accounts.status, 200)
      await json('users set-state anna disabled')
      assert.equal(await meStatus(cookie), 401)
      assert.equal((await postLogin(service.url, 'anna', 'новый')).status, 401)
      await json('users set-state anna active')
      assert.equal(await meStatus(cookie), 401)
      assert.equal((await postLogin(service.url, 'anna', 'новый')).status, 200)
      await refused('users set-state anna trial_expired', 1, /IDENTITY_STORE=auth/)
      await refused('users set-state anna asleep', 2, /asleep|choices/)
      await refused('users set-state nobody active', 1, /nobody/)
      await refused('users set-role nobody admin', 1, /nobody/)
    })

    it('ends sessions left from before when it lets a user in again', async () => {
      const cookie = cookieFrom(await postLogin(service.url, 'anna', 'новый'))
      const main = await openDatabase<MainTables>(database.url, { poolSize: 1 })
      // As if the session had been made by a login that was under way when the user was shut out.
      await main.query
        .updateTable('users')
        .set({ is_active: 0 } as never)
        .where('username', '=', 'anna')
        .execute()
      await main.close()
      assert.equal(await meStatus(cookie), 401)
      const { sessions_ended: ended } = await json('users set-state anna active')
      assert.ok(Number(ended) >= 1)
      assert.equal(await meStatus(cookie), 401)
      const again = cookieFrom(await postLogin(service.url, 'anna', 'новый'))
      await json('users set-state anna active')
      assert.equal(await meStatus(again), 200)
    })

    it('moves users between teams, at once, and warns of what leads nowhere', async () => {
      await json('users set-role anna manager')
      const cookie = cookieFrom(await postLogin(service.url, 'anna', 'новый'))
      const team = async () => {
        const me = await fetch(`${service.url}/api/v1/me`, { headers: { cookie } })
        return ((await me.json()) as { team: readonly string[] }).team
      }
      assert.deepEqual(await json('users set-manager vera anna'), {
        username: 'vera',
        manager: 'anna',
      })
      assert.ok((await team()).includes('vera'))
      assert.deepEqual(await json('users set-manager vera'), { username: 'vera', manager: null })
      assert.ok(!(await team()).includes('vera'))
      await refused('users set-manager vera nobody', 1, /nobody/)
      await refused('users set-manager nobody anna', 1, /nobody/)
      await refused('users set-manager anna anna', 1, /own manager/)
      const { code, err } = await cli('users set-manager vera boris')
      assert.equal(code, 0)
      assert.match(err, /^"boris" is an employee/)
      const oneLine = /^There is [^\n]+\n$/
      await refused('users add vera --role employee --no-password --manager boris', 1, oneLine)
      await refused('users set-manager nobody boris', 1, oneLine)
    })

    it('lists sessions without their tokens, and revokes them', async () => {
      const answer = await postLogin(service.url, 'anna', 'новый', { 'user-agent': 'a test' })
      const cookie = cookieFrom(answer)
      const listed = (await json('sessions list --user anna')) as Record<string, unknown>[]
      assert.ok(listed.some(({ user_agent }) => user_agent === 'a test'))
      assert.ok(!JSON.stringify(listed).includes(cookie.split('=')[1] ?? ' '))
      await json('sessions revoke --user anna')
      assert.equal(await meStatus(cookie), 401)
      const other = cookieFrom(await postLogin(service.url, 'anna', 'новый'))
      await json('sessions revoke --all')
      assert.equal(await meStatus(other), 401)
      assert.deepEqual(await json('sessions list'), [])
      await refused('sessions revoke', 2, /--user NAME, or --all/)
      await refused('sessions revoke --user Anna', 1, /no user "Anna"/)
      await refused('sessions list --user Anna', 1, /no user "Anna"/)
    })

    it('shows events by user, type and age', async () => {
      const failed = (await json('events --user anna --type login_failed --since 1h')) as Record<
        string,
        unknown
      >[]
      assert.ok(failed.length >= 2)
      assert.ok(failed.every((event) => event.event_type === 'login_failed'))
      const whole = await json('events --user anna')
      assert.deepEqual(await json(`events --user anna --limit ${whole.length}`), whole)
      const newest = await cli(`events --user anna --json --limit ${whole.length - 1}`)
      assert.deepEqual(JSON.parse(newest.out), whole.slice(0, -1))
      assert.match(newest.err, /^These are the newest \d+\. There are more: --limit N\.\n$/)
      assert.match((await cli('events')).out, /^TIME +TYPE/)
      const none = await cli('events --json --type login_faild')
      assert.deepEqual([none.code, JSON.parse(none.out)], [0, []])
      assert.match(none.err, /^None was found of the type "login_faild"\. .* login_failed, /)
      await refused('events --since yesterday', 2, /since/)
      assert.ok((await json('events --since 999999d')).length > 0)
    })
  })
}
