// Stands between the service and its PostgreSQL and breaks the way there: refuses, cuts, delays,
// goes silent, or does so at the moment a given statement passes.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pause } from './waiting.ts'

export interface TcpProxy extends AsyncDisposable {
  /** The server's URL, by way of the proxy. */
  readonly variable: string
  /** As a stopped server: cuts every connection and refuses new ones. */
  stop(): Promise<void>
  /** As a server that is back, on the same port. */
  start(): Promise<void>
  /** Cuts every connection; new ones get through. @returns when those of now are closed */
  cut(): Promise<void>
  /** Connections of now, and new ones until `thaw`, stay open and nothing passes any more. */
  freeze(): void
  /** New connections get through again. Those that were frozen stay silent for ever. */
  thaw(): void
  /** Holds back what the server answers by so much. */
  delayMs: number
  /** Does `action` once, when a client sends `text`, which then does not get through. */
  onceSent(text: string, action: () => void): void
}

/** How long a start tries to get its own port back. */
const PORT_BACK_MS = 10_000

export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<{ readonly client: Socket; readonly server: Socket; frozen: boolean }>()
  let frozen = false
  let delayMs = 0
  let trap: { readonly text: string; readonly action: () => void } | undefined

  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    const pair = { client, server, frozen }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', (data) => {
      if (trap && data.includes(trap.text)) {
        const { action } = trap
        trap = undefined
        action()
        return
      }
      if (!pair.frozen) server.write(data)
    })
    server.on('data', (data) => {
      if (pair.frozen) return
      if (delayMs === 0) client.write(data)
      else setTimeout(() => client.writable && client.write(data), delayMs)
    })
  })
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    const address = listener.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  }
  const port = await listen(0)
  const cut = async () => {
    const closed = [...pairs].map(
      ({ client }) => new Promise((resolve) => client.once('close', resolve)),
    )
    for (const { client } of pairs) client.destroy()
    await Promise.all(closed)
  }
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)

  return {
    variable: url.href,
    get delayMs() {
      return delayMs
    },
    set delayMs(value) {
      delayMs = value
    },
    cut,
    async stop() {
      if (!listener.listening) return
      const closed = new Promise((resolve) => listener.close(resolve))
      await cut()
      await closed
    },
    async start() {
      const untilMs = Date.now() + PORT_BACK_MS
      for (;;) {
        try {
          await listen(port)
          return
        } catch (error) {
          if (Date.now() > untilMs) throw error
          await pause(50)
        }
      }
    },
    freeze() {
      frozen = true
      for (const pair of pairs) pair.frozen = true
    },
    thaw() {
      frozen = false
    },
    onceSent(text, action) {
      trap = { text, action }
    },
    async [Symbol.asyncDispose]() {
      if (!listener.listening) return
      const closed = new Promise((resolve) => listener.close(resolve))
      await cut()
      await closed
    },
  }
}
