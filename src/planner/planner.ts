// Plans sites off the main thread, in threads that give way to sign-in. What is worked out there
// is siteplan/'s, and how it is printed reports/'s.
import type { SitePlanner } from '../siteplan/site-planner.ts'
import { createNamedTaskPool } from '../threads/task-pool.ts'
import type { PlannerThreadData } from './planner-task.ts'

interface PlannerThreads extends SitePlanner {
  close(): Promise<void>
}

const MAX_QUEUE = 20
/** A caller who has waited this long gets 503. */
const WAIT_LIMIT_MS = 30_000

/** The renderers take half a second to load, so a thread stays for a while. */
const KEEP_THREADS_S = 300

/**
 * Of threads that do not join the idle class (planner-task.ts): beside other programs that keep all
 * cores busy they get a tenth of one, so that most plans end within their time.
 */
const NICENESS = 10

/**
 * Far more than a site needs: a square of 400 ha, the largest that is taken, can be planned in 64.
 * Under V8's own limit the garbage of plans would hold 60 to 80 MB more.
 */
const HEAP_LIMIT_MB = 1_024

interface PlannerSettings {
  readonly siteplanWorkers: number
  readonly siteplanPriority: 'idle' | 'low'
  readonly siteplanTimeLimitS: number
  readonly publicUrl: string | undefined
}

export function createSitePlanner(settings: PlannerSettings): PlannerThreads {
  const pool = createNamedTaskPool<typeof import('./planner-task.ts')>(
    new URL('./planner-task.ts', import.meta.url),
    {
      threads: settings.siteplanWorkers,
      idleS: KEEP_THREADS_S,
      maxQueue: MAX_QUEUE,
      timeLimitMs: settings.siteplanTimeLimitS * 1_000,
      waitLimitMs: WAIT_LIMIT_MS,
      niceness: NICENESS,
      heapLimitMb: HEAP_LIMIT_MB,
      workerData: {
        publicUrl: settings.publicUrl,
        priority: settings.siteplanPriority,
      } satisfies PlannerThreadData,
    },
  )
  return {
    standBy() {
      // One that cannot start says so when it is asked to plan.
      if (pool.isIdle()) pool.run('standBy', undefined).catch(() => {})
    },
    limits: (question, gone) => pool.run('limits', question, gone),
    forecastFile: (inputs, form, gone) => pool.run('forecast', { inputs, ...form }, gone),
    layoutsFile: (input, format, gone) => pool.run('layouts', { input, format }, gone),
    close: () => pool.close(),
  }
}
