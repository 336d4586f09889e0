import assert from 'node:assert/strict'
import { getPriority } from 'node:os'
import { after, describe, it } from 'node:test'
import { createTaskPool } from '../../src/threads/task-pool.ts'
import { TaskRefused, TookTooLong } from '../../src/threads/task-refused.ts'
import type { OddTask } from '../support/odd-task.ts'

const FILE = new URL('../support/odd-task.ts', import.meta.url)
const FALTERING = new URL('../support/faltering-task.ts', import.meta.url)
const LINGERING = new URL('../support/lingering-task.ts', import.meta.url)

/** For one task at a time. */
const UNQUEUED = { threads: 1, idleS: 60, maxQueue: 0, timeLimitMs: 10_000 }

/** One thread with time for anything. */
const poolOf = (options: Partial<Parameters<typeof createTaskPool>[1]> = {}) =>
  createTaskPool<OddTask, number>(FILE, {
    threads: 1,
    idleS: 60,
    maxQueue: 10,
    timeLimitMs: 60_000,
    ...options,
  })

describe('a pool of threads', () => {
  const pool = poolOf()
  after(() => pool.close())

  it('lets what a task throws through as it is, and goes on in the same thread', async () => {
    const before = await pool.run('thread')
    await assert.rejects(pool.run('throw'), RangeError)
    assert.equal(await pool.run('thread'), before)
  })

  it('is idle but for the time from a task’s call to its end', async () => {
    assert.ok(pool.isIdle())
    const running = pool.run('thread')
    assert.ok(!pool.isIdle())
    await running
    assert.ok(pool.isIdle())
  })

  it('has threads that wait for a task in their event loop, where their end always reaches them', async () => {
    const rung = new Int32Array(new SharedArrayBuffer(4))
    const lingering = createTaskPool<undefined, void>(LINGERING, {
      ...UNQUEUED,
      workerData: rung,
    })
    await lingering.run(undefined)
    await Atomics.waitAsync(rung, 0, 0, 10_000).value
    assert.equal(rung[0], 1)
    await lingering.close()
  })

  it('has threads that cannot require an ES module, in the middle of which no thread may be ended', async () => {
    await assert.rejects(pool.run('require an ES module'), /require\(\) of ES Module/)
  })

  it('has threads that stand back by 5 or as far as was said, and the process does not', async () => {
    const own = getPriority()
    assert.equal(await pool.run('priority'), Math.min(19, own + 5))
    const farther = poolOf({ niceness: 7 })
    assert.equal(await farther.run('priority'), Math.min(19, own + 7))
    assert.equal(getPriority(), own)
    await farther.close()
  })

  it('has as many tasks at work at once as it may have threads', async () => {
    const two = poolOf({ threads: 2 })
    const caller = new AbortController()
    const spinning = two.run('spin', caller.signal)
    assert.equal(typeof (await two.run('thread')), 'number')
    caller.abort()
    await assert.rejects(spinning, /caller left/)
    await two.close()
  })

  it('keeps a thread without work for as long as was said, and starts none in its place', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const onStart = t.mock.fn()
    process.on('worker', onStart)
    t.after(() => process.off('worker', onStart))
    const idle = poolOf({ idleS: 60 })
    const first = await idle.run('thread')
    t.mock.timers.tick(59_999)
    assert.equal(await idle.run('thread'), first)
    t.mock.timers.tick(60_000)
    // What the end of a thread leads to comes in the next turn of the event loop.
    await new Promise((next) => setImmediate(() => setImmediate(next)))
    assert.equal(onStart.mock.callCount(), 1)
    assert.notEqual(await idle.run('thread'), first)
    await idle.close()
  })

  for (const end of ['exit', 'fault'] as const) {
    it(`refuses a task whose thread dies by ${end}, and replaces the thread`, async () => {
      const before = await pool.run('thread')
      await assert.rejects(pool.run(end), TaskRefused)
      assert.notEqual(await pool.run('thread'), before)
      await assert.rejects(pool.run('throw'), RangeError, 'what a task throws is its own again')
    })
  }

  it('refuses a task that needs more memory than its thread may have, and replaces the thread', async () => {
    const small = poolOf({ heapLimitMb: 48 })
    const before = await small.run('thread')
    await assert.rejects(small.run('hoard'), TaskRefused)
    assert.notEqual(await small.run('thread'), before)
    await small.close()
  })

  it('starts a thread for the task that waits behind one whose thread dies', async () => {
    const small = poolOf({ maxQueue: 1, timeLimitMs: 20_000 })
    const dying = small.run('exit')
    const waiting = small.run('thread')
    await assert.rejects(dying, TaskRefused)
    assert.equal(typeof (await waiting), 'number')
    await small.close()
  })

  it('starts another thread for a task whose thread dies before it has begun', async () => {
    const starts = new Int32Array(new SharedArrayBuffer(4))
    const faltering = createTaskPool<undefined, number>(FALTERING, {
      ...UNQUEUED,
      workerData: starts,
    })
    // Where no thread is left nothing else keeps the process alive until the limit.
    const alive = setTimeout(() => {}, 12_000)
    assert.equal(typeof (await faltering.run(undefined)), 'number')
    clearTimeout(alive)
    assert.ok((starts[0] ?? 0) > 1)
    await faltering.close()
  })

  it('stops a running task when its caller leaves, and replaces the thread', async () => {
    const before = await pool.run('thread')
    const caller = new AbortController()
    const spinning = pool.run('spin', caller.signal)
    const waiting = pool.run('thread')
    caller.abort()
    await assert.rejects(spinning, (error) => {
      assert.ok(error instanceof TaskRefused)
      return /caller left/.test(error.message)
    })
    assert.notEqual(await waiting, before)
  })

  it('never starts a task whose caller has left, and keeps the thread', async () => {
    const before = await pool.run('thread')
    await assert.rejects(pool.run('spin', AbortSignal.abort()), TaskRefused)
    const caller = new AbortController()
    const first = pool.run('thread')
    const queued = pool.run('spin', caller.signal)
    caller.abort()
    await assert.rejects(queued, TaskRefused)
    assert.equal(await first, before)
    assert.equal(await pool.run('thread'), before)
  })

  it('refuses past its queue, and takes again what a caller’s leaving has freed', async () => {
    const small = poolOf({ maxQueue: 1 })
    const caller = new AbortController()
    const taken = [small.run('spin', caller.signal), small.run('spin', caller.signal)]
    await assert.rejects(small.run('thread'), TaskRefused)
    caller.abort()
    for (const { status } of await Promise.allSettled(taken)) assert.equal(status, 'rejected')
    assert.equal(typeof (await small.run('thread')), 'number')
    await small.close()
  })

  it('gives no place in its queue to a caller who has left before', async () => {
    const small = poolOf({ maxQueue: 1 })
    const caller = new AbortController()
    const spinning = small.run('spin', caller.signal)
    const left = small.run('spin', AbortSignal.abort())
    const waiting = small.run('thread')
    await assert.rejects(left, /caller left/)
    caller.abort()
    await assert.rejects(spinning, /caller left/)
    assert.equal(typeof (await waiting), 'number')
    await small.close()
  })

  it('gives a task all of its time, however long it has waited', async () => {
    const short = poolOf({ timeLimitMs: 1500, waitLimitMs: 60_000 })
    await short.run('thread')
    const spinning = short.run('spin')
    const waiting = [short.run('spin'), short.run('thread')]
    for (const { status } of await Promise.allSettled([spinning, waiting[0]])) {
      assert.equal(status, 'rejected')
    }
    // Three seconds after it was asked for, and well inside its own second and a half.
    assert.equal(typeof (await waiting[1]), 'number')
    await short.close()
  })

  it('refuses what waits longer than its limit, and goes on with what is at work', async () => {
    const pool = poolOf({ waitLimitMs: 200 })
    const caller = new AbortController()
    const spinning = pool.run('spin', caller.signal)
    await assert.rejects(pool.run('thread'), /waited too long/)
    caller.abort()
    await assert.rejects(spinning, /caller left/)
    assert.equal(typeof (await pool.run('thread')), 'number')
    await pool.close()
  })

  it('retires only when all that was asked for has ended, and then works no more', async () => {
    const pool = poolOf()
    const asked = [pool.run('thread'), pool.run('thread'), pool.run('thread')]
    await pool.retire()
    assert.equal((await Promise.all(asked)).length, 3)
    await assert.rejects(pool.run('thread'), TaskRefused)
  })

  it('that is being closed refuses what is under way and what comes after, and starts no thread', async () => {
    const closing = poolOf()
    const spinning = closing.run('spin')
    const waiting = closing.run('thread')
    const ended = Promise.allSettled([spinning, waiting])
    const first = closing.close()
    const late = closing.run('thread')
    await assert.rejects(late, TaskRefused)
    for (const { status } of await ended) assert.equal(status, 'rejected')
    await Promise.all([first, closing.close()])
    await assert.rejects(closing.run('thread'), TaskRefused)
  })

  it('refuses what takes longer than its limit', async () => {
    const short = poolOf({ timeLimitMs: 300 })
    await assert.rejects(short.run('spin'), TookTooLong)
    await short.close()
  })
})
