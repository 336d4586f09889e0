// What `doctor` finds, and what other commands say of the same faults of a file, a disk or a
// server: each with the operator's next move.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import { postLogin } from '../support/http.ts'
import { query } from '../support/postgres.ts'
import {
  ENTRY,
  type Environment,
  PROCESS_DEFAULTS,
  runCli,
  startProcess,
} from '../support/process.ts'
import { until } from '../support/waiting.ts'

const withLimit = (limit: string, environment: Environment, ...words: readonly string[]) =>
  promisify(execFile)(
    'sh',
    ['-c', `ulimit ${limit} && exec "$0" "$@"`, process.execPath, ENTRY, ...words],
    { env: { ...environment, NODE_DISABLE_COMPILE_CACHE: '1' } },
  )

/** A command where no file may outgrow 32 KiB, what SQLite needs to open a database. */
const onFullDisk = (environment: Environment, ...words: readonly string[]) =>
  withLimit('-f 64', environment, ...words)

/** The pages of one table: the file opens, and what reads the table meets the damage. */
function damage(path: string, table: string): void {
  const file = new DatabaseSync(path)
  const pages = file
    .prepare('select rootpage as page from sqlite_master where tbl_name = ?')
    .all(table) as { page: number }[]
  const { page_size: size } = file.prepare('pragma page_size').get() as { page_size: number }
  file.close()
  const bytes = readFileSync(path)
  for (const { page } of pages) bytes.fill(0xa5, (page - 1) * size, page * size)
  writeFileSync(path, bytes)
}

