// Starts that cannot be: each ends with lines that say why, as an operator sees them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempDisposableSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase } from '../support/databases.ts'
import { query } from '../support/postgres.ts'
import {
  ENTRY,
  type Environment,
  environmentOf,
  type Finished,
  runCli,
} from '../support/process.ts'

/** In a thread that has loaded the service: its log would come between the lines of the tests. */
const refusedStart = async (environment: Environment) =>
  linesOf(await runCommand(['serve'], { LOG_LEVEL: 'fatal', ...environment }))

const refusedProcess = async (environment: Environment, nodeOptions: readonly string[] = []) =>
  linesOf(await runCli(['serve'], environment, { nodeOptions }))

function linesOf({ code, out, err }: Pick<Finished, 'code' | 'out' | 'err'>) {
  assert.equal(code, 1, out)
  assert.doesNotMatch(err, /\n\s+at /, 'no stack is shown')
  return err.split('\n').filter((line) => line !== '')
}

describe('a start that cannot be', { concurrency: 2 }, () => {
  it('ends with one line that names the port when that is in use, and has changed no database', async () => {
    for (const engine of ENGINES) {
      await using database = await makeDatabase(engine)
      await using blocker = createServer()
      await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
      const address = blocker.address()
      const port = address !== null && typeof address === 'object' ? String(address.port) : ''
      const lines = await refusedProcess({ DATABASE_URL: database.variable, PORT: port })
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /PORT/)
      assert.ok(lines[0]?.includes(port))
      const isMade =
        database.url.engine === 'sqlite'
          ? existsSync(database.url.file)
          : (await query(database.variable, "select 1 from pg_tables where schemaname = 'public'"))
              .length > 0
      assert.equal(isMade, false)
    }
  })

  it('ends with one line that names the host when that is none of this machine', async () => {
    await using database = await makeDatabase('sqlite')
    for (const host of ['no-such-host.invalid', '192.0.2.1', 'fe80::1']) {
      const lines = await refusedStart({ DATABASE_URL: database.variable, HOST: host })
      assert.equal(lines.length, 1)
      assert.ok(lines[0]?.startsWith(`HOST ${host} `), lines[0])
    }
  })

  it('tells all faults of the settings at once, a line each, and no secret’s value', async () => {
    const lines = await refusedStart({
      PORT: 'eighty',
      LOGIN_RATE_LIMIT: '0',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://user:geheim@db/x',
      SESSION_SECRET: '',
      SESSION_SECRET_FILE: '/does/not/exist',
      AUTH_MODE: 'dual',
    })
    assert.deepEqual(lines.map((line) => line.split(' ')[0]).toSorted(), [
      'AUTH_MODE',
      'DATABASE_URL',
      'LOGIN_RATE_LIMIT',
      'LOG_LEVEL',
      'PORT',
      'SESSION_SECRET',
    ])
    assert.ok(!lines.join('\n').includes('geheim'))
  })

  it('tells the faults of all files that settings name, before it makes a database', async () => {
    await using files = await makeDatabase('sqlite')
    const { file } = files.url as { file: string }
    const lines = await refusedStart({
      DATABASE_URL: files.variable,
      AUTH_MODE: 'dual',
      LEGACY_ROLES_FILE: '/does/not/exist',
      RULE_SETS_DIR: '/nor/does/this',
    })
    assert.equal(lines.length, 2)
    assert.ok(lines.some((line) => line.startsWith('LEGACY_ROLES_FILE ')))
    assert.ok(lines.some((line) => line.startsWith('RULE_SETS_DIR ')))
    assert.equal(existsSync(file), false)
  })

  it('tells them beside the faults of the settings, and so does doctor', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tradein-roles-'))
    const file = join(folder.path, 'roles.json')
    writeFileSync(file, '{"anna":"emperor","boris":"admin","vera":null}')
    const environment = {
      PORT: 'eighty',
      AUTH_MODE: 'dual',
      LEGACY_ROLES_FILE: file,
      RULE_SETS_DIR: '/nor/does/this',
    }
    const lines = await refusedStart(environment)
    assert.deepEqual(
      lines.map((line) => line.split(' ')[0]),
      ['PORT', 'RULE_SETS_DIR', 'LEGACY_ROLES_FILE'],
    )
    assert.match(lines[2] ?? '', /gives "anna", "vera" a role/)
    const { out } = await runCommand(['doctor', '--json'], environment)
    assert.deepEqual(
      (JSON.parse(out) as { says: string }[]).map(({ says }) => says),
      lines,
    )
  })

  it('says before all else how few files may be open, whatever fails over it', async () => {
    await using database = await makeDatabase('sqlite')
    const start = promisify(execFile)(
      'sh',
      ['-c', 'ulimit -n 30 && exec "$0" "$@"', process.execPath, ENTRY, 'serve'],
      // One that could start would run on.
      { env: environmentOf({ DATABASE_URL: database.variable }), timeout: 60_000 },
    )
    await assert.rejects(start, ({ code, stdout }: { code: number; stdout: string }) => {
      assert.equal(code, 1)
      assert.match(
        stdout,
        /^\{"level":40,[^\n]+"msg":"Only 30 files may be open .* Allow 1024 or more/,
      )
      return true
    })
  })

  it('refuses IDENTITY_STORE=auth without a URL, and says the next move', async () => {
    assert.deepEqual(await refusedStart({ IDENTITY_STORE: 'auth' }), [
      'IDENTITY_STORE is "auth" but IDENTITY_DATABASE_URL is not set. Set it, or use IDENTITY_STORE=tradein.',
    ])
  })

  it('gives up at once on a server that has no such database, and names no password', async () => {
    await using database = await makeDatabase('postgres')
    const url = new URL(database.variable)
    url.pathname = '/nowhere'
    // The tests' own server asks for none.
    url.password ||= 'geheim'
    const { code, err } = await runCommand(['migrate'], {
      DATABASE_URL: url.href,
      DATABASE_WAIT_S: '3600',
    })
    assert.equal(code, 1)
    assert.match(err, /^The main database refuses the connection: .*nowhere.*DATABASE_URL\.\n$/)
    assert.ok(!err.includes(url.password))
  })

  it('gives up at once on a server without the TLS that is asked for', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end('N')))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const lines = await refusedStart({
      DATABASE_URL: `postgres://nobody:geheim@127.0.0.1:${port}/none?sslmode=require`,
      DATABASE_WAIT_S: '3600',
    })
    server.close()
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /There is no TLS with the main database: .*sslmode.*DATABASE_URL/)
    assert.ok(!lines[0]?.includes('geheim'))
  })

  it('gives up with one line on a database that does not answer within DATABASE_WAIT_S', async () => {
    const lines = await refusedStart({
      DATABASE_URL: 'postgres://nobody:geheim@127.0.0.1:1/none',
      DATABASE_WAIT_S: '1',
    })
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /DATABASE_URL/)
    assert.ok(!lines[0]?.includes('geheim'))
  })

  it('gives up with one line on a file that is no database', async () => {
    await using database = await makeDatabase('sqlite')
    if (database.url.engine !== 'sqlite') throw new TypeError('an embedded database is meant')
    writeFileSync(database.url.file, 'this is a text, and by no means a database '.repeat(50))
    const lines = await refusedStart({ DATABASE_URL: database.variable })
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /DATABASE_URL/)
  })

  it('gives up with one line on a file that it cannot so much as look at', async () => {
    await using database = await makeDatabase('sqlite')
    if (database.url.engine !== 'sqlite') throw new TypeError('an embedded database is meant')
    symlinkSync(database.url.file, database.url.file)
    const lines = await refusedStart({ DATABASE_URL: database.variable })
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /DATABASE_URL.* cannot be opened: /)
  })

  it('gives up with one line on an embedded database that is locked before anybody is in it', async () => {
    await using database = await makeDatabase('sqlite')
    if (database.url.engine !== 'sqlite') throw new TypeError('an embedded database is meant')
    const environment = { DATABASE_URL: database.variable }
    assert.equal((await runCommand(['migrate'], environment)).code, 0)
    const other = new DatabaseSync(database.url.file)
    other.exec('begin immediate')
    assert.deepEqual(await refusedStart(environment), [
      'The database cannot be used now: database is locked. Run the command again; `tradein doctor` looks for the cause.',
    ])
    // Nor does it leave a password that nobody has, for each time that a supervisor starts it.
    const left = readdirSync(dirname(database.url.file))
    assert.deepEqual(
      left.filter((name) => name.includes('password')),
      [],
    )
    other.close()
  })

  it('ends although something was left open, as by a thread that could not start', async () => {
    const leftOpen = 'setInterval(() => {}, 1_000)'
    const lines = await refusedProcess({ PORT: 'none' }, [
      '--import',
      `data:text/javascript,${encodeURIComponent(leftOpen)}`,
    ])
    assert.equal(lines.length, 1)
  })

  for (const version of ['20.20.0', '24.20.9', '25.1.0']) {
    it(`says in one line that Node ${version} is unsuitable`, async () => {
      const fake = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
      const lines = await refusedProcess({}, [
        '--import',
        `data:text/javascript,${encodeURIComponent(fake)}`,
      ])
      assert.equal(lines.length, 1)
      assert.ok(lines[0]?.includes(version) && lines[0].includes('24.21'))
    })
  }
})
