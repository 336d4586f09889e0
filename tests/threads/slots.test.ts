import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSlots } from '../../src/threads/slots.ts'
import { TaskRefused } from '../../src/threads/task-refused.ts'

const slotsFor = (count: number, maxWaiting = 10, waitLimitMs = 60_000) =>
  createSlots({ count, maxWaiting, waitLimitMs })

/** A task that is at work from when it has a slot until the test ends it. */
function taskIn(slots: ReturnType<typeof createSlots>, signal?: AbortSignal) {
  const work = Promise.withResolvers<void>()
  let isAtWork = false
  const done = slots.during(signal, () => {
    isAtWork = true
    return work.promise
  })
  return {
    get isAtWork() {
      return isAtWork
    },
    done,
    end() {
      work.resolve()
      return done
    },
  }
}

describe('slots for tasks', () => {
  it('give a free slot at once, and never more than there are', async () => {
    const slots = slotsFor(2, 0)
    const [first, second] = [taskIn(slots), taskIn(slots)]
    assert.ok(first.isAtWork && second.isAtWork)
    assert.equal(slots.taken, 2)
    await assert.rejects(taskIn(slots).done, TaskRefused)
    await first.end()
    assert.equal(slots.taken, 1)
    assert.ok(taskIn(slots).isAtWork)
  })

  it('hand a slot on to those who wait in the order in which they came', async () => {
    const slots = slotsFor(1)
    const [first, second, third] = [taskIn(slots), taskIn(slots), taskIn(slots)]
    await first.end()
    assert.deepEqual([second.isAtWork, third.isAtWork], [true, false])
    assert.equal(slots.taken, 1)
    await second.end()
    assert.ok(third.isAtWork)
  })

  it('hand a slot on when the work in it fails', async () => {
    const slots = slotsFor(1)
    const failing = slots.during(undefined, () => Promise.reject(new Error('broken')))
    const next = taskIn(slots)
    await assert.rejects(failing, /broken/)
    assert.ok(next.isAtWork)
    await next.end()
    assert.equal(slots.taken, 0)
  })

  it('forget a caller who leaves while waiting, and never start one who has left', async () => {
    const slots = slotsFor(1, 1)
    const first = taskIn(slots)
    const caller = new AbortController()
    const left = taskIn(slots, caller.signal)
    caller.abort()
    await assert.rejects(left.done, /caller left/)
    await assert.rejects(taskIn(slots, caller.signal).done, /caller left/)
    const next = taskIn(slots)
    await first.end()
    assert.deepEqual([left.isAtWork, next.isAtWork], [false, true])
  })

  it('refuse a wait that gets too long', async () => {
    const slots = slotsFor(1, 1, 20)
    taskIn(slots)
    // The slots' own timer keeps no process alive.
    const alive = setTimeout(() => {}, 10_000)
    await assert.rejects(taskIn(slots).done, /waited too long/)
    clearTimeout(alive)
  })

  it('refuse all who wait when the threads are stopped', async () => {
    const slots = slotsFor(1)
    taskIn(slots)
    const waiting = [taskIn(slots), taskIn(slots)].map(({ done }) => done)
    slots.refuseWaiting()
    for (const one of waiting) await assert.rejects(one, /being stopped/)
  })

  it('say when the last slot is given back', async () => {
    const slots = slotsFor(2)
    await slots.allGivenBack()
    const [task, other] = [taskIn(slots), taskIn(slots)]
    let isIdle = false
    const idle = slots.allGivenBack().then(() => {
      isIdle = true
    })
    await other.end()
    assert.equal(isIdle, false)
    await task.end()
    await idle
    assert.equal(isIdle, true)
  })
})
