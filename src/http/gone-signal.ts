// Tells a handler that nobody waits for its answer any more. What it stops then is up to it.
import type { EventEmitter } from 'node:events'

/** What counts of a reply here: its connection. */
interface OnConnection {
  readonly raw: Pick<EventEmitter, 'once'> & { readonly destroyed: boolean }
}

/** One for all: an abort without a reason makes an error with a stack, 50 µs of every login. */
const GONE = new Error('nobody waits for the answer')

/**
 * Aborts when the connection closes or the answer has been sent. Fastify's `request.signal` will
 * not do: it aborts as soon as the body has been read.
 */
export function goneSignal(reply: OnConnection): AbortSignal {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort(GONE)
  else reply.raw.once('close', () => gone.abort(GONE))
  return gone.signal
}

/** Resolves when the answer has been sent, or nobody waits for it any more. */
export function answerGone(reply: OnConnection): Promise<void> {
  return new Promise((resolve) => {
    if (reply.raw.destroyed) resolve()
    else reply.raw.once('close', resolve)
  })
}
