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

/** Runs the task again and again, `everyS` after the end of the run before. A fault is logged. */
export function runInBackground(task: BackgroundTask, clock: Clock, log: Logger): Background {
  const stopping = new AbortController()
  const loop = async () => {
    for (;;) {
      await clock.sleep(task.everyS, stopping.signal)
      if (stopping.signal.aborted) return
      try {
        await task.run()
      } catch (error) {
        log.warn({ err: error, task: task.name }, 'background task failed, will run again')
      }
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
