// SIGTERM, as a supervisor sends it: what sleeps is answered, what is recorded is written, nothing
// hangs for longer than 10 s. Real processes where a signal or the end of one is meant.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '../../src/clock.ts'
import { onStopSignal } from '../../src/process/stop-signals.ts'
import { comparableWriter } from '../../src/valuation/comparables/comparable-store.ts'
import { createTestClock } from '../support/clock.ts'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import { postLogin } from '../support/http.ts'
import { query } from '../support/postgres.ts'
import { type Environment, type RunningService, startProcess } from '../support/process.ts'
import { startTestService, type TestService } from '../support/service.ts'
import {
  connectionsOf,
  LOGIN_HEAD,
  loginRequest,
  openConnection,
  urlOf,
} from '../support/sockets.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { pause, soon, timed, until } from '../support/waiting.ts'
import { REQUEST_OF_SALE, sale } from '../valuation/sale.ts'
import { startBreakable } from './breakable-postgres.ts'

const STOP_LIMIT_MS = 10_000
const SLEEPERS = 6
const SLOTS_IN_USE = 'login_verify_slots_in_use'
const FAILED_LOGINS = 'valuation_logins_total{result="failed"}'

/** A hash of several seconds; the service takes twice as costly ones. */
const ADD_USER_WITH_COSTLY_HASH = `
  insert into users (username, password_hash, is_active, role, created_at) values
  ('costly', '$argon2id$v=19$m=524288,t=10,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}', true, 'employee', now())`

/** Asks for a stop and waits for the end of the process. */
async function stop(service: RunningService) {
  service.kill('SIGTERM')
  const { took, result } = await timed(service.ended)
  assert.ok(took < STOP_LIMIT_MS, `the stop took ${took} ms`)
  return { took, ...result }
}

