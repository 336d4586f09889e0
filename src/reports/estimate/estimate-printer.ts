// Makes the reports of estimates off the main thread. Never here: what one says and how it looks.
import { createTaskPool } from '../../threads/task-pool.ts'

interface EstimatePrinter {
  /**
   * @param estimate the stored estimate, JSON text
   * @param gone aborts when nobody waits for it any more: one that has not begun is not made
   * @throws TaskRefused if too many reports are asked for at once, or `gone` aborted
   */
  estimatePdf(estimate: string, gone?: AbortSignal): Promise<Uint8Array>
  close(): Promise<void>
}

const MAX_QUEUE = 50
const REPORT_LIMIT_MS = 15_000

export function createEstimatePrinter(): EstimatePrinter {
  const pool = createTaskPool<string, Uint8Array>(
    new URL('./estimate-pdf-task.ts', import.meta.url),
    {
      threads: 1,
      idleS: 60,
      maxQueue: MAX_QUEUE,
      timeLimitMs: REPORT_LIMIT_MS,
      finishesWhatRuns: true,
    },
  )
  return {
    estimatePdf: (estimate, gone) => pool.run(estimate, gone),
    close: () => pool.close(),
  }
}
