// SIGTERM, as a supervisor sends it: what sleeps is answered, what is recorded is written, nothing
// hangs for longer than 10 s. Real processes.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import { cookieFrom, openRaw, postLogin } from '../support/http.ts'
import { query } from '../support/postgres.ts'
import { type RunningService, startProcess } from '../support/process.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { pause, timed, until } from '../support/waiting.ts'

const STOP_LIMIT_MS = 10_000
const SLEEPERS = 6
const FAILED_LOGINS = 'valuation_logins_total{result="failed"}'

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

describe('SIGUSR1', () => {
  it('is logged and opens no debugger', async () => {
    const database = await makeDatabase('sqlite')
    await using service = await startProcess({ DATABASE_URL: database.variable })
    service.kill('SIGUSR1')
    await until(async () => {
      return service.log().some(({ signal, level }) => signal === 'SIGUSR1' && level === 40)
    }, 'the signal is logged')
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
    const { code, err } = await stop(service)
    assert.equal(code, 0)
    assert.doesNotMatch(err, /debugger/i)
    await database.remove()
  })
})

describe('a fault that nobody handles', () => {
  it('ends the process with code 1, after what waits was answered and written and the fault logged', async () => {
    const database = await makeDatabase('sqlite')
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
    await database.remove()
  })
})

describe('a stop by SIGTERM', { concurrency: 2 }, () => {
  it('answers the sleeping failures with their 401 at once and writes all their events', async () => {
    const database = await makeDatabase('postgres')
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
    await database.remove()
  })

  it('is one stop when the signal comes twice, as Ctrl-C does under npm', async () => {
    const database = await makeDatabase('sqlite')
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
    await database.remove()
  })

  it('is cut short by a signal that comes more than a second after the first', async () => {
    const database = await makeDatabase('postgres')
    await using proxy = await startTcpProxy(database.variable)
    await using service = await startProcess({ DATABASE_URL: proxy.variable })
    proxy.onceSent('insert into "user_events"', () => proxy.freeze())
    assert.equal((await postLogin(service.url, 'nobody')).status, 401)
    service.kill('SIGTERM')
    await until(() => service.text().includes('"stopping"'), 'the first signal is heard')
    await pause(1_100)
    service.kill('SIGTERM')
    const { code } = await service.ended
    assert.equal(code, 1)
    assert.ok(!service.text().includes('"stopped"'))
    await database.remove()
  })

  it('closes idle keep-alive connections and cuts off hanging clients', async () => {
    const database = await makeDatabase('sqlite')
    await using service = await startProcess({ DATABASE_URL: database.variable })
    const idle = openRaw(service.url)
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n')
    await until(() => idle.text().includes('{"ok":true}'), 'it was answered')
    const hanging = openRaw(service.url)
    hanging.socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    )
    const half = openRaw(service.url)
    half.socket.write('GET /healthz HT')
    await pause(100)
    const { code } = await stop(service)
    assert.equal(code, 0)
    await Promise.all([idle.closed, hanging.closed, half.closed])
    assert.equal(service.log().at(-1)?.msg, 'stopped')
    await database.remove()
  })

  it('lets a client that asks again and again on one connection go on, then ends', async () => {
    const database = await makeDatabase('sqlite')
    await using service = await startProcess({ DATABASE_URL: database.variable })
    let stopped = false
    const loop = (async () => {
      while (!stopped) {
        try {
          const { status } = await fetch(`${service.url}/healthz`)
          assert.equal(status, 200)
        } catch {
          // Refused or closed: what a client sees of a service that ends.
          await pause(5)
        }
      }
    })()
    await pause(100)
    const { code } = await stop(service)
    stopped = true
    await loop
    assert.equal(code, 0)
    await database.remove()
  })

  for (const way of ['away', 'silent'] as const) {
    it(`ends within 10 s while the database is ${way}, and logs the events it could not write`, async () => {
      const database = await makeDatabase('postgres')
      await using proxy = await startTcpProxy(database.variable)
      await using service = await startProcess({ DATABASE_URL: proxy.variable })
      const broke = Promise.withResolvers<void>()
      proxy.onceSent('insert into "user_events"', () => {
        broke.resolve(way === 'away' ? proxy.stop() : proxy.freeze())
      })
      assert.equal((await postLogin(service.url, 'nobody')).status, 401)
      await broke.promise
      const waiting = postLogin(service.url, 'nobody').then(
        ({ status }) => status,
        () => 0,
      )
      await pause(100)
      const { code, took } = await stop(service)
      assert.equal(code, 0, `ended with ${code} after ${took} ms`)
      assert.ok([0, 503].includes(await waiting))
      const told = service.log().filter(({ msg }) => String(msg).includes('before the stop'))
      assert.equal(told.length, 1)
      assert.equal(await countEvents(database.variable), 0)
      await database.remove()
    })
  }

  it('writes the events of logins that were answered just before', async () => {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const database = await makeDatabase(engine)
      const environment = { DATABASE_URL: database.variable }
      await runCommand(
        ['users', 'add', 'anna', '--role', 'employee', '--password-stdin'],
        environment,
        {
          stdin: 'пароль',
        },
      )
      await using service = await startProcess(environment)
      const answers = []
      for (let number = 0; number < 10; number += 1) {
        answers.push(await postLogin(service.url, 'anna', 'пароль'))
      }
      assert.equal((await stop(service)).code, 0)
      assert.ok(answers.every((answer) => cookieFrom(answer) !== ''))
      const listed = await runCommand(['events', '--json', '--user', 'anna'], environment)
      assert.equal((JSON.parse(listed.out) as unknown[]).length, 10)
      await database.remove()
    }
  })
})
