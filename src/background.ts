// Work that the service does by itself every so often.
import type { Clock } from './clock.ts'
import type { Logger } from './logging.ts'

export interface BackgroundTask {
  readonly name: string
  readonly everyS: number
  /** Whether the first run is now and not `everyS` from now. */
  readonly atOnce?: boolean
  run(): Promise<void> | void
}

interface Background {
  /** Resolves when the run under way, if any, has ended. */
  stop(): Promise<void>
}

/**
 * Runs the task again and again, `everyS` after the end of the run before, until it is stopped or
 * the service begins to stop. A fault is logged.
 */
export function runInBackground(
  task: BackgroundTask,
  clock: Clock,
  log: Logger,
  serviceStopping: AbortSignal,
): Background {
  const stopping = new AbortController()
  serviceStopping.addEventListener('abort', () => stopping.abort(), { once: true })
  const loop = async () => {
    if (!task.atOnce) await clock.sleep(task.everyS, stopping.signal)
    while (!stopping.signal.aborted) {
      try {
        await task.run()
      } catch (error) {
        log.warn({ err: error, task: task.name }, 'background task failed, will run again')
      }
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
