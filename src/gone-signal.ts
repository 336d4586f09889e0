// When nobody waits for an answer any more: the one way handlers are told. What they then stop is
// theirs to say.
import type { FastifyReply } from 'fastify'

/**
 * Aborts when the connection closes, or the answer is out. Fastify's `request.signal` would not do:
 * it aborts as soon as the body has been read.
 */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  else reply.raw.once('close', () => gone.abort())
  return gone.signal
}
