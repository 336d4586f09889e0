// How long a request waits for a model that is being fitted.
import type { Clock } from '../clock.ts'
import { TaskRefused } from '../threads/task-refused.ts'

/** Longest wait for a first model, or for one as of an earlier date. */
const PATIENCE_S = 25

/** @throws TaskRefused, saying `why`, if it takes too long */
export async function withPatience<T>(clock: Clock, promise: Promise<T>, why: string): Promise<T> {
  const patience = new AbortController()
  const tooLong = clock.sleep(PATIENCE_S, patience.signal).then(() => {
    throw new TaskRefused(why)
  })
  tooLong.catch(() => {})
  try {
    return await Promise.race([promise, tooLong])
  } finally {
    patience.abort()
  }
}