describe('doctor', { concurrency: 2 }, () => {
  it('finds that messages cannot leave, and which file the database is', async () => {
    await using database = await makeDatabase('sqlite')
    assert.equal((await runCommand(['migrate'], { DATABASE_URL: database.variable })).code, 0)
    const { code, out } = await runCommand(['doctor'], {
      DATABASE_URL: database.variable,
      SUPPORT_DELIVERY: `file:${ENTRY}/below`,
    })
    assert.equal(code, 1)
    assert.match(out, /^wrong +messages .*below cannot be written to \(ENOTDIR\)/m)
    assert.ok(out.includes(`sqlite ${database.variable.replace('sqlite:', '')} answers in`))
  })

  it('says where messages go that it does not try, without what the address hides', async () => {
    await using database = await makeDatabase('sqlite')
    const examine = async (environment: Environment) =>
      (await runCommand(['doctor'], { DATABASE_URL: database.variable, ...environment })).out
    const byWebhook = await examine({
      SUPPORT_DELIVERY: 'webhook:http://127.0.0.1:1/in?key=hunter2',
      SUPPORT_WEBHOOK_SECRET: 'hunter2',
    })
    assert.match(byWebhook, /^ok +messages +go to a webhook, which is not tried$/m)
    assert.ok(!byWebhook.includes('hunter2'))
    const byTelegram = await examine({
      SUPPORT_DELIVERY: 'telegram:',
      TELEGRAM_BOT_TOKEN: '123456:hunter2',
      TELEGRAM_CHAT_ID: '-100',
    })
    assert.match(byTelegram, /^ok +messages +go to a Telegram chat, which is not tried$/m)
    assert.ok(!byTelegram.includes('hunter2'))
  })

  it('warns where few files may be open, over which other things fail', async () => {
    await using database = await makeDatabase('sqlite')
    const environment = { DATABASE_URL: database.variable }
    const { stdout } = await withLimit('-n 1023', environment, 'doctor')
    assert.match(stdout, /^warning +open files +Only 1023 files may be open at once/m)
    const enough = await withLimit('-n 1024', environment, 'doctor')
    assert.doesNotMatch(enough.stdout, /open files/)
  })

  it('tells of an embedded database that is not there, and makes none', async () => {
    await using database = await makeDatabase('sqlite')
    assert.ok(database.url.engine === 'sqlite')
    const { file } = database.url
    const { code, out } = await runCommand(['doctor'], { DATABASE_URL: database.variable })
    assert.equal(code, 0)
    assert.ok(out.includes(`sqlite ${file} does not exist`))
    assert.match(out, /^warning +main database .* DATABASE_URL names the wrong place/m)
    assert.equal(existsSync(file), false)
    const elsewhere = await runCommand(['doctor'], {
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: `sqlite:${ENTRY}/below/identity.db`,
      DATABASE_URL: database.variable,
    })
    assert.equal(elsewhere.code, 1)
    assert.match(elsewhere.out, /^wrong +identity database .*below cannot be written to/m)
  })

  it('finds proxies that anybody could pass for, and one that no setting trusts', async () => {
    await using database = await makeDatabase('sqlite')
    for (const [environment, code, told] of [
      [
        { TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' },
        1,
        /^wrong +proxies +TRUSTED_PROXIES trusts every/m,
      ],
      [{ HOST: '0.0.0.0' }, 0, /^warning +proxies +HOST is 0\.0\.0\.0 but only local/m],
      [{ HOST: 'localhost' }, 0, /^ok +proxies +127\.0\.0\.0\/8, ::1\/128$/m],
      [{ HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.1' }, 0, /^ok +proxies +10\.0\.0\.1\/32$/m],
      [{ TRUSTED_PROXIES: '' }, 0, /^ok +proxies +none trusted$/m],
    ] as const) {
      const found = await runCommand(['doctor'], {
        DATABASE_URL: database.variable,
        ...environment,
      })
      assert.match(found.out, told)
      assert.equal(found.code, code, found.out)
    }
  })

  it('finds a hash that takes long, and a clock that is not the server’s', async () => {
    await using database = await makeDatabase('postgres')
    const runOn = (script: string, DATABASE_URL: string) =>
      runCli(
        ['doctor'],
        { DATABASE_URL },
        { nodeOptions: [`--import=data:text/javascript,${script}`] },
      )
    // One that is not there is not opened: its limits would be over at once.
    await using missing = await makeDatabase('sqlite')
    const slow = await runOn('let ms=0;performance.now=()=>(ms+=1200)', missing.variable)
    assert.match(slow.out, /^warning +password hash +\d{4,} ms each: lower PASSWORD_ARGON2_/m)
    const ahead = (ms: number) => `const now=Date.now;Date.now=()=>now()+${ms}`
    const apart = await runOn(ahead(8_000), database.variable)
    assert.match(apart.out, /^wrong +clock +.* main database are (8|9|1\d) s apart/m)
    assert.equal(apart.code, 1)
  })

  it('looks at the other database, and at who can sign in, where one is not there', async () => {
    const [main, identity] = [await makeDatabase('sqlite'), await makeDatabase('sqlite')]
    const environment = {
      DATABASE_URL: main.variable,
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: identity.variable,
    }
    const found = async () => {
      const { out } = await runCommand(['doctor', '--json'], environment)
      const findings = JSON.parse(out) as { check: string; verdict: string; says: string }[]
      return findings
        .filter(({ check }) => /database|clock|users/.test(check))
        .map(({ check, verdict }) => `${verdict} ${check}`)
    }
    await runCommand(['users', 'add', 'anna', '--role', 'admin'], environment)
    assert.deepEqual(await found(), [
      'warning main database',
      'ok identity database',
      'ok clock',
      'ok users',
    ])
    await runCommand(['users', 'add', 'boris', '--role', 'employee'], environment)
    await runCommand(['users', 'set-state', 'anna', 'disabled'], environment)
    assert.deepEqual((await found()).at(-1), 'warning users')
    assert.equal((await runCommand(['migrate'], environment)).code, 0)
    await identity.remove()
    assert.deepEqual(await found(), ['warning identity database', 'ok main database', 'ok clock'])
    await main.remove()
  })

  it('finds a server that takes no writes, as a standby', async () => {
    await using database = await makeDatabase('postgres')
    const environment = { DATABASE_URL: database.variable }
    assert.equal((await runCommand(['migrate'], environment)).code, 0)
    const name = new URL(database.variable).pathname.slice(1)
    await query(database.variable, `alter database ${name} set default_transaction_read_only = on`)
    const { code, out } = await runCommand(['doctor'], environment)
    assert.equal(code, 1)
    assert.match(out, /^wrong +main database .* takes no writes.*Name the primary/m)
    assert.doesNotMatch(out, /^ok +main database/m)
  })

  it('finds an embedded database that another program has locked', async () => {
    await using database = await makeDatabase('sqlite')
    assert.ok(database.url.engine === 'sqlite')
    const environment = { DATABASE_URL: database.variable }
    assert.equal((await runCommand(['migrate'], environment)).code, 0)
    const other = new DatabaseSync(database.url.file)
    other.exec('begin immediate')
    const { code, out } = await runCommand(['doctor'], environment)
    assert.equal(code, 1)
    assert.match(
      out,
      /^wrong +main database .* takes no writes, so nobody can sign in: .*locked\. Another program/m,
    )
    other.close()
  })

  it('says what a main database without users and sessions keeps people from', async () => {
    await using main = await makeDatabase('sqlite')
    await using identity = await makeDatabase('sqlite')
    assert.ok(main.url.engine === 'sqlite')
    const environment = {
      DATABASE_URL: main.variable,
      IDENTITY_STORE: 'auth',
      IDENTITY_DATABASE_URL: identity.variable,
    }
    assert.equal((await runCommand(['migrate'], environment)).code, 0)
    const other = new DatabaseSync(main.url.file)
    // As a program may have it that keeps its sessions elsewhere.
    other.exec('alter table sessions rename to kept; create view sessions as select * from kept')
    const free = await runCommand(['doctor'], environment)
    assert.match(free.out, /^ok +main database/m, free.err)
    other.exec('begin immediate')
    const { out } = await runCommand(['doctor'], environment)
    other.close()
    assert.match(out, /^wrong +main database .* so no estimate, lead or audit event can be kept: /m)
    assert.match(out, /^ok +identity database/m)
  })

  it('finds a disk that takes no more', async () => {
    await using database = await makeDatabase('sqlite')
    assert.ok(database.url.engine === 'sqlite')
    const environment = {
      ...PROCESS_DEFAULTS,
      DATABASE_URL: database.variable,
      SUPPORT_DELIVERY: `file:${dirname(database.url.file)}`,
    }
    assert.equal((await runCommand(['migrate'], environment)).code, 0)
    await assert.rejects(
      onFullDisk(environment, 'doctor'),
      ({ code, stdout }: { code: number; stdout: string }) => {
        assert.equal(code, 1)
        assert.match(stdout, /^wrong +messages .* cannot be written to \(EFBIG\)/m)
        assert.match(stdout, /^wrong +main database .* cannot be written to \(EFBIG\)/m)
        return true
      },
    )
    assert.deepEqual(
      readdirSync(dirname(database.url.file)).filter((name) => name.startsWith('.trial')),
      [],
    )
  })

  it('finds damage in a table that nothing else of it reads', async () => {
    await using database = await makeDatabase('sqlite')
    assert.ok(database.url.engine === 'sqlite')
    const environment = { DATABASE_URL: database.variable }
    assert.equal((await runCommand(['migrate'], environment)).code, 0)
    damage(database.url.file, 'estimates')
    const { code, out } = await runCommand(['doctor'], environment)
    assert.equal(code, 1)
    assert.match(out, /^ok +main database .* answers in/m)
    assert.match(out, /^wrong +main database .*page \d+.*\. The file is damaged: put a backup/m)
    assert.equal(out.match(/^wrong/gm)?.length, 1)
  })

  it('tells what an embedded database says of the clock', async () => {
    await using database = await makeDatabase('sqlite')
    const environment = { DATABASE_URL: database.variable }
    const clocks = async () => {
      const { out } = await runCommand(['doctor', '--json'], environment)
      const findings = JSON.parse(out) as { check: string; verdict: string; says: string }[]
      return findings.filter(({ check }) => check === 'clock')
    }
    {
      await using service = await startProcess(environment)
      await runCommand(
        ['users', 'add', 'anna', '--role', 'employee', '--password-stdin'],
        environment,
        {
          stdin: 'x',
        },
      )
      assert.equal((await postLogin(service.url, 'anna', 'x')).status, 200)
      const [clock, ...more] = await clocks()
      assert.deepEqual([clock?.verdict, more], ['ok', []])
      assert.match(clock?.says ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z \(UTC\); nothing stored is later$/)
      await until(async () => {
        return (await runCommand(['events', '--json'], environment)).out.includes('login_success')
      }, 'the event is written')
    }
    await using opened = await openDatabase<MainTables>(database.url, { poolSize: 1 })
    // Five seconds are no difference.
    const soon = new Date(Date.now() + 4_500).toISOString()
    await opened.query.updateTable('sessions').set({ created_at: soon }).execute()
    assert.equal((await clocks())[0]?.verdict, 'ok')
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await opened.query.updateTable('sessions').set({ created_at: tomorrow }).execute()
    const told = async () =>
      (await clocks()).map(({ verdict, says }) => [verdict, says.slice(says.indexOf('the newest'))])
    const move = "Set this machine's clock by NTP; if it is right, it was ahead then, and"
    const ofSession = [
      'wrong',
      `the newest session is of ${tomorrow}. ${move} \`tradein sessions revoke --all\` ends the sessions begun then.`,
    ]
    const ofEvent = [
      'warning',
      `the newest audit event is of ${tomorrow}. ${move} this warning ends by itself.`,
    ]
    assert.deepEqual(await told(), [ofSession])
    await opened.query.updateTable('user_events').set({ occurred_at: tomorrow }).execute()
    assert.deepEqual(await told(), [ofSession, ofEvent])
    await runCommand(['sessions', 'revoke', '--all'], environment)
    assert.deepEqual(await told(), [ofEvent])
  })
})

describe('another command', { concurrency: 2 }, () => {
  it('names the backup that takes the place of a damaged file, as doctor does', async () => {
    await using database = await makeDatabase('sqlite')
    assert.ok(database.url.engine === 'sqlite')
    const environment = { DATABASE_URL: database.variable }
    assert.equal((await runCommand(['migrate'], environment)).code, 0)
    damage(database.url.file, 'users')
    const { code, err } = await runCommand(['users', 'list'], environment)
    assert.equal(code, 1)
    assert.match(
      err,
      /^The database cannot be used now: .*malformed\. .*put a backup in its place.*\n$/,
    )
    const doctor = await runCommand(['doctor'], environment)
    assert.equal(doctor.code, 1)
    assert.match(doctor.out, /^ok +settings/m)
    assert.match(doctor.out, /^wrong +databases .*put a backup in its place/m)
    writeFileSync(database.url.file, 'no database '.repeat(100))
    const start = await runCli(['serve'], environment)
    assert.match(start.err, /^The main database \(DATABASE_URL\) cannot be opened: .*Put a backup/)
  })

  it('tells of a disk that breaks off an import what to do about it', async () => {
    await using database = await makeDatabase('sqlite')
    assert.ok(database.url.engine === 'sqlite')
    const environment = { ...PROCESS_DEFAULTS, DATABASE_URL: database.variable }
    assert.equal((await runCommand(['migrate'], environment)).code, 0)
    const file = join(dirname(database.url.file), 'houses.csv')
    const houses = Array.from({ length: 1_000 }, (_, i) => `Клин,улица Мира,${i + 1},56.3,36.7`)
    writeFileSync(file, ['city,street,house,lat,lon', ...houses].join('\n'))
    await assert.rejects(
      onFullDisk(environment, 'import', 'addresses', file),
      ({ code, stderr }: { code: number; stderr: string }) => {
        assert.equal(code, 1)
        assert.match(
          stderr,
          /after \d+ rows: .* (Look at its disk|Make room).* Then run the command/,
        )
        return true
      },
    )
  })
})
