// A task whose first thread dies while it starts, for tests of what runs it.
import { threadId, workerData } from 'node:worker_threads'

/** How many threads have begun to start. */
const starts = workerData as Int32Array

if (Atomics.add(starts, 0, 1) === 0) process.exit(3)

export default function falteringTask(): number {
  return threadId
}
