// Clients that send slowly or ahead, or never read. They are cut off, and hold nothing that others
// need. The limits are shortened here; that the real ones are set is a test too.
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { cookieFrom, postLogin } from '../support/http.ts'
import { startTestService } from '../support/service.ts'
import {
  assertDetail,
  type Connection,
  connectionsOf,
  LOGIN_HEAD,
  loginRequest,
  openConnection,
  urlOf,
} from '../support/sockets.ts'
import { pause, soon, timed, until } from '../support/waiting.ts'
import { MIB, startListening } from './listening.ts'

/** Shortens what a test would have to wait for. */
async function startImpatient() {
  const service = await startListening()
  service.app.server.headersTimeout = 600
  service.app.server.requestTimeout = 900
  return service
}

/** Sends `text` a byte at a time until the server has had enough. */
async function dribble(url: string, begin: string, text: string) {
  const connection = openConnection(url)
  connection.send(begin)
  let over = false
  void connection.closed.then(() => {
    over = true
  })
  for (const letter of text) {
    if (over) break
    connection.send(letter)
    await pause(20)
  }
  return connection.closed
}

describe('a slow client', { concurrency: 3 }, () => {
  it('has 10 s for its headers and 20 s for the whole request', async () => {
    await using service = await startListening()
    assert.equal(service.app.server.headersTimeout, 10_000)
    assert.equal(service.app.server.requestTimeout, 20_000)
  })

  it('is cut off with 408 when it dribbles its headers', async () => {
    await using service = await startImpatient()
    const { took, result } = await timed(
      dribble(service.url, 'GET /healthz HTTP/1.1\r\nHost: test\r\nX-Slow: ', 'x'.repeat(1000)),
    )
    assertDetail(result, 408)
    assert.ok(took < 8_000, `cut off after ${took} ms`)
  })

  it('is cut off with 408 when it dribbles its body, and never reached the password', async () => {
    await using service = await startImpatient()
    const { took, result } = await timed(
      dribble(service.url, `${LOGIN_HEAD}\r\nContent-Length: 1000\r\n\r\n`, '{'.repeat(1000)),
    )
    assertDetail(result, 408)
    assert.ok(took < 8_000, `cut off after ${took} ms`)
    assert.equal(await service.metric('login_pair_limiter_keys'), 0)
  })

  it('is cut off when it sends nothing at all', async () => {
    await using service = await startImpatient()
    const { took } = await timed(openConnection(service.url).closed)
    assert.ok(took < 8_000, `cut off after ${took} ms`)
  })

  it('holds no slot, no database connection and no other client’s answer', async () => {
    await using service = await startListening()
    await service.addUser('иван')
    const slow = Array.from({ length: 60 }, (_, index) => {
      const connection = openConnection(service.url)
      connection.send(
        index % 2 === 0
          ? 'GET /api/v1/me HTTP/1.1\r\nHost: te'
          : `${LOGIN_HEAD}\r\nContent-Length: 1000\r\n\r\n{"username":`,
      )
      return connection
    })
    await pause(200)
    const signedIn = await postLogin(service.url, 'иван')
    assert.equal(signedIn.status, 200)
    const me = await fetch(`${service.url}/api/v1/me`, {
      headers: { cookie: cookieFrom(signedIn) },
    })
    assert.equal(me.status, 200)
    assert.equal(await service.metric('login_verify_slots_in_use'), 0)
    for (const { socket } of slow) socket.destroy()
  })

  it('that hangs up in the middle of its body leaves nothing behind', async () => {
    await using service = await startListening()
    await service.addUser('иван')
    for (let index = 0; index < 20; index += 1) {
      const { socket, closed } = openConnection(service.url)
      socket.write(`${LOGIN_HEAD}\r\nContent-Length: 100\r\n\r\n{"username":"иван"`)
      await pause(5)
      socket.destroy()
      await closed
    }
    assert.equal((await postLogin(service.url, 'иван')).status, 200)
    assert.equal(await service.metric('login_verify_slots_in_use'), 0)
    assert.equal(await service.metric('login_failure_counter_keys'), 0)
  })
})

describe('a client that does not read', () => {
  /** Every 20 ms one piece of what came is read, for as long as `ms`, and then all as it comes. */
  function readSlowly({ socket }: Connection, ms: number): { readonly received: number } {
    const read = { received: 0 }
    const beganMs = performance.now()
    socket.on('data', (chunk: Buffer) => {
      read.received += chunk.length
      if (performance.now() - beganMs > ms) return
      socket.pause()
      setTimeout(() => socket.resume(), 20)
    })
    return read
  }

  it('is cut off, and one that reads slowly is not', async () => {
    // More than the kernel holds for a client that does not read.
    const large = Buffer.alloc(32 * MIB)
    await using service = await startListening({
      mountMore: (app) => void app.get('/large', { config: { access: 'open' } }, async () => large),
    })
    assert.equal(service.app.server.timeout, 90_000)
    const limitMs = 3_000
    service.app.server.timeout = limitMs
    const request = 'GET /large HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n'
    const stalled = openConnection(service.url)
    stalled.socket.pause()
    const slow = openConnection(service.url)
    const read = readSlowly(slow, 1.3 * limitMs)
    const { took } = await timed(
      (async () => {
        for (const { socket } of [stalled, slow]) socket.write(request)
        await slow.closed
      })(),
    )
    await until(async () => {
      return (await connectionsOf(service)) === 0
    }, 'the one that reads nothing is cut off')
    assert.ok(read.received > large.length, `${read.received} bytes of ${large.length}`)
    assert.ok(took > limitMs, `the slow one took longer than the limit: ${took} ms`)
    stalled.socket.destroy()
  })
})

