// Plans sites off the main thread, in threads that give way to sign-in. What is worked out there
// is siteplan/'s, and how it is printed reports/'s.
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging.ts'
import type { SitePlanner } from '../siteplan/site-planner.ts'
import { type Relieved, withRelief } from '../threads/relief.ts'
import { createNamedTaskPool, type NamedTaskPool } from '../threads/task-pool.ts'
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

interface PlannerParts {
  readonly clock: Pick<Clock, 'nowMs' | 'sleep'>
  readonly log: Pick<Logger, 'warn'>
}

export function createSitePlanner(
  settings: PlannerSettings,
  { clock, log }: PlannerParts,
): PlannerThreads {
  const niced = threadsOf(settings, 'low')
  const idle = settings.siteplanPriority === 'idle' ? threadsOf(settings, 'idle') : undefined
  const pools = idle ? [idle, niced] : [niced]
  const ask: Relieved<Threads> = idle
    ? withRelief({
        first: idle,
        second: niced,
        clock,
        onStuck: () => log.warn('planning threads get nowhere, niced ones take over'),
      })
    : (task, gone) => task(niced, gone)
  return {
    standBy() {
      if (!pools.every((pool) => pool.isIdle())) return
      // One that cannot start says so when it is asked to plan.
      ask((pool, end) => pool.run('standBy', undefined, end), undefined).catch(() => {})
    },
    limits: (question, gone) => ask((pool, end) => pool.run('limits', question, end), gone),
    forecastFile: (inputs, form, gone) =>
      ask((pool, end) => pool.run('forecast', { inputs, ...form }, end), gone),
    layoutsFile: (input, format, gone) =>
      ask((pool, end) => pool.run('layouts', { input, format }, end), gone),
    async close() {
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

type Threads = NamedTaskPool<typeof import('./planner-task.ts')>

function threadsOf(settings: PlannerSettings, priority: PlannerThreadData['priority']): Threads {
  return createNamedTaskPool(new URL('./planner-task.ts', import.meta.url), {
    threads: settings.siteplanWorkers,
    idleS: KEEP_THREADS_S,
    maxQueue: MAX_QUEUE,
    timeLimitMs: settings.siteplanTimeLimitS * 1_000,
    waitLimitMs: WAIT_LIMIT_MS,
    heapLimitMb: HEAP_LIMIT_MB,
    workerData: { publicUrl: settings.publicUrl, priority } satisfies PlannerThreadData,
  })
}
