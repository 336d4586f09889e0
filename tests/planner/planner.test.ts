import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSitePlanner } from '../../src/planner/planner.ts'
import type { SiteLimitsQuestion } from '../../src/siteplan/forecast/site-limits.ts'
import { TookTooLong } from '../../src/threads/task-refused.ts'

it('a site is planned for as long as SITEPLAN_TIME_LIMIT_S says, and no longer', async () => {
  // A thousandth of what a thread takes to start.
  const planner = createSitePlanner({
    siteplanWorkers: 1,
    siteplanPriority: 'low',
    siteplanTimeLimitS: 0.001,
    publicUrl: undefined,
  })
  const planned = planner.limits({} as SiteLimitsQuestion, new AbortController().signal)
  await assert.rejects(planned, TookTooLong)
  await planner.close()
})