describe('a client that sends requests ahead of their answers', () => {
  const request = 'GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n'
  const last = 'GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n'
  const answersIn = (text: string) => text.split('HTTP/1.1 200 OK').length - 1

  it('is answered, 32 ahead at most and as often as it likes', async () => {
    await using service = await startListening()
    const { socket, closed, text } = openConnection(service.url)
    for (const answered of [33, 66]) {
      socket.write(request.repeat(33))
      await until(() => answersIn(text()) === answered, 'all are answered')
    }
    socket.write(request.repeat(32) + last)
    assert.equal(answersIn(await closed), 99)
  })

  it('has one of them in work at a time, though it reads nothing', async () => {
    const large = Buffer.alloc(16 * MIB)
    let made = 0
    await using service = await startListening({
      mountMore: (app) =>
        void app.get('/large', { config: { access: 'open' } }, async () => {
          made += 1
          return large
        }),
    })
    const { socket, closed } = openConnection(service.url)
    socket.pause()
    const requests = ['Keep-Alive', 'Keep-Alive', 'close'].map(
      (kept) => `GET /large HTTP/1.1\r\nHost: test\r\nConnection: ${kept}\r\n\r\n`,
    )
    socket.write(requests.join(''))
    await until(() => made === 1, 'the first is being answered')
    // Whatever was sent ahead has come in before an answer on another connection.
    for (let turn = 0; turn < 3; turn += 1) await fetch(`${service.url}/healthz`)
    assert.equal(made, 1)
    socket.resume()
    assert.equal(answersIn(await closed), 3)
    assert.equal(made, 3)
  })

  it('never has two of them answered before others get their turn', async () => {
    let turn = 0
    const count = () => {
      turn += 1
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const turns: number[] = []
    await using service = await startListening({
      mountMore: (app) =>
        void app.get('/turn', { config: { access: 'open' } }, async () => turns.push(turn)),
    })
    const { socket, closed } = openConnection(service.url)
    socket.write('GET /turn HTTP/1.1\r\nHost: test\r\n\r\n'.repeat(32) + last)
    assert.equal(answersIn(await closed), 33)
    clearImmediate(counting)
    assert.equal(new Set(turns).size, 32)
  })

  it('is cut off when one of them waits with a body in chunks, which are kept till then', async () => {
    const answered = Promise.withResolvers<string>()
    await using service = await startListening({
      mountMore: (app) =>
        void app.get('/slow', { config: { access: 'open' } }, () => answered.promise),
    })
    const { socket, closed } = openConnection(service.url)
    socket.write('GET /slow HTTP/1.1\r\nHost: test\r\n\r\n')
    socket.write(`${LOGIN_HEAD}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`)
    assert.equal(await soon(closed, 'it is cut off'), '')
    answered.resolve('too late')
  })

  it('is cut off when it sends more, and nobody else is', async () => {
    await using service = await startListening()
    const { socket, closed } = openConnection(service.url)
    socket.write(request.repeat(1_000) + last)
    const { took, result } = await timed(closed)
    assert.ok(answersIn(result) <= 33, `${answersIn(result)} answers`)
    assert.ok(took < 8_000, `cut off after ${took} ms`)
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
  })

  it('costs no error for each request past its bound', async () => {
    await using service = await startListening()
    const requests: IncomingMessage[] = []
    service.app.server.on('request', (one: IncomingMessage) => requests.push(one))
    const { socket, closed } = openConnection(service.url)
    socket.write(request.repeat(1_000))
    await closed
    await until(() => requests.every(({ destroyed }) => destroyed), 'all are let go')
    const failed = requests.filter(({ errored }) => errored !== null)
    assert.ok(failed.length <= 33, `${failed.length} errors`)
  })
})

describe('a failed login that is answered late, over a real connection', () => {
  /** A service at its own pace, and a failure that sleeps for 1 s of it. */
  async function startWithSleeper() {
    const service = await startTestService({ settings: { LOGIN_USERNAME_FAIL_THRESHOLD: '1' } })
    const url = await urlOf(service)
    assert.equal((await postLogin(url, 'nobody')).status, 401)
    const { socket, send, closed } = openConnection(url)
    send(loginRequest('nobody', 'x', 'Connection: close\r\n'))
    const sleepers = () => service.metric('login_throttled_responses')
    await until(async () => (await sleepers()) === 1, 'it sleeps')
    return Object.assign(service, { socket, closed, sleepers })
  }

  it('waits its delay, and no more', async () => {
    await using service = await startWithSleeper()
    service.clock.advance(0.9)
    await pause(300)
    assert.equal(await service.sleepers(), 1)
    service.clock.advance(0.1)
    assertDetail(await service.closed, 401)
    assert.equal(await service.sleepers(), 0)
  })

  it('stops sleeping when its client hangs up', async () => {
    await using service = await startWithSleeper()
    service.socket.destroy()
    await until(async () => (await service.sleepers()) === 0, 'nobody sleeps')
  })
})
