import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SiteLimitsQuestion } from '../../src/siteplan/forecast/site-limits.ts'
import { TaskRefused, TookTooLong } from '../../src/threads/task-refused.ts'
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
  const onStart = t.mock.fn()
  process.on('worker', onStart)
  t.after(() => process.off('worker', onStart))
  const clock = createTestClock()
  const { log, lines } = createTestLog()
  const planner = sitePlanner({ siteplanPriority: 'idle' }, { clock, log })
  const planned = planner.limits(NONSENSE, new AbortController().signal)
  clock.advance(3)
  await assert.rejects(planned, TypeError)
  assert.equal(onStart.mock.callCount(), 2)
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['planning threads get nowhere, niced ones take over'],
  )
  letGo()
  await planner.close()
})

it('twenty sites wait to be planned, each for half a minute, and no more', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const planner = sitePlanner({ siteplanTimeLimitS: 60 })
  const caller = new AbortController()
  let refused = 0
  const ask = () => {
    const planned = planner.limits(NONSENSE, caller.signal)
    planned.catch(() => {
      refused += 1
    })
    return planned
  }
  const begun = ask()
  const waiting = Array.from({ length: 20 }, ask)
  await assert.rejects(ask(), TaskRefused)
  t.mock.timers.tick(29_999)
  await new Promise(setImmediate)
  assert.equal(refused, 1)
  t.mock.timers.tick(1)
  for (const one of waiting) await assert.rejects(one, /waited too long/)
  caller.abort()
  await assert.rejects(begun, /caller left/)
  await planner.close()
})

it('as many sites are planned at once as SITEPLAN_WORKERS says; a thread stands by where none is at work', async (t) => {
  const onStart = t.mock.fn()
  process.on('worker', onStart)
  t.after(() => process.off('worker', onStart))
  const planner = sitePlanner({ siteplanWorkers: 2, siteplanTimeLimitS: 60 })
  const startedAfter = async (ask: () => void) => {
    ask()
    await new Promise(setImmediate)
    return onStart.mock.callCount()
  }
  const caller = new AbortController()
  const plan = () => {
    planner.limits(NONSENSE, caller.signal).catch(() => {})
  }
  assert.equal(await startedAfter(planner.standBy), 1)
  assert.equal(await startedAfter(planner.standBy), 1)
  assert.equal(await startedAfter(plan), 2)
  assert.equal(await startedAfter(plan), 2)
  caller.abort()
  await planner.close()
})
