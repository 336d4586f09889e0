// Clients that send slowly, never read, or send more than they may. They are cut off, and hold
// nothing that others need. The limits are shortened here; that the real ones are set is a test too.
import assert from 'node:assert/strict'
import { connect, type Server, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { systemClock } from '../../src/clock.ts'
import { cookieFrom, openRaw, postLogin, type RawConnection } from '../support/http.ts'
import { startTestService, type TestServiceOptions } from '../support/service.ts'
import { pause, timed, until } from '../support/waiting.ts'

const MIB = 1_048_576

const LOGIN_HEAD = [
  'POST /api/v1/auth/login HTTP/1.1',
  'Host: test',
  'Content-Type: application/json',
].join('\r\n')

async function startListening(options: Pick<TestServiceOptions, 'mountMore'> = {}) {
  const service = await startTestService({
    ...options,
    clock: systemClock,
    settings: { PORT: '0', LOGIN_RATE_LIMIT: '1000' },
  })
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  return Object.assign(service, { url })
}

/** Shortens what a test would have to wait for. */
async function startImpatient() {
  const service = await startListening()
  service.app.server.headersTimeout = 600
  service.app.server.requestTimeout = 900
  return service
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

/** Sends `text` a byte at a time until the server has had enough. */
async function dribble(url: string, begin: string, text: string) {
  const connection = openRaw(url)
  connection.socket.write(begin)
  let over = false
  void connection.closed.then(() => {
    over = true
  })
  for (const letter of text) {
    if (over) break
    connection.socket.write(letter)
    await pause(20)
  }
  return connection.closed
}

function assertDetail(answer: string, status: number): void {
  assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), ['detail'])
  assert.equal(typeof body.detail, 'string')
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
    const { took } = await timed(openRaw(service.url).closed)
    assert.ok(took < 8_000, `cut off after ${took} ms`)
  })

  it('holds no slot, no database connection and no other client’s answer', async () => {
    await using service = await startListening()
    await service.addUser('иван')
    const slow = Array.from({ length: 60 }, (_, index) => {
      const connection = openRaw(service.url)
      connection.socket.write(
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
      const { socket, closed } = openRaw(service.url)
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
  function readSlowly({ socket }: RawConnection, ms: number): { readonly received: number } {
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
    const stalled = openRaw(service.url)
    stalled.socket.pause()
    const slow = openRaw(service.url)
    const read = readSlowly(slow, 1.3 * limitMs)
    const { took } = await timed(
      (async () => {
        for (const { socket } of [stalled, slow]) socket.write(request)
        await slow.closed
      })(),
    )
    await until(async () => {
      return (await connectionsOf(service.app.server)) === 0
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
    const { socket, closed, text } = openRaw(service.url)
    for (const answered of [33, 66]) {
      socket.write(request.repeat(33))
      await until(() => answersIn(text()) === answered, 'all are answered')
    }
    socket.write(request.repeat(32) + last)
    assert.equal(answersIn(await closed), 99)
  })

  it('is cut off when it sends more, and nobody else is', async () => {
    await using service = await startListening()
    const { socket, closed } = openRaw(service.url)
    socket.write(request.repeat(1_000) + last)
    const { took, result } = await timed(closed)
    assert.ok(answersIn(result) <= 33, `${answersIn(result)} answers`)
    assert.ok(took < 8_000, `cut off after ${took} ms`)
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
  })
})

describe('a failed login that is answered late, over a real connection', () => {
  /** A service at its own pace, and a failure that sleeps for 1 s of it. */
  async function startWithSleeper() {
    const service = await startTestService({ settings: { LOGIN_USERNAME_FAIL_THRESHOLD: '1' } })
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    assert.equal((await postLogin(url, 'nobody')).status, 401)
    const { socket, closed } = openRaw(url)
    const body = JSON.stringify({ username: 'nobody', password: 'x' })
    socket.write(
      `${LOGIN_HEAD}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
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

describe('a body over 1 MiB', { concurrency: 2 }, () => {
  const SENT = 128 * MIB

  /** Sends as much as the server takes. @returns its answer and how much was taken */
  async function sendMuch(url: string, head: string, chunk: Buffer) {
    const connection = openRaw(url)
    const { socket, closed } = connection
    let over = false
    void closed.then(() => {
      over = true
    })
    socket.write(`${head}\r\n\r\n`)
    let sent = 0
    while (!over && sent < SENT) {
      sent += chunk.length
      if (!socket.write(chunk)) {
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
      } else {
        await pause(0)
      }
    }
    const answer = await Promise.race([closed, pause(3_000).then(() => connection.text())])
    const taken = socket.bytesWritten - socket.writableLength
    socket.destroy()
    return { answer, taken }
  }

  const block = Buffer.alloc(65_536, 'a')
  const framed = Buffer.concat([Buffer.from('10000\r\n'), block, Buffer.from('\r\n')])

  for (const [path, status] of [
    ['/api/v1/auth/login', 413],
    ['/api/v1/me', 401],
    ['/healthz', 405],
  ] as const) {
    const head = `POST ${path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json`

    it(`is refused by its length before it is read: POST ${path}`, async () => {
      await using service = await startListening()
      const { answer, taken } = await sendMuch(
        service.url,
        `${head}\r\nContent-Length: ${SENT}`,
        block,
      )
      if (answer !== '') assertDetail(answer, status)
      assert.ok(taken < 24 * MIB, `${taken / MIB} MiB were taken`)
    })

    it(`is refused once it is too long when it comes in chunks: POST ${path}`, async () => {
      await using service = await startListening()
      const { answer, taken } = await sendMuch(
        service.url,
        `${head}\r\nTransfer-Encoding: chunked`,
        framed,
      )
      if (answer !== '') assertDetail(answer, status)
      assert.ok(taken < 24 * MIB, `${taken / MIB} MiB were taken`)
    })
  }

  it('is let go at a logout, which answers all the same', async () => {
    await using service = await startListening()
    const head = `POST /api/v1/auth/logout HTTP/1.1\r\nHost: test\r\nContent-Length: ${SENT}`
    const { answer, taken } = await sendMuch(service.url, head, block)
    if (answer !== '') assert.match(answer, /^HTTP\/1\.1 200 .*"ok":true/s)
    assert.ok(taken < 24 * MIB, `${taken / MIB} MiB were taken`)
  })

  /** Writes all of a body of `bytes` before it reads. @returns the answer, and the fault if one came */
  async function writeThenRead(url: string, bytes: number, behind = '') {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
    let fault: NodeJS.ErrnoException | undefined
    socket.on('error', (error) => {
      fault = error
    })
    const written = (data: string | Buffer) =>
      new Promise<void>((resolve) => socket.write(data, () => resolve()))
    await written(`${LOGIN_HEAD}\r\nContent-Length: ${bytes}\r\n\r\n`)
    await pause(50)
    for (let left = bytes; left > 0; left -= block.length) {
      const rest = left > block.length ? '' : behind
      await written(Buffer.concat([block.subarray(0, left), Buffer.from(rest)]))
    }
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk)).resume()
    await new Promise((resolve) => socket.once('close', resolve))
    return { answer: Buffer.concat(chunks).toString(), fault: fault?.code }
  }

  it('of up to 8 MiB is told 413 also when the client reads only after it has sent all', async () => {
    await using service = await startListening()
    for (const bytes of [MIB + 1, 7 * MIB]) {
      const { answer, fault } = await writeThenRead(service.url, bytes)
      assert.equal(fault, undefined)
      assertDetail(answer, 413)
    }
    await until(async () => (await connectionsOf(service.app.server)) === 0)
  })

  it('is no way in for a request behind it', async () => {
    await using service = await startListening()
    const body = JSON.stringify({ username: 'behind', password: 'x' })
    const behind = `${LOGIN_HEAD}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const { answer } = await writeThenRead(service.url, MIB + 1, behind)
    assert.equal(answer.match(/^HTTP/gm)?.length, 1)
    await postLogin(service.url, 'later', 'x')
    await until(async () => (await service.events()).length > 0)
    assert.deepEqual(
      (await service.events()).map((event) => event.username),
      ['later'],
    )
  })

  it('is not waited for longer than 2 s when the client sends no more of it', async () => {
    await using service = await startListening()
    const held: Socket[] = []
    service.app.server.on('connection', (socket) => held.push(socket))
    const socket = connect({
      port: Number(new URL(service.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    socket.on('error', () => {}).resume()
    socket.write(`${LOGIN_HEAD}\r\nContent-Length: ${MIB + 1}\r\n\r\n`)
    await new Promise((resolve) => socket.once('end', resolve))
    assert.equal(await connectionsOf(service.app.server), 1)
    assert.deepEqual(
      held.map(({ timeout }) => timeout),
      [2_000],
    )
    // As after those 2 s.
    for (const each of held) each.emit('timeout')
    await until(async () => (await connectionsOf(service.app.server)) === 0)
    socket.destroy()
  })

  it('is told 413 when the client waits for the answer before it sends on', async () => {
    await using service = await startListening()
    const { socket, closed } = openRaw(service.url)
    socket.write(`${LOGIN_HEAD}\r\nContent-Length: ${MIB + 1}\r\n\r\n`)
    assertDetail(await closed, 413)
  })

  it('is taken when it is exactly 1 MiB', async () => {
    await using service = await startListening()
    const frame = JSON.stringify({ username: 'x', password: '' })
    const body = JSON.stringify({ username: 'x', password: 'p'.repeat(MIB - frame.length) })
    assert.equal(body.length, MIB)
    const send = (text: string) =>
      service.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: { 'content-type': 'application/json' },
        payload: text,
      })
    assert.equal((await send(body)).statusCode, 401)
    assert.equal((await send(`${body} `)).statusCode, 413)
  })
})
