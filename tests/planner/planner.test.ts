import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SiteLimitsQuestion } from '../../src/siteplan/forecast/site-limits.ts'
import { TookTooLong } from '../../src/threads/task-refused.ts'
import { createTestClock } from '../support/clock.ts'
import { fakeChrt } from '../support/fake-chrt.ts'
import { createTestLog } from '../support/log.ts'
import { sitePlanner } from '../support/site-planner.ts'

/** No thread can answer it: the error that its task then throws tells that one has tried. */
const NONSENSE = {} as SiteLimitsQuestion

it('a site is planned for as long as SITEPLAN_TIME_LIMIT_S says, and no longer', async () => {
  // A thousandth of what a thread takes to start.
  const planner = sitePlanner({ siteplanTimeLimitS: 0.001 })
  const planned = planner.limits(NONSENSE, new AbortController().signal)
  await assert.rejects(planned, TookTooLong)
  await planner.close()
})

it('niced threads answer where those of the idle class get nowhere, and the log says so', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const letGo = fakeChrt(t).holdUp()
  const clock = createTestClock()
  const { log, lines } = createTestLog()
  const planner = sitePlanner({ siteplanPriority: 'idle' }, { clock, log })
  const planned = planner.limits(NONSENSE, new AbortController().signal)
  clock.advance(3)
  await assert.rejects(planned, TypeError)
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['planning threads get nowhere, niced ones take over'],
  )
  letGo()
  await planner.close()
})
