// Answers to requests that Node would not let through: those its parser cannot read, and those it
// would refuse by itself with an empty body. Some are answered on the socket, before any hook runs.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { DETAIL, refuse } from '../errors.ts'
import { JSON_UTF8 } from './answer-media.ts'
import { BARE_HEADERS } from './security-headers.ts'

const HOST = 'host'

const BROKEN_REQUESTS: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', DETAIL.requestTimeout],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', DETAIL.headersTooLarge],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', DETAIL.bodyTooLarge],
}

/** Answers what the parser refuses, on the socket itself, and closes it. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, detail] = BROKEN_REQUESTS[error.code ?? ''] ?? [
    '400 Bad Request',
    DETAIL.badRequest,
  ]
  answerOnSocket(socket, status, detail)
}

function answerOnSocket(
  socket: Duplex,
  status: string,
  detail: string,
  headers: readonly string[] = [],
): void {
  const body = JSON.stringify({ detail })
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      `Content-Type: ${JSON_UTF8}`,
      ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
      ...headers,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}

/**
 * Answers with a body where Node would send none: no `Host`, or an unknown `Expect`; and where it
 * would close the connection without a word: CONNECT, which names a host and no path. Several
 * `Host` are refused too: Node would take the first, a proxy perhaps the last (RFC 9112, 3.2).
 */
export function refuseWhatNodeWould(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const hosts = countHosts(request.raw)
    if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1')) {
      return refuse(reply, 400, DETAIL.badRequest, { ...BARE_HEADERS, connection: 'close' })
    }
  })
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    answerOnSocket(socket, '405 Method Not Allowed', DETAIL.methodNotAllowed, ['Allow: '])
  })
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify({ detail: DETAIL.badRequest })
    response.writeHead(417, {
      connection: 'close',
      'content-type': JSON_UTF8,
      'content-length': Buffer.byteLength(body),
      ...BARE_HEADERS,
    })
    response.end(body)
  })
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return hosts
}
