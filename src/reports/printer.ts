// Makes reports off the main thread. Never here: what a report says and how it looks.
import { createTaskPool } from '../threads/task-pool.ts'

export interface ReportPrinter {
  /**
   * @param estimate the stored estimate, JSON text
   * @throws TaskRefused if too many reports are asked for at once
   */
  estimatePdf(estimate: string): Promise<Uint8Array>
  close(): Promise<void>
}

const MAX_QUEUE = 50
const REPORT_LIMIT_MS = 15_000

export function createReportPrinter(): ReportPrinter {
  const pool = createTaskPool<{ estimate: string }, Uint8Array>(
    new URL('./estimate/estimate-pdf-task.ts', import.meta.url),
    { threads: 1, idleS: 60, maxQueue: MAX_QUEUE, timeLimitMs: REPORT_LIMIT_MS },
  )
  return {
    estimatePdf: (estimate) => pool.run({ estimate }),
    close: () => pool.close(),
  }
}
