// The threads that plan sites, without a service around them.
import { createSitePlanner } from '../../src/planner/planner.ts'
import { createTestClock } from './clock.ts'
import { createTestLog } from './log.ts'

type Settings = Parameters<typeof createSitePlanner>[0]
type Parts = Parameters<typeof createSitePlanner>[1]

/** One thread, the same for all but what a test is about. */
export function sitePlanner(
  settings: Partial<Settings> = {},
  parts: Partial<Parts> = {},
): ReturnType<typeof createSitePlanner> {
  return createSitePlanner(
    {
      siteplanWorkers: 1,
      siteplanPriority: 'low',
      siteplanTimeLimitS: 20,
      publicUrl: undefined,
      ...settings,
    },
    { clock: createTestClock(), log: createTestLog().log, ...parts },
  )
}
