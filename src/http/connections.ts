// Which connections are closed before their clients would, so that none holds memory or the one thread
// for longer than an honest one needs. What a single request may be stands in server.ts.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './server.ts'

/**
 * Requests that a connection may send ahead of an answer; browsers and proxies send none. Node
 * takes all that come in one piece, a thousand and more, and would keep their answers for a client
 * that does not read.
 */
const MAX_AHEAD = 32

/**
 * Pieces in which a body may come. Until it is whole each costs 200 bytes and some microseconds, so
 * that a mebibyte in chunks of a byte took 190 MB. In packets it is under a thousand.
 */
const MAX_BODY_PIECES = 10_000

/**
 * What is still read, and thrown away, of the body of a request that has its answer; what a piece of
 * it counts for at least; and the pause in it after which no more is waited for.
 */
const LINGER_BYTES = 8 * 1_048_576
const LINGER_PIECE_BYTES = 512
const LINGER_PAUSE_MS = 2_000

export function guardConnections(app: App): void {
  hangUpOnTheGone(app)
  hangUpOnTheSilent(app)
  cutOffWhoSendsAhead(app)
  cutOffWhoCrumbles(app)
  readNoMoreThanNeeded(app)
}

/**
 * Reads each client's address as soon as it is connected: Node keeps it, and the system forgets it
 * when the client resets the connection. What was sent before that would be nobody's, with budgets
 * and slots beside those of the address. Who is gone by then gets no answer.
 */
function hangUpOnTheGone(app: App): void {
  app.server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}

/**
 * Closes a connection that has more than `MAX_AHEAD` requests behind the one being answered, or one
 * behind the last that is.
 */
function cutOffWhoSendsAhead(app: App): void {
  const ahead = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // It came behind a body of which only the end was waited for: no answer can be sent any more.
    if (socket.writableEnded) {
      reply.hijack()
      socket.destroy()
      return
    }
    // Node gives an answer its socket when all answers before it have been sent.
    if (reply.raw.socket !== null) return done()
    const count = (ahead.get(socket) ?? 0) + 1
    ahead.set(socket, count)
    if (count > MAX_AHEAD) {
      reply.hijack()
      socket.destroy()
      return
    }
    reply.raw.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1))
    done()
  })
}

/**
 * At a stop, closes connections that never sent a byte. Browsers open some ahead; Node waits for
 * them as for requests under way.
 */
function hangUpOnTheSilent(app: App): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
}

/** Closes a connection whose body comes in more than `MAX_BODY_PIECES`. */
function cutOffWhoCrumbles(app: App): void {
  // The body flows from the next turn of the loop on, and is read from this one on.
  app.addHook('preParsing', (request, _reply, body, done) => {
    const { socket } = request.raw
    let pieces = 0
    const count = () => {
      pieces += 1
      if (pieces > MAX_BODY_PIECES) socket.destroy()
    }
    // Without a type there is none that will be read.
    if (request.headers['content-type'] !== undefined) body.on('data', count)
    done(null, body)
  })
}

/**
 * Closes the connection of a request that is answered before its body has come in: Node would
 * otherwise read the rest, however long, to throw it away.
 */
function readNoMoreThanNeeded(app: App): void {
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
    unread -= Math.max(chunk.length, LINGER_PIECE_BYTES)
    if (unread < 0) socket.destroy()
  })
  socket.destroySoon = () => {
    if (body.complete) return destroyWhenSent()
    socket.end()
    socket.setTimeout(LINGER_PAUSE_MS)
    body.once('end', destroyWhenSent)
  }
}
