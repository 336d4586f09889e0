// One model in its threads, which share its bytes. Never here: which model answers
// (current-model.ts, replays.ts).
import { createNamedTaskPool, type NamedTaskPool } from '../../threads/task-pool.ts'
import { TaskRefused } from '../../threads/task-refused.ts'

export type RunningModel = NamedTaskPool<typeof import('./estimate-task.ts')>

const ESTIMATE_LIMIT_MS = 10_000
const MAX_QUEUE = 2_000

/** Loading a model costs up to a second, so its threads stay for a while. */
const KEEP_THREADS_S = 600

export function startModel(bytes: Uint8Array, threads: number): RunningModel {
  const shared = new SharedArrayBuffer(bytes.byteLength)
  new Uint8Array(shared).set(bytes)
  return createNamedTaskPool(new URL('./estimate-task.ts', import.meta.url), {
    threads,
    idleS: KEEP_THREADS_S,
    maxQueue: MAX_QUEUE,
    timeLimitMs: ESTIMATE_LIMIT_MS,
    workerData: { model: shared },
  })
}

/**
 * Why the bytes cannot be read: another version of the service may have stored them. A busy thread
 * is no such reason.
 */
export async function whyUnreadable(model: RunningModel): Promise<string | undefined> {
  try {
    return await model.run('whyUnreadable', undefined)
  } catch (error) {
    if (error instanceof TaskRefused) return undefined
    throw error
  }
}
