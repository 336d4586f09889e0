// A body that nobody wants, read and thrown away so that its connection can be used again.
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import { weightOf } from './connections.ts'

/** What is longer, or comes more slowly, is left unread. */
const MAX_DRAINED_BYTES = 1_048_576
const MAX_DRAIN_S = 0.5

export async function drainBody(body: IncomingMessage, clock: Pick<Clock, 'sleep'>): Promise<void> {
  if (body.complete) return
  const drained = new AbortController()
  const stop = () => {
    body.off('data', count)
    drained.abort()
  }
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += weightOf(chunk)
    if (bytes > MAX_DRAINED_BYTES) stop()
  }
  body.on('data', count).once('end', stop).once('close', stop)
  await clock.sleep(MAX_DRAIN_S, drained.signal)
}
