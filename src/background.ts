// Work that the service does by itself every so often.
import type { Clock } from './clock.ts'
import type { Logger } from './logging.ts'

export interface BackgroundTask {
  readonly name: string
  readonly everyS: number
  run(): Promise<void> | void
}

export interface Background {
  /** Resolves when the run under way, if any, has ended. */
  stop(): Promise<void>
}

/** Runs the task now, and again `everyS` after the end of each run. A fault is logged. */
export function runInBackground(task: BackgroundTask, clock: Clock, log: Logger): Background {
  const stopping = new AbortController()
  const loop = async () => {
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
