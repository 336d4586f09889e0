// Work that the service does by itself every so often.
import type { Clock } from './clock.ts'
import type { Logger } from './logging.ts'
import { createRepeatedFault } from './repeated-fault.ts'

export interface BackgroundTask {
  readonly name: string
  readonly everyS: number
  /** Whether the first run begins at once, not after `everyS`. */
  readonly atOnce?: boolean
  /** @param stopping aborts when the run should end early: a stop waits for it */
  run(stopping: AbortSignal): Promise<void> | void
}

/** From the start on: a service that is restarted often may never run for an hour. */
export const HOURLY = { everyS: 3_600, atOnce: true } as const

/**
 * Runs the task again and again, `everyS` after the end of the run before, until `stopping` aborts.
 * A fault is logged once, however often it repeats, and so is its end.
 * @returns a promise that resolves once the run under way at that time, if any, has ended
 */
export async function runInBackground(
  task: BackgroundTask,
  clock: Clock,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const fault = createRepeatedFault(
    (error) => log.warn({ err: error, task: task.name }, 'background task failed, will run again'),
    () => log.info({ task: task.name }, 'background task runs again'),
  )
  const runOnce = async () => {
    try {
      await task.run(stopping)
      fault.succeeded()
    } catch (error) {
      fault.failed(error)
    }
  }
  if (!task.atOnce) await clock.sleep(task.everyS, stopping)
  while (!stopping.aborted) {
    await runOnce()
    await clock.sleep(task.everyS, stopping)
  }
}
