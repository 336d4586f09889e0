// How threads of heavy work stand back behind the one that answers requests. What they do stands in
// their own files.
import { getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** Steps of `nice`: a third of the main thread's share where both want a core. */
const STEPS = 5
const LOWEST = 19

/**
 * Lowers the priority of the calling thread, so that on a machine whose cores are all busy the main thread is
 * run first. On Linux alone, where a nice value belongs to a thread (`man 2 setpriority`, "NOTES"); elsewhere it
 * would be the whole process's.
 */
export function standBack(): void {
  if (isMainThread || process.platform !== 'linux') return
  try {
    setPriority(Math.min(LOWEST, getPriority() + STEPS))
  } catch {
    // Where that is forbidden the work is done at the priority there is.
  }
}
