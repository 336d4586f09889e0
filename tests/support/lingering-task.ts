// A task that leaves a timer behind, for tests of what its thread does until the next task.
import { workerData } from 'node:worker_threads'

/** How many of the timers have rung. */
const rung = workerData as Int32Array

export default function lingeringTask(): void {
  setTimeout(() => {
    Atomics.add(rung, 0, 1)
    Atomics.notify(rung, 0)
  })
}
