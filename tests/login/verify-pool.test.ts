// The threads that compute hashes: what they leave to others, and how they end.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createVerifyPool } from '../../src/login/verify-pool.ts'
import { STAND_BACK } from '../../src/threads/stand-back.js'
import { TaskRefused } from '../../src/threads/task-refused.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { CHEAP } from '../support/service.ts'
import { until } from '../support/waiting.ts'

/** Threads that Node shares among files, names and compression, unless a setting says otherwise. */
const NODE_THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/** By id of a thread of this process: field 19 of proc_pid_stat(5), behind the name in brackets. */
function threadPriorities(): ReadonlyMap<string, number> {
  const priorities = new Map<string, number>()
  for (const id of readdirSync('/proc/self/task')) {
    try {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
      priorities.set(id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]))
    } catch {
      // It has ended meanwhile.
    }
  }
  return priorities
}

const LOWEST_PRIORITY = 19
const canTellPriorities = process.platform === 'linux' && getPriority() < LOWEST_PRIORITY

describe('a pool of verification threads', () => {
  it('has as many as it is given, and lets the thread that answers requests run first', {
    skip: !canTellPriorities && 'only Linux has priorities of threads',
  }, async (t) => {
    const wanted = Math.min(LOWEST_PRIORITY, getPriority() + STAND_BACK)
    const before = threadPriorities()
    const begun = () => [...threadPriorities()].filter(([id]) => !before.has(id))
    const standingBack = () => begun().filter(([, nice]) => nice === wanted).length
    const pool = createVerifyPool(2, createTestClock(), createTestLog().log)
    t.after(() => pool.close())
    // Both at once, so that each thread has begun.
    await Promise.all([pool.hash('a', CHEAP), pool.hash('a', CHEAP)])
    await until(() => standingBack() >= 2, 'both threads stand back')
    assert.equal(standingBack(), 2)
  })

  it('verifies passwords while every one of Node’s own threads is held up', async () => {
    const pool = createVerifyPool(2, createTestClock(), createTestLog().log)
    const phc = await pool.hash('a', CHEAP)
    // Opening a pipe to read waits in such a thread until somebody opens it to write.
    const pipe = join(await mkdtemp(join(tmpdir(), 'tradein-pipe-')), 'pipe')
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
    let opened = 0
    const held = Array.from({ length: NODE_THREADS }, async () => {
      const file = await open(pipe)
      opened += 1
      return file.close()
    })
    try {
      const late = AbortSignal.timeout(60_000)
      const verified = pool.verify(phc, 'a', phc)
      const first = await Promise.race([verified, once(late, 'abort').then(() => undefined)])
      assert.ok(first?.matches, 'a verification waits for Node’s own threads')
      assert.equal(opened, 0)
    } finally {
      const writer = openSync(pipe, 'r+')
      await Promise.all(held)
      closeSync(writer)
      await rm(dirname(pipe), { recursive: true })
      await pool.close()
    }
  })
})

describe('a pool that is being closed', () => {
  it('refuses the hash under way and what comes after, as no fault of its own', async () => {
    const { log, lines } = createTestLog()
    const pool = createVerifyPool(1, createTestClock(), log)
    // The second waits for the one thread.
    const asked = [pool.hash('a', CHEAP), pool.hash('a', CHEAP)]
    const closed = pool.close()
    const ended = await Promise.allSettled([...asked, pool.hash('a', CHEAP)])
    await closed
    for (const one of ended) {
      assert.ok(one.status === 'rejected' && one.reason instanceof TaskRefused)
    }
    await assert.rejects(pool.hash('a', CHEAP), TaskRefused)
    assert.deepEqual(lines, [])
  })
})

describe('a pool whose idle thread is lost', () => {
  it('gives no password to it, and verifies by the one that takes its place', async () => {
    const clock = createTestClock()
    const { log, lines } = createTestLog()
    const begun = once(process, 'worker') as Promise<[Worker]>
    const pool = createVerifyPool(1, clock, log)
    const [thread] = await begun
    const phc = await pool.hash('a', CHEAP)
    await thread.terminate()
    await until(() => lines.length === 1, 'the loss is told')
    clock.advance(60)
    assert.ok((await pool.verify(phc, 'a', phc)).matches)
    await pool.close()
  })
})
