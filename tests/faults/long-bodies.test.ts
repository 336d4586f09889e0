// Bodies over the limit: let go of after 8 MiB at most, and the refusal reaches the client.
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { postLogin } from '../support/http.ts'
import type { TestService } from '../support/service.ts'
import {
  assertDetail,
  connectionsOf,
  LOGIN_HEAD,
  loginRequest,
  openConnection,
} from '../support/sockets.ts'
import { pause, until } from '../support/waiting.ts'
import { MIB, startListening } from './listening.ts'

describe('a body over 1 MiB', { concurrency: 2 }, () => {
  const SENT = 128 * MIB

  /** Sends as much as the server takes. @returns its answer and how much was taken */
  async function sendMuch(url: string, head: string, chunk: Buffer) {
    const connection = openConnection(url)
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

  const REFUSED = [
    ['/api/v1/auth/login', 413],
    ['/api/v1/me', 401],
    ['/healthz', 405],
  ] as const
  for (const [path, status] of REFUSED) {
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

  const crumbs = Buffer.from('1\r\na\r\n'.repeat(10_000))
  const inChunks =
    'HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked'

  /** Counts the pieces of bodies that are handed on to anybody. */
  function countPieces({ app }: Pick<TestService, 'app'>): { count: number } {
    const pieces = { count: 0 }
    app.server.on('request', (request: IncomingMessage) => {
      const emit = request.emit.bind(request)
      request.emit = (name: string | symbol, ...rest: unknown[]) => {
        if (name === 'data') pieces.count += 1
        return emit(name, ...rest)
      }
    })
    return pieces
  }

  const IN_CRUMBS = [
    ['of a sign-in after 4,000 pieces', '/api/v1/auth/login', 4_001],
    ['behind a refusal after 2,048 more', '/api/v1/me', 2_049],
    ['of a path without that method, likewise', '/healthz', 2_049],
    ['of a logout, which waits for 256 before its answer', '/api/v1/auth/logout', 257 + 2_049],
  ] as const
  for (const [what, path, most] of IN_CRUMBS) {
    it(`is let go when it comes in crumbs: ${what}`, async () => {
      await using service = await startListening()
      const pieces = countPieces(service)
      const { taken } = await sendMuch(service.url, `POST ${path} ${inChunks}`, crumbs)
      assert.ok(taken < 3 * MIB, `${taken / MIB} MiB were taken`)
      assert.ok(pieces.count > 0 && pieces.count <= most, `${pieces.count} pieces`)
    })
  }

  it('is let go when it comes in crumbs that waited till the caller was known', async () => {
    await using service = await startListening()
    await service.addUser('иван')
    const pieces = countPieces(service)
    const head = 'POST /api/v1/estimate HTTP/1.1\r\nHost: test\r\nContent-Type: text/plain'
    const cookie = await service.cookieOf('иван')
    const crumbling = `${head}\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked`
    await sendMuch(service.url, crumbling, crumbs)
    assert.ok(pieces.count > 0 && pieces.count <= 4_001, `${pieces.count} pieces`)
  })

  it('is not answered when a sign-in comes in crumbs', async () => {
    await using service = await startListening()
    const head = `POST /api/v1/auth/login ${inChunks}`
    assert.equal((await sendMuch(service.url, head, crumbs)).answer, '')
  })

  it('of 5 MiB in packets of 1,460 bytes is read behind a refusal, which the client gets', async () => {
    await using service = await startListening()
    const packet = `5b4\r\n${'a'.repeat(1_460)}\r\n`
    const body = Buffer.from(`${packet.repeat((5 * MIB) / 1_460)}0\r\n\r\n`)
    const head = `POST /api/v1/me ${inChunks}`
    const { answer, fault } = await writeThenRead(service.url, head, body)
    assert.equal(fault, undefined)
    assertDetail(answer, 401)
  })

  it('is let go at a logout, which answers all the same', async () => {
    await using service = await startListening()
    const head = `POST /api/v1/auth/logout HTTP/1.1\r\nHost: test\r\nContent-Length: ${SENT}`
    const { answer, taken } = await sendMuch(service.url, head, block)
    if (answer !== '') assert.match(answer, /^HTTP\/1\.1 200 .*"ok":true/s)
    assert.ok(taken < 24 * MIB, `${taken / MIB} MiB were taken`)
  })

  const lengthOf = (bytes: number) => `${LOGIN_HEAD}\r\nContent-Length: ${bytes}`

  /** Writes all of a body before it reads. @returns the answer, and the fault if one came */
  async function writeThenRead(url: string, head: string, body: Buffer) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
    let fault: NodeJS.ErrnoException | undefined
    socket.on('error', (error) => {
      fault = error
    })
    const written = (data: string | Buffer) =>
      new Promise<void>((resolve) => socket.write(data, () => resolve()))
    await written(`${head}\r\n\r\n`)
    await pause(50)
    for (let at = 0; at < body.length; at += block.length) {
      await written(body.subarray(at, at + block.length))
    }
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk)).resume()
    await new Promise((resolve) => socket.once('close', resolve))
    return { answer: Buffer.concat(chunks).toString(), fault: fault?.code }
  }

  it('of up to 8 MiB is told 413 also when the client reads only after it has sent all', async () => {
    await using service = await startListening()
    for (const bytes of [MIB + 1, 7 * MIB]) {
      const { answer, fault } = await writeThenRead(
        service.url,
        lengthOf(bytes),
        Buffer.alloc(bytes, 'a'),
      )
      assert.equal(fault, undefined)
      assertDetail(answer, 413)
    }
    await until(async () => (await connectionsOf(service)) === 0)
  })

  it('is no way in for a request behind it', async () => {
    await using service = await startListening()
    const body = Buffer.concat([
      Buffer.alloc(MIB + 1, 'a'),
      Buffer.from(loginRequest('behind', 'x')),
    ])
    const { answer } = await writeThenRead(service.url, lengthOf(MIB + 1), body)
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
    assert.equal(await connectionsOf(service), 1)
    assert.deepEqual(
      held.map(({ timeout }) => timeout),
      [2_000],
    )
    // As after those 2 s.
    for (const each of held) each.emit('timeout')
    await until(async () => (await connectionsOf(service)) === 0)
    socket.destroy()
  })

  it('is told 413 when the client waits for the answer before it sends on', async () => {
    await using service = await startListening()
    const { socket, closed } = openConnection(service.url)
    socket.write(`${LOGIN_HEAD}\r\nContent-Length: ${MIB + 1}\r\n\r\n`)
    assertDetail(await closed, 413)
  })

  it('is not asked for when the client waits for that, whatever the answer is', async () => {
    await using service = await startListening()
    for (const [path, status] of REFUSED) {
      const { socket, closed } = openConnection(service.url)
      const head = `POST ${path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json`
      socket.write(`${head}\r\nExpect: 100-continue\r\nContent-Length: ${MIB + 1}\r\n\r\n`)
      assertDetail(await closed, status)
    }
    // Up to 1 MiB it is, as before.
    const { socket, closed, text } = openConnection(service.url)
    const body = JSON.stringify({ username: 'x', password: 'x' }).padEnd(MIB)
    const waiting = `Connection: close\r\nExpect: 100-continue\r\nContent-Length: ${MIB}`
    socket.write(`${LOGIN_HEAD}\r\n${waiting}\r\n\r\n`)
    const asking = 'HTTP/1.1 100 Continue\r\n\r\n'
    await until(() => text() === asking, 'it is asked for')
    socket.write(body)
    assertDetail((await closed).slice(asking.length), 401)
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
