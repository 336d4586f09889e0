// Requests over real sockets: whole ones by fetch, and raw bytes for what no client would send.
import { connect, type Socket } from 'node:net'
import { PASSWORD } from './service.ts'

export async function postLogin(
  url: string,
  username: string,
  password = PASSWORD,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, password }),
  })
}

export async function postLogout(url: string, cookie: string): Promise<Response> {
  return fetch(`${url}/api/v1/auth/logout`, { method: 'POST', headers: { cookie } })
}

/** The `cookie` header that a sign-in's answer asks to send along. */
export function cookieFrom(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

export interface RawConnection {
  readonly socket: Socket
  /** What came back so far. */
  text(): string
  /** Resolves with all that came back when the server has closed the connection. */
  readonly closed: Promise<string>
}

export function openRaw(url: string): RawConnection {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  const text = () => Buffer.concat(chunks).toString('utf8')
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(text()))
    socket.once('end', () => socket.end())
  })
  return { socket, text, closed }
}
