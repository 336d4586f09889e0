// Raw connections, for what neither an injected request nor fetch can show: header bytes, requests
// that no client would send, clients that are slow, do not read or hang up.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import type { TestService } from './service.ts'

export interface Connection {
  readonly socket: Socket
  send(data: string | Buffer): void
  /** What has come back and no `answer` has taken, as UTF-8. */
  text(): string
  /** Takes the next whole answer, as far as its `Content-Length` says. @throws if none comes */
  answer(): Promise<SocketAnswer>
  /** Resolves with `text()` when the connection has closed, also where none came about. */
  readonly closed: Promise<string>
}

interface SocketAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Where the service listens, from the first time that a test asks. */
export async function urlOf({ app }: TestService): Promise<string> {
  const address = app.server.address()
  return address !== null && typeof address === 'object'
    ? `http://127.0.0.1:${address.port}`
    : app.listen({ host: '127.0.0.1', port: 0 })
}

/** How many connections the service has. */
export function connectionsOf({ app }: TestService): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

/** What is sent before it is there waits for it. */
export function openConnection(url: string): Connection {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  let chunks: Buffer[] = []
  let more = Promise.withResolvers<void>()
  const wake = () => {
    more.resolve()
    more = Promise.withResolvers()
  }
  const text = () => Buffer.concat(chunks).toString('utf8')
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    wake()
  })
  let isClosed = false
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      isClosed = true
      wake()
      resolve(text())
    })
  })
  return {
    socket,
    closed,
    text,
    send: (data) => void socket.write(data),
    async answer() {
      for (;;) {
        const taken = takeAnswer(Buffer.concat(chunks))
        if (taken) {
          chunks = [taken.rest]
          return taken.answer
        }
        if (isClosed) throw new Error(`the connection ended after: ${text()}`)
        await more.promise
      }
    },
  }
}

function takeAnswer(bytes: Buffer): { answer: SocketAnswer; rest: Buffer } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const bodyStart = headEnd + 4
  const bodyEnd = bodyStart + Number(headers['content-length'] ?? 0)
  if (bytes.length < bodyEnd) return undefined
  const body = bytes.toString('utf8', bodyStart, bodyEnd)
  return {
    answer: { status: Number(statusLine.split(' ')[1]), headers, body },
    rest: bytes.subarray(bodyEnd),
  }
}

/** One request on a connection of its own, its bytes exactly as given. */
export async function exchange(url: string, request: string | Buffer): Promise<SocketAnswer> {
  const connection = openConnection(url)
  connection.send(request)
  try {
    return await connection.answer()
  } finally {
    connection.socket.destroy()
  }
}

/** A login's request line and headers, but for those of its body's length. */
export const LOGIN_HEAD = [
  'POST /api/v1/auth/login HTTP/1.1',
  'Host: test',
  'Content-Type: application/json',
].join('\r\n')

/** A whole login request. @param headers lines, each with its end */
export function loginRequest(username: string, password: string, headers = ''): string {
  const body = JSON.stringify({ username, password })
  return `${LOGIN_HEAD}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** That the bytes are an error answer of the service's own form. */
export function assertDetail(answer: string, status: number): void {
  assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), ['detail'])
  assert.equal(typeof body.detail, 'string')
}