async function metric({ url }: RunningService, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

async function countEvents(url: string): Promise<number> {
  const [row] = await query(url, 'select count(*)::int as n from user_events')
  return Number(row?.n)
}

/** Failed logins, which the service answers late, until so many of them wait. */
async function failUntilWaiting(service: RunningService, waiting: number) {
  const answers: Promise<Response>[] = []
  while ((await metric(service, 'login_throttled_responses')) < waiting) {
    assert.ok(answers.length < 5 * SLEEPERS, 'they are answered late')
    answers.push(postLogin(service.url, 'nobody', `wrong ${answers.length}`))
    await until(async () => {
      return (await metric(service, FAILED_LOGINS)) === answers.length
    }, 'the failure is counted')
  }
  return answers
}

/**
 * Signs in twice: the way to the database breaks as the first one's event is written.
 * @returns the second one's status, 0 if the connection was cut
 */
async function signInAsItBreaks(url: string, proxy: TcpProxy, breakIt: () => void) {
  const broke = Promise.withResolvers<void>()
  proxy.onceSent('insert into "user_events"', () => {
    breakIt()
    broke.resolve()
  })
  assert.equal((await postLogin(url, 'nobody')).status, 401)
  await broke.promise
  const waiting = postLogin(url, 'nobody').then(
    ({ status }) => status,
    () => 0,
  )
  await pause(100)
  return { waiting }
}

/** What a process is given to look up a name at SIGTERM, and never to be answered. */
function hangingLookup(): Disposable & { readonly variables: Environment } {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-stop-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // The look-up waits for one of Node's threads, all of which wait for a writer of the pipe.
  const hang = `import dns from 'node:dns'
    import fs from 'node:fs'
    process.on('SIGTERM', () => {
      for (let thread = 0; thread < 4; thread += 1) fs.open(${JSON.stringify(pipe)}, () => {})
      dns.lookup('crm.example.com', () => {})
    })`
  return {
    variables: {
      UV_THREADPOOL_SIZE: '4',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hang)}`,
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

/**
 * Lets an event that cannot be written hold up the stop, and sends a second signal after a second.
 */
async function stopImpatiently(service: RunningService, proxy: TcpProxy): Promise<void> {
  proxy.onceSent('insert into "user_events"', () => proxy.freeze())
  assert.equal((await postLogin(service.url, 'nobody')).status, 401)
  service.kill('SIGTERM')
  await until(() => service.text().includes('"stopping"'), 'the first signal is heard')
  await pause(1_100)
  service.kill('SIGTERM')
}

async function stopInTime(service: TestService): Promise<void> {
  const { took } = await timed(service.stop())
  assert.ok(took < STOP_LIMIT_MS, `the stop took ${took} ms`)
}

describe('SIGHUP and SIGQUIT', () => {
  it('ask for a stop as well', () => {
    for (const signal of ['SIGHUP', 'SIGQUIT'] as const) {
      const asked: string[] = []
      const forget = onStopSignal(
        { stop: (by) => asked.push(by), cutShort: () => asked.push('cut short') },
        createTestClock(),
      )
      process.emit(signal, signal)
      forget()
      assert.deepEqual(asked, [signal])
    }
  })
})

describe('SIGUSR1', () => {
  it('is logged and opens no debugger', async () => {
    await using database = await makeDatabase('sqlite')
    await using service = await startProcess({ DATABASE_URL: database.variable })
    service.kill('SIGUSR1')
    await until(async () => {
      return service.log().some(({ signal, level }) => signal === 'SIGUSR1' && level === 40)
    }, 'the signal is logged')
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
    const { code, err } = await stop(service)
    assert.equal(code, 0)
    assert.doesNotMatch(err, /debugger/i)
  })
})

describe('a fault of native code', () => {
  it('ends the process at once: who listened for it would run the faulty instruction for ever', async () => {
    await using database = await makeDatabase('sqlite')
    await using service = await startProcess({ DATABASE_URL: database.variable })
    service.kill('SIGBUS')
    const { signal } = await service.ended
    assert.equal(signal, 'SIGBUS')
  })
})

describe('a fault that nobody handles', () => {
  it('ends the process with code 1, after what waits was answered and written and the fault logged', async () => {
    await using database = await makeDatabase('sqlite')
    const fault = "process.on('SIGUSR2', () => { throw new Error('thrown by nobody') })"
    await using service = await startProcess({
      DATABASE_URL: database.variable,
      LOGIN_USERNAME_FAIL_THRESHOLD: '1',
      LOGIN_USERNAME_THROTTLE_MAX_DELAY_S: '60',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    })
    const answers = await failUntilWaiting(service, SLEEPERS)
    service.kill('SIGUSR2')
    const { took, result } = await timed(service.ended)
    assert.ok(took < STOP_LIMIT_MS, `the stop took ${took} ms`)
    assert.equal(result.code, 1)
    for (const answer of await Promise.all(answers)) assert.equal(answer.status, 401)
    const faults = service.log().filter(({ level }) => level === 60)
    assert.deepEqual(
      faults.map(({ msg, err }) => [msg, (err as { message: string }).message]),
      [['stopping over a fault', 'thrown by nobody']],
    )
    assert.equal(service.log().at(-1)?.msg, 'stopped')
    const { out } = await runCommand(['events', '--json'], { DATABASE_URL: database.variable })
    assert.equal((JSON.parse(out) as unknown[]).length, answers.length)
  })
})

describe('a stop by SIGTERM', { concurrency: 2 }, () => {
  it('answers the sleeping failures with their 401 at once and writes all their events', async () => {
    await using database = await makeDatabase('postgres')
    await using service = await startProcess({
      DATABASE_URL: database.variable,
      LOGIN_USERNAME_FAIL_THRESHOLD: '1',
      LOGIN_USERNAME_THROTTLE_MAX_DELAY_S: '60',
    })
    // The delays double, so that from the eighth failure on each sleeps for a minute.
    const answers = await failUntilWaiting(service, SLEEPERS)
    const ended = stop(service)
    for (const answer of await Promise.all(answers)) {
      assert.equal(answer.status, 401)
      assert.deepEqual(await answer.json(), { detail: 'неверный логин или пароль' })
    }
    const { code } = await ended
    assert.equal(code, 0)
    assert.equal(await countEvents(database.variable), answers.length)
  })

  it('does not wait for a look-up of a name that nobody answers', async () => {
    await using database = await makeDatabase('sqlite')
    using lookup = hangingLookup()
    await using service = await startProcess({
      DATABASE_URL: database.variable,
      ...lookup.variables,
    })
    service.kill('SIGTERM')
    const { signal } = await soon(service.ended, 'the process ends', STOP_LIMIT_MS)
    assert.equal(signal, 'SIGKILL')
    assert.equal(service.log().at(-1)?.msg, 'stopped')
  })

  it('does not wait for a password hash that nobody waits for any more', async () => {
    await using database = await makeDatabase('postgres')
    await using service = await startProcess({ DATABASE_URL: database.variable })
    await query(database.variable, ADD_USER_WITH_COSTLY_HASH)
    const client = openConnection(service.url)
    client.send(loginRequest('costly', 'wrong'))
    await until(async () => (await metric(service, SLOTS_IN_USE)) === 1, 'it is hashed')
    client.socket.destroy()
    const { signal } = await stop(service)
    assert.equal(signal, 'SIGKILL')
    assert.equal(service.log().at(-1)?.msg, 'stopped')
  })

  it('is one stop when the signal comes twice, as Ctrl-C does under npm', async () => {
    await using database = await makeDatabase('sqlite')
    await using service = await startProcess({
      DATABASE_URL: database.variable,
      LOGIN_USERNAME_FAIL_THRESHOLD: '1',
      LOGIN_USERNAME_THROTTLE_MAX_DELAY_S: '60',
    })
    const answers = await failUntilWaiting(service, 1)
    // Two of one kind could arrive as one.
    service.kill('SIGINT')
    service.kill('SIGTERM')
    const { code } = await service.ended
    assert.equal(code, 0)
    for (const answer of await Promise.all(answers)) assert.equal(answer.status, 401)
    assert.equal(service.log().at(-1)?.msg, 'stopped')
  })

  it('is cut short by a signal that comes more than a second after the first', async () => {
    await using database = await makeDatabase('postgres')
    await using proxy = await startTcpProxy(database.variable)
    await using service = await startProcess({ DATABASE_URL: proxy.variable })
    await stopImpatiently(service, proxy)
    const { code } = await service.ended
    assert.equal(code, 1)
    assert.ok(!service.text().includes('"stopped"'))
  })

  it('is cut short likewise while a name is looked up that nobody answers', async () => {
    await using database = await makeDatabase('postgres')
    await using proxy = await startTcpProxy(database.variable)
    using lookup = hangingLookup()
    await using service = await startProcess({ DATABASE_URL: proxy.variable, ...lookup.variables })
    await stopImpatiently(service, proxy)
    const { signal } = await soon(service.ended, 'the process ends', STOP_LIMIT_MS)
    assert.equal(signal, 'SIGKILL')
    assert.ok(!service.text().includes('"stopped"'))
  })

  it('ends within 10 s while the database is silent, and logs the events it could not write', async () => {
    await using database = await makeDatabase('postgres')
    await using proxy = await startTcpProxy(database.variable)
    await using service = await startProcess({ DATABASE_URL: proxy.variable })
    const { waiting } = await signInAsItBreaks(service.url, proxy, () => proxy.freeze())
    const { code, took } = await stop(service)
    assert.equal(code, 0, `ended with ${code} after ${took} ms`)
    assert.ok([0, 503].includes(await waiting))
    const told = service.log().filter(({ msg }) => String(msg).includes('before the stop'))
    assert.equal(told.length, 1)
    assert.equal(await countEvents(database.variable), 0)
  })
})

// What a stop does by itself, whoever asks for it.
describe('a stop of the service', { concurrency: 2 }, () => {
  it('answers with 503 at once whoever waits for the first model', async () => {
    // Nothing moves the clock: no other wait of the stop comes to its end, and no engine looks.
    await using service = await startTestService()
    await comparableWriter(service.stores.main, service.clock).put([
      { source: 'test', comparable: sale('s', 8_000_000) },
    ])
    await service.addUser('anna')
    const headers = { cookie: await service.cookieOf('anna'), 'content-type': 'application/json' }
    const body = JSON.stringify(REQUEST_OF_SALE)
    const url = `${await urlOf(service)}/api/v1/estimate`
    const waiting = fetch(url, { method: 'POST', headers, body })
    await until(() => service.clock.slept.includes(25), 'it waits')
    const stopped = stopInTime(service)
    const answer = await waiting
    assert.deepEqual([answer.status, answer.headers.has('retry-after')], [503, true])
    await stopped
  })

  it('that is asked for again waits for the same end', async () => {
    await using service = await startTestService()
    let hasEnded = false
    const first = service.stop().then(() => {
      hasEnded = true
    })
    await service.stop()
    assert.ok(hasEnded)
    await first
  })

  it('closes idle keep-alive connections and cuts off hanging clients', async () => {
    await using service = await startTestService({ clock: systemClock })
    const url = await urlOf(service)
    const idle = openConnection(url)
    idle.send('GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n')
    await until(() => idle.text().includes('{"ok":true}'), 'it was answered')
    const hanging = openConnection(url)
    hanging.send(`${LOGIN_HEAD}\r\nContent-Length: 500\r\n\r\n{`)
    const half = openConnection(url)
    half.send('GET /healthz HT')
    await pause(100)
    await stopInTime(service)
    await Promise.all([idle.closed, hanging.closed, half.closed])
  })

  it('ends a connection whose request comes in meanwhile with the answer to it', async () => {
    // Nothing moves the clock: what holds the stop up is not cut off.
    await using service = await startTestService()
    const late = openConnection(await urlOf(service))
    late.send('GET /healthz HTTP/1.1\r\nHost: test\r\n')
    await until(async () => (await connectionsOf(service)) === 1, 'it is open')
    await pause(100)
    const stopped = stopInTime(service)
    await pause(100)
    late.send('\r\n')
    assert.match(await late.closed, /\{"ok":true\}/)
    await stopped
  })

  it('lets a client that asks again and again on one connection go on, then ends', async () => {
    await using service = await startTestService({ clock: systemClock })
    const url = await urlOf(service)
    let stopped = false
    const loop = (async () => {
      while (!stopped) {
        try {
          const { status } = await fetch(`${url}/healthz`)
          assert.equal(status, 200)
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error
          // Refused or closed: what a client sees of a service that ends.
          await pause(5)
        }
      }
    })()
    await pause(100)
    await stopInTime(service)
    stopped = true
    await loop
  })

  it('ends within 10 s while the database is unreachable, and logs the events it could not write', async () => {
    const { service, proxy, ask, ...broken } = await startBreakable()
    const url = await urlOf(service)
    const { waiting } = await signInAsItBreaks(url, proxy, () => void proxy.stop())
    await stopInTime(service)
    assert.ok([0, 503].includes(await waiting))
    const told = service.logged.lines.filter(({ msg }) => String(msg).includes('before the stop'))
    assert.equal(told.length, 1)
    assert.deepEqual(await ask('select 1 from user_events'), [])
    await broken[Symbol.asyncDispose]()
  })
})
