// The command line beside a running server, on both engines: what it changes counts at once.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { toolCommands } from '../../src/cli/tools.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { type CommandOptions, runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { cookieFrom, postLogin } from '../support/http.ts'
import {
  ENTRY,
  type Environment,
  PROCESS_DEFAULTS,
  type RunningService,
  runCli,
  startProcess,
} from '../support/process.ts'
import { until } from '../support/waiting.ts'

const COMMAND_LINE = new URL('../../src/cli/main.ts', import.meta.url).href

/** Each with its verbs: `users`, `users add` … */
const commandLines = (command: Command, above = ''): readonly string[] => [
  `${above}${command.name()}`,
  ...command.commands.flatMap((verb) => commandLines(verb, `${above}${command.name()} `)),
]
const COMMANDS = ['serve', ...(await toolCommands()).flatMap((command) => commandLines(command))]

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

    // On one engine as processes.
    const runOne = engine === 'postgres' ? runCli : runCommand
    const cli = (line: string, options?: CommandOptions) =>
      runOne(line.split(' '), environment, options)
    /** Runs a command that must succeed and reads its JSON. */
    const json = async (line: string, options?: CommandOptions) => {
      const { code, out, err } = await cli(`${line} --json`, options)
      assert.equal(code, 0, err)
      assert.equal(err, '')
      return JSON.parse(out) as Record<string, unknown> & Record<string, unknown>[]
    }
    const refused = async (line: string, code: number, says: RegExp, options?: CommandOptions) => {
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
        .set({ is_active: engine === 'sqlite' ? 0 : false } as never)
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

    it('warns when the last admin who can sign in is gone', async () => {
      await json('users set-role anna admin')
      const users = (await json('users list')) as Record<string, unknown>[]
      const others = users.filter(({ username, role }) => role === 'admin' && username !== 'anna')
      for (const { username } of others) {
        assert.equal((await cli(`users set-state ${username} disabled`)).err, '')
      }
      assert.match((await cli('users set-role anna employee')).err, /^No admin can sign in/)
      for (const { username } of others) await json(`users set-state ${username} active`)
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
      assert.deepEqual(await json('events --user anna --limit 1').then((list) => list.length), 1)
      assert.match((await cli('events')).out, /^TIME +TYPE/)
      await refused('events --since yesterday', 2, /since/)
      assert.ok((await json('events --since 999999d')).length > 0)
    })
  })
}

