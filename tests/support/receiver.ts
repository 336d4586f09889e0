// A stand-in for the Bot API or a webhook: a real server that answers as told, in all the usual
// ways of failing too, and remembers what it got.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from './free-port.ts'

export type Behaviour =
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  /** Takes the request and never answers. */
  | 'hang'
  /** Closes the connection instead of answering. */
  | 'close'
  /** Closes it in the middle of the answer. */
  | 'close mid-answer'

interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** What the next requests get, in order; the ones after them get the last again. */
  behave(...behaviours: readonly Behaviour[]): void
  /** Ends the connections that hang. */
  dropConnections(): void
}

export const BOT_OK: Behaviour = { status: 200, body: '{"ok":true,"result":{"message_id":1}}' }

export async function startReceiver(first: Behaviour = BOT_OK): Promise<Receiver> {
  let behaviours: Behaviour[] = [first]
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      })
      const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
      if (behaviour) act(behaviour, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave: (...next) => {
      behaviours = [...next]
    },
    dropConnections: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Where nobody listens. */
export async function refusingUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`
}

function act(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'hang') return
  if (behaviour === 'close') {
    response.destroy()
    return
  }
  if (behaviour === 'close mid-answer') {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"ok":', () => response.destroy())
    return
  }
  response.writeHead(behaviour.status, { connection: 'close', ...behaviour.headers })
  response.end(behaviour.body ?? '')
}
