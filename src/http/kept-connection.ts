// Keeps the connection of a request whose work may take longer than a connection may stay silent
// (server.ts). How long that is, the work itself limits.
import type { EventEmitter } from 'node:events'

const keep = (): void => {}

/** Cut off is only who then does not read the answer: the silence counts anew from there on. */
export async function keepingConnection<T>(
  reply: { readonly raw: Pick<EventEmitter, 'on' | 'off'> },
  work: () => Promise<T>,
): Promise<T> {
  // Node closes a silent connection unless its answer listens for that.
  reply.raw.on('timeout', keep)
  try {
    return await work()
  } finally {
    reply.raw.off('timeout', keep)
  }
}
