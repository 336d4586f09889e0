// The command line as a process: its help, its usage, its outputs and its end.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdtempDisposableSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { toolCommands } from '../../src/cli/tools.ts'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import {
  ENTRY,
  type Environment,
  environmentOf,
  PROCESS_DEFAULTS,
  runCli,
} from '../support/process.ts'
import { until } from '../support/waiting.ts'

const COMMAND_LINE = new URL('../../src/cli/main.ts', import.meta.url).href

/** One that leaves something open would run on. */
const LIMIT_MS = 60_000

/** Each with its verbs: `users`, `users add` … */
const commandLines = (command: Command, above = ''): readonly string[] => [
  `${above}${command.name()}`,
  ...command.commands.flatMap((verb) => commandLines(verb, `${above}${command.name()} `)),
]
const COMMANDS = ['serve', ...(await toolCommands()).flatMap((command) => commandLines(command))]

/** One command after another in one process, which has to end by itself after the last. */
async function runAll(lines: readonly (readonly string[])[], environment: Environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-commands-'))
  const script = join(folder, 'all.mjs')
  writeFileSync(
    script,
    `import { runCommandLine } from ${JSON.stringify(COMMAND_LINE)}
    for (const words of ${JSON.stringify(lines)}) {
      process.stdout.write('ended with ' + await runCommandLine(words) + '\\n')
    }`,
  )
  const env = environmentOf(environment)
  const { stdout: out } = await promisify(execFile)(process.execPath, [script], {
    env,
    timeout: LIMIT_MS,
  })
  rmSync(folder, { recursive: true })
  const codes = [...out.matchAll(/^ended with (\d+)$/gm)].map(([, code]) => Number(code))
  return { out, codes }
}

describe('the command line', { concurrency: 2 }, () => {
  it('explains every command with --help, and says which version it is', async () => {
    const ended = await runAll([
      ...COMMANDS.map((command) => [...command.split(' '), '--help']),
      ['--version'],
    ])
    for (const command of COMMANDS) {
      assert.match(ended.out, new RegExp(`^Usage: tradein ${command} `, 'm'))
    }
    assert.match(ended.out, /^\d+\.\d+\.\d+$/m)
    assert.deepEqual(ended.codes, Array(COMMANDS.length + 1).fill(0))
  })

  it('leaves nothing open after any verb, and ends with 0', async () => {
    await using database = await makeDatabase('sqlite')
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-verbs-'))
    const fileOf = (name: string, text: string) => {
      const path = join(folder.path, name)
      writeFileSync(path, text)
      return path
    }
    const rows = (header: string, row: (i: number) => string) =>
      [header, ...Array.from({ length: 12 }, (_, i) => row(i))].join('\n')
    const sales = rows(
      'source_id,kind,date,price_rub,lat,lon,area_m2,rooms',
      (i) => `s${i},deal,2024-05-02,${8_000_000 + i},56.08,60.73,50,2`,
    )
    const addresses = rows('source_id,city,street,house,lat,lon', (i) => `a${i},А,Мира,${i},56,60`)
    const square = [
      [60, 56],
      [60.001, 56],
      [60.001, 56.001],
      [60, 56],
    ]
    const parcels = JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { cadastral_number: '66:41:0000001:1' },
          geometry: { type: 'Polygon', coordinates: [square] },
        },
      ],
    })
    const run = [
      ['migrate'],
      ['doctor'],
      ['users add', 'anna', '--role', 'employee', '--no-password'],
      ['users list'],
      ['users set-password', 'anna'],
      ['users set-state', 'anna', 'disabled'],
      ['users set-role', 'anna', 'manager'],
      ['users set-manager', 'anna'],
      ['sessions list'],
      ['sessions revoke', '--user', 'anna'],
      ['events'],
      ['deliveries list'],
      ['deliveries retry', '--all'],
      ['deliveries drop', '--fault', 'down'],
      ['import comparables', fileOf('sales.csv', sales)],
      ['import addresses', fileOf('addresses.csv', addresses)],
      ['import parcels', fileOf('parcels.geojson', parcels)],
      ['datasets list'],
      ['datasets remove', 'comparables', '--source', 'import', '--yes'],
      ['evaluate', '--file', fileOf('study.csv', sales), '--folds', '2'],
    ] as const
    const ended = await runAll(
      run.map(([verb, ...more]) => [...verb.split(' '), ...more]),
      { DATABASE_URL: database.variable },
    )
    assert.deepEqual(ended.codes, Array(run.length).fill(0), ended.out)
    const verbs = COMMANDS.filter(
      (one) => one !== 'serve' && !COMMANDS.some((other) => other.startsWith(`${one} `)),
    )
    assert.deepEqual(run.map(([verb]) => verb).toSorted(), verbs.toSorted())
  })

  it('ends quietly when the reader of its output goes away', async () => {
    await using database = await makeDatabase('sqlite')
    const child = spawn(process.execPath, [ENTRY, 'users', 'list', '--help'], {
      env: { ...PROCESS_DEFAULTS, DATABASE_URL: database.variable },
    })
    child.stdout.destroy()
    const errors = child.stderr.toArray()
    await once(child, 'exit')
    assert.equal(Buffer.concat(await errors).toString(), '')
  })

  it('ends with 2 over wrong usage and with 1 over settings that cannot be', async () => {
    assert.equal((await runCli(['nonsense'], {})).code, 2)
    assert.equal((await runCommand(['users', 'list', '--nonsense'], {})).code, 2)
    const faulty = await runCli(['users', 'list'], { DATABASE_URL: 'nowhere', PORT: 'x' })
    assert.equal(faulty.code, 1)
    assert.equal(faulty.err.trim().split('\n').length, 2)
    const doctor = await runCommand(['doctor'], { DATABASE_URL: 'nowhere' })
    assert.equal(doctor.code, 1)
    assert.match(doctor.out, /^wrong .*DATABASE_URL/)
  })

  it('reads the .env beside package.json whatever its folder is called', async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url))
    using folder = mkdtempDisposableSync(join(tmpdir(), 'оценка 100% '))
    for (const part of ['bin', 'src', 'package.json']) {
      cpSync(join(root, part), join(folder.path, part), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'))
    writeFileSync(join(folder.path, '.env'), 'LOG_LEVEL=loud\n')
    const ended = promisify(execFile)(process.execPath, ['bin/tradein.js', 'migrate'], {
      cwd: folder.path,
      env: environmentOf({}),
    })
    await assert.rejects(ended, /LOG_LEVEL is not one of its values/)
  })

  it('logs JSON lines on a terminal where serve is asked to, and prints nothing else', async () => {
    const onTerminal = '--import=data:text/javascript,process.stdout.isTTY=true'
    for (const [words, isJson] of [
      [['serve'], false],
      [['serve', '--json'], true],
    ] as const) {
      await using database = await makeDatabase('sqlite')
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
    }
  })
})
