// Starts the threads that plan sites, and ends them with the service.
import { within } from '../clock.ts'
import type { Foundation } from '../foundation.ts'
import { once } from '../made-once.ts'
import type { SitePlanner } from '../siteplan/site-planner.ts'
import { createSitePlanner } from './planner.ts'

interface RunningPlanner extends SitePlanner {
  /** Begins to end the threads: those of the idle class can take long beside busy ones. */
  endThreads(): void
  /** Whether they have begun to end and are not done. */
  hasThreadsEnding(): boolean
}

/**
 * At a stop, the other parts wait this long for the threads to end: they share nothing with them.
 */
const END_LIMIT_S = 0.5

export function startPlanner({ settings, clock, log, closing }: Foundation): RunningPlanner {
  const planner = createSitePlanner(settings, { clock, log })
  let isEnding = false
  const endThreads = once(async () => {
    isEnding = true
    try {
      await planner.close()
      isEnding = false
    } catch (error) {
      log.warn({ err: error }, 'planning threads could not be ended')
    }
  })
  closing.defer(() => within(clock, END_LIMIT_S, endThreads()))
  return {
    ...planner,
    endThreads: () => void endThreads(),
    hasThreadsEnding: () => isEnding,
  }
}
