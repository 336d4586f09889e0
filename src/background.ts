// Work that the service does by itself every so often.
import type { Clock } from './clock.ts'
import type { Logger } from './logging.ts'

export interface BackgroundTask {
  readonly name: string
  readonly everyS: number
  /** Whether the first run is now and not `everyS` from now. */
  readonly atOnce?: boolean
  /** @param stopping aborts when the run should end early: a stop waits for it */
  run(stopping: AbortSignal): Promise<void> | void
}

interface Background {
  /** Resolves when the run under way, if any, has ended. */
  stop(): Promise<void>
}

/**
 * Runs the task again and again, `everyS` after the end of the run before, until it is stopped or
 * the service begins to stop. A fault is logged once, however often it repeats, and so is its end.
 */
export function runInBackground(
  task: BackgroundTask,
  clock: Clock,
  log: Logger,
  serviceStopping: AbortSignal,
): Background {
  const stopping = new AbortController()
  serviceStopping.addEventListener('abort', () => stopping.abort(), { once: true })
  let faultBefore: string | undefined
  const runOnce = async () => {
    try {
      await task.run(stopping.signal)
      if (faultBefore !== undefined) log.info({ task: task.name }, 'background task runs again')
      faultBefore = undefined
    } catch (error) {
      const fault = String(error)
      if (fault !== faultBefore) {
        log.warn({ err: error, task: task.name }, 'background task failed, will run again')
      }
      faultBefore = fault
    }
  }
  const loop = async () => {
    if (!task.atOnce) await clock.sleep(task.everyS, stopping.signal)
    while (!stopping.signal.aborted) {
      await runOnce()
      await clock.sleep(task.everyS, stopping.signal)
    }
  }
  const ended = loop()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
