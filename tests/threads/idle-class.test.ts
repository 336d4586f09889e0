import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { SiteLimitsQuestion } from '../../src/siteplan/forecast/site-limits.ts'
import { createTaskPool, type TaskPool } from '../../src/threads/task-pool.ts'
import { fakeChrt } from '../support/fake-chrt.ts'
import { type OddTask, schedulingClass } from '../support/odd-task.ts'
import { sitePlanner } from '../support/site-planner.ts'

const FILE = new URL('../support/odd-task.ts', import.meta.url)
const IDLE = 5

/** Where `chrt` is missing, or a sandbox forbids it, a thread stays in the class it has. */
const canJoin = spawnSync('chrt', ['--idle', '0', 'true']).status === 0

describe('the idle class', { skip: process.platform !== 'linux' }, () => {
  let pool: TaskPool<OddTask, number>
  beforeEach(() => {
    pool = createTaskPool(FILE, { threads: 1, idleS: 60, maxQueue: 1, timeLimitMs: 60_000 })
  })
  afterEach(() => pool.close())

  it('is joined by the thread that asks for it, and by no other of the process', async () => {
    const before = await pool.run('scheduling class')
    assert.equal(await pool.run('join idle class'), canJoin ? IDLE : before)
    assert.equal(schedulingClass(), before)
  })

  it('is asked for by the threads that plan sites, unless the setting says otherwise', async (t) => {
    // In its stead: a thread of the idle class would wait for all other tests of the machine.
    const chrt = fakeChrt(t)
    for (const siteplanPriority of ['low', 'idle'] as const) {
      assert.equal(chrt.asked(), '')
      const planner = sitePlanner({ siteplanPriority })
      // Whatever comes of it, the thread has started.
      await planner.limits({} as SiteLimitsQuestion, new AbortController().signal).catch(() => {})
      await planner.close()
    }
    assert.match(chrt.asked(), /^--idle --pid 0 \d+\n$/)
  })

  it('is done without where no `chrt` is to be found', async (t) => {
    const path = process.env.PATH
    t.after(() => {
      process.env.PATH = path
    })
    process.env.PATH = '/nowhere'
    assert.notEqual(await pool.run('join idle class'), IDLE)
  })
})
