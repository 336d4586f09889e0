// The command line by itself: its help, its usage and its end as a process, and what it does while one
// of two databases is away.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { toolCommands } from '../../src/cli/tools.ts'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import { postLogin } from '../support/http.ts'
import { ENTRY, PROCESS_DEFAULTS, runCli, startProcess } from '../support/process.ts'
import { until } from '../support/waiting.ts'

const COMMAND_LINE = new URL('../../src/cli/main.ts', import.meta.url).href

/** Each with its verbs: `users`, `users add` … */
const commandLines = (command: Command, above = ''): readonly string[] => [
  `${above}${command.name()}`,
  ...command.commands.flatMap((verb) => commandLines(verb, `${above}${command.name()} `)),
]
const COMMANDS = ['serve', ...(await toolCommands()).flatMap((command) => commandLines(command))]

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
