// One model in its threads, which share its bytes. Never here: which model answers
// (current-model.ts, replays.ts).
import { createTaskPool, type TaskPool } from '../../threads/task-pool.ts'
import { TaskRefused } from '../../threads/task-refused.ts'
import type { EstimateTask, EstimateTaskResult } from './estimate-task.ts'

export interface RunningModel {
  readonly pool: TaskPool<EstimateTask, EstimateTaskResult>
}

const ESTIMATE_LIMIT_MS = 10_000
const MAX_QUEUE = 2_000

/** Loading a model costs up to a second, so its threads stay for a while. */
const KEEP_THREADS_S = 600

export function startModel(bytes: Uint8Array, threads: number): RunningModel {
  const shared = new SharedArrayBuffer(bytes.byteLength)
  new Uint8Array(shared).set(bytes)
  const pool = createTaskPool<EstimateTask, EstimateTaskResult>(
    new URL('./estimate-task.ts', import.meta.url),
    {
      threads,
      idleS: KEEP_THREADS_S,
      maxQueue: MAX_QUEUE,
      timeLimitMs: ESTIMATE_LIMIT_MS,
      workerData: { model: shared },
    },
  )
  return { pool }
}

/**
 * Why the bytes cannot be read: another version of the service may have stored them. A busy thread
 * is no such reason.
 */
export async function whyUnreadable({ pool }: RunningModel): Promise<string | undefined> {
  try {
    const answer = await pool.run({ kind: 'load' })
    return answer.kind === 'unreadable' ? answer.reason : undefined
  } catch (error) {
    if (error instanceof TaskRefused) return undefined
    throw error
  }
}
