// Real connections, for what an injected request cannot show: header bytes, clients that hang up,
// connections kept open.
import { connect, type Socket } from 'node:net'
import type { TestService } from './service.ts'

interface Connection {
  readonly socket: Socket
  send(text: string | Buffer): void
  /** The next whole answer. */
  answer(): Promise<SocketAnswer>
  /** Resolves when the service has closed the connection. */
  readonly closed: Promise<void>
}

interface SocketAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The service's port; it listens from the first time that a test asks. */
export async function listen(service: TestService): Promise<number> {
  const address = service.app.server.address()
  if (address !== null && typeof address === 'object') return address.port
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(url).port)
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  let received = ''
  let more = Promise.withResolvers<void>()
  const wake = () => {
    more.resolve()
    more = Promise.withResolvers()
  }
  let ended = false
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
    wake()
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      ended = true
      wake()
      resolve()
    })
  })
  return {
    socket,
    closed,
    send: (text) => void socket.write(text),
    async answer() {
      for (;;) {
        const parsed = takeAnswer(received)
        if (parsed) {
          received = parsed.rest
          return parsed.answer
        }
        if (ended) throw new Error(`the connection ended after: ${received}`)
        await more.promise
      }
    },
  }
}

function takeAnswer(text: string): { answer: SocketAnswer; rest: string } | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const bodyStart = headEnd + 4
  const bodyEnd = bodyStart + Number(headers['content-length'] ?? 0)
  if (text.length < bodyEnd) return undefined
  const body = Buffer.from(text.slice(bodyStart, bodyEnd), 'latin1').toString('utf8')
  return {
    answer: { status: Number(statusLine.split(' ')[1]), headers, body },
    rest: text.slice(bodyEnd),
  }
}

/** One request on a connection of its own, its header bytes exactly as given. */
export async function exchange(port: number, text: string | Buffer): Promise<SocketAnswer> {
  const connection = await openConnection(port)
  connection.send(text)
  try {
    return await connection.answer()
  } finally {
    connection.socket.destroy()
  }
}

/** The bytes of a login request. */
export function loginRequest(username: string, password: string, headers = ''): string {
  const body = JSON.stringify({ username, password })
  return (
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n' +
    `${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}
