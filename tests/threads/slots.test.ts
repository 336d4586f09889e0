import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSlots } from '../../src/threads/slots.ts'
import { TaskRefused } from '../../src/threads/task-refused.ts'

const oneSlot = (maxWaiting = 10, waitLimitMs = 60_000) =>
  createSlots({ count: 1, maxWaiting, waitLimitMs })

describe('slots for tasks', () => {
  it('gives a free slot at once, and never more than there are', () => {
    const slots = createSlots({ count: 2, maxWaiting: 0, waitLimitMs: 60_000 })
    assert.equal(slots.take(undefined), null)
    assert.equal(slots.take(undefined), null)
    assert.throws(() => slots.take(undefined), TaskRefused)
    assert.equal(slots.taken, 2)
    slots.giveBack()
    assert.equal(slots.take(undefined), null)
  })

  it('hands a slot on to those who wait in the order in which they came', async () => {
    const slots = oneSlot()
    void slots.take(undefined)
    const order: string[] = []
    const waiting = ['first', 'second'].map(async (name) => {
      await slots.take(undefined)
      order.push(name)
    })
    slots.giveBack()
    await waiting[0]
    assert.deepEqual(order, ['first'])
    assert.equal(slots.taken, 1)
    slots.giveBack()
    await waiting[1]
    assert.deepEqual(order, ['first', 'second'])
  })

  it('forgets a caller who leaves while waiting, and never starts one who has left', async () => {
    const slots = oneSlot(1)
    void slots.take(undefined)
    const caller = new AbortController()
    const left = slots.take(caller.signal)
    caller.abort()
    await assert.rejects(async () => left, /caller left/)
    assert.throws(() => slots.take(caller.signal), /caller left/)
    const next = slots.take(undefined)
    slots.giveBack()
    await next
  })

  it('refuses a wait that gets too long', async () => {
    const slots = oneSlot(1, 20)
    void slots.take(undefined)
    // The slots' own timer keeps no process alive.
    const alive = setTimeout(() => {}, 10_000)
    await assert.rejects(async () => slots.take(undefined), /waited too long/)
    clearTimeout(alive)
  })

  it('refuses all who wait when the threads are stopped', async () => {
    const slots = oneSlot()
    void slots.take(undefined)
    const waiting = [0, 1].map(async () => slots.take(undefined))
    slots.refuseWaiting()
    for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected')
  })

  it('says when the last slot is given back', async () => {
    const slots = oneSlot()
    await slots.allGivenBack()
    void slots.take(undefined)
    let isIdle = false
    const idle = slots.allGivenBack().then(() => {
      isIdle = true
    })
    await Promise.resolve()
    assert.equal(isIdle, false)
    slots.giveBack()
    await idle
    assert.equal(isIdle, true)
  })
})