describe('the command line', { concurrency: 2 }, () => {
  it('explains every command with --help', async () => {
    // All in one process: only the words differ.
    const script = `
      import { runCommandLine } from ${JSON.stringify(COMMAND_LINE)}
      for (const words of ${JSON.stringify(COMMANDS)}) {
        const code = await runCommandLine([...words.split(' '), '--help'])
        process.stdout.write('ended with ' + code + '\\n')
      }`
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
    for (const command of COMMANDS) {
      assert.match(stdout, new RegExp(`^Usage: tradein ${command} `, 'm'))
    }
    assert.equal(stdout.match(/^ended with 0$/gm)?.length, COMMANDS.length)
    assert.ok(COMMANDS.includes('import comparables'))
  })

  it('ends by itself after each verb', async () => {
    const database = await makeDatabase('sqlite')
    // The other verbs are processes in other tests.
    for (const [line, code] of [
      ['sessions list', 0],
      ['deliveries list', 0],
      ['datasets list', 0],
      [`import comparables ${fileURLToPath(import.meta.url)}`, 1],
    ] as const) {
      const ended = await runCli(line.split(' '), { DATABASE_URL: database.variable })
      assert.equal(ended.code, code, line)
    }
    await database.remove()
  })

  it('ends quietly when the reader of its output goes away', async () => {
    const database = await makeDatabase('sqlite')
    const child = spawn(process.execPath, [ENTRY, 'users', 'list', '--help'], {
      env: { ...PROCESS_DEFAULTS, DATABASE_URL: database.variable },
    })
    child.stdout.destroy()
    const errors = child.stderr.toArray()
    await once(child, 'exit')
    assert.equal(Buffer.concat(await errors).toString(), '')
    await database.remove()
  })

  it('ends with 2 over wrong usage and with 1 over settings that cannot be', async () => {
    assert.equal((await runCli(['nonsense'], {})).code, 2)
    assert.equal((await runCli(['users', 'list', '--nonsense'], {})).code, 2)
    const faulty = await runCli(['users', 'list'], { DATABASE_URL: 'nowhere', PORT: 'x' })
    assert.equal(faulty.code, 1)
    assert.equal(faulty.err.trim().split('\n').length, 2)
    const doctor = await runCli(['doctor'], { DATABASE_URL: 'nowhere' })
    assert.equal(doctor.code, 1)
    assert.match(doctor.out, /^wrong .*DATABASE_URL/)
  })

  it('logs JSON lines on a terminal where serve is asked to, and prints nothing else', async () => {
    const onTerminal = '--import=data:text/javascript,process.stdout.isTTY=true'
    for (const [words, isJson] of [
      [['serve'], false],
      [['serve', '--json'], true],
    ] as const) {
      const database = await makeDatabase('sqlite')
      const environment = { ...PROCESS_DEFAULTS, DATABASE_URL: database.variable }
      const child = spawn(process.execPath, [onTerminal, ENTRY, ...words], {
        env: { PATH: process.env.PATH ?? '', ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let out = ''
      child.stdout.on('data', (data) => {
        out += data
      })
      await until(() => out.includes('listening'), 'the service listens', 40_000)
      child.kill('SIGTERM')
      // Not its `exit`: the last lines may come after it.
      const [code] = await once(child, 'close')
      assert.equal(code, 0)
      const lines = out.trim().split('\n')
      assert.equal(
        lines.every((line) => line.startsWith('{') && line.endsWith('}')),
        isJson,
        out,
      )
      assert.equal(out.includes('Its password, shown this once'), !isJson)
      await database.remove()
    }
  })

  it('makes the three states of the separate identity store', async () => {
    const main = await makeDatabase('sqlite')
    const identity = await makeDatabase('sqlite')
    const environment = {
      DATABASE_URL: main.variable,
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: identity.variable,
    }
    const run = async (line: string, stdin = '') =>
      runCommand(line.split(' '), environment, { stdin })
    assert.match((await run('migrate')).out, /main\/.*identity\//)
    assert.equal((await run('users add anna --role employee --password-stdin', 'x')).code, 0)
    assert.equal((await run('users set-state anna trial_expired')).code, 0)
    assert.equal((await run('users add анна --role employee --no-password')).code, 1)
    await using service = await startProcess(environment)
    assert.equal((await postLogin(service.url, 'anna', 'x')).status, 403)
    await service[Symbol.asyncDispose]()
    await main.remove()
    await identity.remove()
  })
})

describe('the identity database away', () => {
  it('keeps nobody from what stands in the main one', async () => {
    const database = await makeDatabase('sqlite')
    const environment = {
      DATABASE_URL: database.variable,
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      DATABASE_WAIT_S: '1',
    }
    const events = await runCommand(['events', '--json'], environment)
    assert.deepEqual([events.code, events.out.trim()], [0, '[]'], events.err)
    const users = await runCommand(['users', 'list'], environment)
    assert.equal(users.code, 1)
    assert.match(users.err, /identity database/)
    await database.remove()
  })
})

describe('the main database away', () => {
  it('keeps nobody from the users and sessions in the identity database', async () => {
    const database = await makeDatabase('sqlite')
    const environment = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: database.variable,
      DATABASE_WAIT_S: '1',
    }
    for (const line of [
      'users add anna --role admin --no-password',
      'users set-state anna disabled',
      'sessions revoke --user anna',
    ]) {
      const { code, err } = await runCommand(line.split(' '), environment)
      assert.equal(code, 0, err)
    }
    await database.remove()
  })
})
