// What is kept, in bytes: for rules about memory that no answer shows.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much more memory this thread holds after `run` than before it, garbage left out. */
export function heldBy(run: () => void): number {
  const collectGarbage = garbageCollector()
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  run()
  collectGarbage()
  return process.memoryUsage().heapUsed - before
}

/** The flag is set no longer than needed: compiled code that is cached under others is refused. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}
