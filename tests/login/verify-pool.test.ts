// The threads that compute hashes: what they leave to others, and how they end.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createVerifyPool } from '../../src/login/verify-pool.ts'
import { TaskRefused } from '../../src/threads/task-refused.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { CHEAP } from '../support/service.ts'
import { until } from '../support/waiting.ts'

/** Threads that Node shares among files, names and compression, unless a setting says otherwise. */
const NODE_THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

describe('a pool of verification threads', () => {
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
    const asked = [pool.hash('a', CHEAP), pool.hash('a', CHEAP)]
    const closed = pool.close()
    const ended = await Promise.allSettled([...asked, pool.hash('a', CHEAP)])
    await closed
    for (const one of ended) {
      assert.ok(one.status === 'rejected' && one.reason instanceof TaskRefused)
    }
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

  it('waits longer before each replacement of a thread lost at once, and not after one that lasted', async () => {
    const clock = createTestClock()
    const { log, lines } = createTestLog()
    const pauses: number[] = []
    let begun = once(process, 'worker') as Promise<[Worker]>
    const pool = createVerifyPool(1, clock, log)
    for (const lastedS of [0, 0.9, 0, 1, 0]) {
      const [thread] = await begun
      begun = once(process, 'worker') as Promise<[Worker]>
      clock.advance(lastedS)
      const [told, slept] = [lines.length, clock.slept.length]
      await thread.terminate()
      await until(() => lines.length > told, 'the loss is told')
      const pauseS = clock.slept[slept] ?? 0
      pauses.push(pauseS)
      clock.advance(pauseS)
    }
    await begun
    await pool.close()
    assert.deepEqual(pauses, [0.02, 0.04, 0.08, 0, 0.02])
  })
})

describe('a pool of verification threads that is closed', () => {
  it('leaves no caller waiting, whether a thread had begun or not, or nobody had asked', async () => {
    const pool = createVerifyPool(1, createTestClock(), createTestLog().log)
    const asked = ['a', 'b'].map((password) => pool.hash(password, CHEAP))
    const closed = pool.close()
    asked.push(pool.hash('c', CHEAP))
    const settled = Promise.allSettled(asked)
    await closed
    for (const { status } of await settled) assert.equal(status, 'rejected')
    await assert.rejects(pool.hash('d', CHEAP), /closed/)
  })
})
