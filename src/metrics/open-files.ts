// How many files the process holds open, each connection being one.
import { readdirSync } from 'node:fs'
import { Gauge, type Registry } from 'prom-client'

const OPEN_FILES = 'process_open_fds'
const FILE_LIMIT = 'process_max_fds'

/**
 * Replaces prom-client's gauge of the same name, which keeps its last value once no file can be
 * opened, the folder that it counts in among them: an alarm on it would stay silent then. This one
 * tells the limit instead, where a limit is known; it serves where prom-client's does, on Linux.
 */
export function countOpenFiles(registry: Registry): void {
  const limit = registry.getSingleMetric(FILE_LIMIT)
  if (!registry.getSingleMetric(OPEN_FILES) || !limit) return
  registry.removeSingleMetric(OPEN_FILES)
  new Gauge({
    name: OPEN_FILES,
    help: 'Number of open file descriptors; the limit where not one more can be opened.',
    registers: [registry],
    async collect() {
      let open: number | undefined
      try {
        open = openFiles()
      } catch {
        open = (await limit.get()).values[0]?.value
      }
      if (open !== undefined) this.set(open)
    },
  })
}

/** Without the folder itself, which is open while it is listed. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').length - 1
}
