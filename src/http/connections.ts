// Closes connections that would hold memory or the event loop for longer than an honest client
// needs. What a single request may be stands in server.ts.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './server.ts'

/**
 * Requests that may wait on a connection behind the one being answered; browsers and proxies send
 * none ahead. Node takes all that arrive together, a thousand and more.
 */
const MAX_AHEAD = 32

/**
 * Chunks in which a body may come. Until it is complete each costs 200 bytes and a microsecond, or
 * ten where each is a packet of its own. Cut by packets a mebibyte comes in under a thousand, by
 * the smallest ones that any network has, of 536 bytes, in two.
 */
const MAX_BODY_CHUNKS = 4_000

/**
 * Chunks of a body that is read only to be thrown away are tiny below this. Packets hold more; of a
 * client that writes 8 KiB at a time each sixth may be tiny.
 */
const TINY_CHUNK_BYTES = 1_024
/** What a tiny one counts for: it takes as long as a long one. */
const TINY_COUNTS_FOR_BYTES = 4_096

/** What a chunk counts for, in bytes, where its body is read only to be thrown away. */
export function weightOf(chunk: Buffer): number {
  return chunk.length < TINY_CHUNK_BYTES ? TINY_COUNTS_FOR_BYTES : chunk.length
}

/** How much of a body is still read, and thrown away, once its request has been answered. */
const LINGER_BYTES = 8 * 1_048_576
/** After a pause of this length no more of it is waited for. */
const LINGER_PAUSE_MS = 2_000

export function guardConnections(app: App): void {
  closeWithoutAddress(app)
  closeUnusedAtStop(app)
  answerInTurn(app)
  limitBodyChunks(app)
  closeAfterEarlyAnswer(app)
}

/**
 * Reads each client's address as soon as it connects: Node caches it, and the system forgets it
 * when the client resets the connection. Requests sent before the reset would then have no address,
 * and so budgets and slots beside those of their client. One that is gone already gets no answer.
 */
function closeWithoutAddress(app: App): void {
  app.server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}

/**
 * Requests of one connection are answered one after another: a request that was sent ahead waits,
 * before any work, until the answers before it have been taken. So a client that does not read has
 * one answer in memory, and what comes behind a logout is behind it. Closes a connection that has
 * more than `MAX_AHEAD` waiting, or any behind the last that can be answered, or one that waits
 * with a body in chunks: nothing counts those before its turn.
 */
function answerInTurn(app: App): void {
  const ahead = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // It came behind a body that `closeInStages` only reads to its end: no answer can follow.
    if (socket.writableEnded) return drop(request, reply)
    // Node gives an answer its socket when all answers before it have been sent.
    if (reply.raw.socket !== null) return done()
    const count = (ahead.get(socket) ?? 0) + 1
    ahead.set(socket, count)
    if (count > MAX_AHEAD || request.headers['transfer-encoding'] !== undefined) {
      return drop(request, reply)
    }
    reply.raw.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1)
      // Node tells of the socket before it has written what the answer already holds; and others
      // get their turn before a client that has sent all of its requests in one piece.
      setImmediate(done)
    })
  })
}

/**
 * Closes the connection of a request without an answer. Those behind it in the same piece come here
 * as well: each is let go by itself, as Node would make two errors, with their stacks, of each that
 * is still open when the connection closes.
 */
function drop(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.raw.socket.destroy()
  request.raw.destroy()
  reply.raw.destroy()
}

/**
 * At a stop, closes connections that never sent a byte. Browsers open some ahead; Node waits for
 * them as for requests under way.
 */
function closeUnusedAtStop(app: App): void {
  /** Bounded by the connections there are. */
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', (done) => {
    // After a turn of the event loop, which reads what has come in while it was busy.
    setImmediate(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
      done()
    })
  })
}

/** Closes a connection on which a body comes in more than `MAX_BODY_CHUNKS`. */
function limitBodyChunks(app: App): void {
  // A listener makes the body flow from the next turn of the loop on; its parser listens by then.
  app.addHook('preParsing', (request, _reply, body, done) => {
    const { socket } = request.raw
    let chunks = 0
    const count = () => {
      chunks += 1
      if (chunks > MAX_BODY_CHUNKS) cutOff(body, socket)
    }
    // A body without a type is never parsed.
    if (request.headers['content-type'] !== undefined) body.on('data', count)
    done(null, body)
  })
}

/**
 * Closes a connection in the middle of a body. Node goes on parsing what came in the same piece,
 * ten thousand chunks of one byte perhaps: it hands on none of them once the body is destroyed, and
 * none that waited already once it is paused.
 */
function cutOff(body: Readable, socket: Socket): void {
  socket.destroy()
  body.pause()
  // Whoever waits for the rest learns of it by an error, as when a client hangs up.
  body.destroy(new Error('the connection was closed over its body'))
}

/**
 * Closes the connection of a request that is answered before its body has come in: Node would
 * otherwise read the rest, however long, to throw it away.
 */
function closeAfterEarlyAnswer(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete === false) {
      reply.header('connection', 'close')
      closeInStages(request.raw)
    }
    done(null, payload)
  })
}

/**
 * Lets Node end the connection without destroying it at once, as RFC 9112 (9.6) advises: a close
 * with bytes unread resets the connection, and the client may lose the answer over it.
 */
function closeInStages(body: IncomingMessage): void {
  const { socket } = body
  const destroyWhenSent = socket.destroySoon.bind(socket)
  let unread = LINGER_BYTES
  body.on('data', (chunk: Buffer) => {
    unread -= weightOf(chunk)
    if (unread < 0) cutOff(body, socket)
  })
  socket.destroySoon = () => {
    if (body.complete) return destroyWhenSent()
    socket.end()
    socket.setTimeout(LINGER_PAUSE_MS)
    body.once('end', destroyWhenSent)
  }
}
