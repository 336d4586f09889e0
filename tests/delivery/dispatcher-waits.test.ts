// When a dispatcher looks again by itself, over a table that is told here what waits in it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Channel, DeliveryOutcome } from '../../src/delivery/channel.ts'
import type { ClaimedDelivery } from '../../src/delivery/delivery-store.ts'
import { startDispatcher } from '../../src/delivery/dispatcher.ts'
import { isoTime } from '../../src/iso-time.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { turns } from '../support/waiting.ts'
import { CLAIM, MESSAGE } from './made-up-message.ts'

/** A dispatcher with two places over a table whose next delivery is due in so many seconds. */
async function start(
  nextInS: number | undefined,
  deliver: Channel['deliver'] = async () => ({ kind: 'delivered' }),
) {
  const clock = createTestClock()
  const logged = createTestLog()
  const stopping = new AbortController()
  const waiting: ClaimedDelivery[] = []
  const results: string[] = []
  const table = { looks: 0, counts: 0, pending: 1, isAway: false, waiting, results }
  const dispatcher = await startDispatcher({
    destination: 'messenger',
    channel: { atOnce: 2, deliver },
    store: {
      claimDue: async (_destination, atMost) => {
        if (table.isAway) {
          table.looks += 1
          throw new Error('database away')
        }
        return waiting.splice(0, atMost)
      },
      state: async () => {
        table.counts += 1
        return { pending: table.pending, failed: 0, oldestPendingAt: undefined }
      },
      nextAttemptAt: async () => {
        table.looks += 1
        const nextMs = clock.wallMs() + Math.round((nextInS ?? 0) * 1000)
        return nextInS === undefined ? undefined : isoTime(nextMs)
      },
      markDelivered: async () => true,
      postpone: async () => undefined,
      giveUp: async () => undefined,
      saveParts: async () => undefined,
    },
    load: async () => MESSAGE,
    onDelivered: () => undefined,
    onAttempt: (result) => results.push(result),
    random: () => 0,
    serviceStopping: stopping.signal,
    clock,
    log: logged.log,
  })
  const add = (recordId: string) => waiting.push({ ...CLAIM, recordId })
  const look = async () => {
    dispatcher.wake()
    await turns()
  }
  const assertLooksAgainIn = async (seconds: number) => {
    const { looks } = table
    clock.advance(seconds - 0.001)
    await turns()
    assert.equal(table.looks, looks)
    clock.advance(0.001)
    await turns()
    assert.equal(table.looks, looks + 1)
  }
  await turns()
  return { dispatcher, clock, logged, stopping, table, add, look, assertLooksAgainIn }
}

describe('a dispatcher looks again', () => {
  for (const [nextInS, waitS] of [
    [undefined, 20],
    [100, 20],
    [7.5, 7.5],
    [0, 0.05],
    [-3, 0.05],
  ] as const) {
    const next = nextInS === undefined ? 'no delivery waits' : `the next is due in ${nextInS} s`
    it(`after ${waitS} s where ${next}`, async () => {
      const { assertLooksAgainIn, dispatcher } = await start(nextInS)
      await assertLooksAgainIn(waitS)
      await dispatcher.stop(0)
    })
  }

  it('after the silence that a receiver asked for, though a delivery is due before', async () => {
    const { assertLooksAgainIn, add, look, dispatcher } = await start(3, async () => ({
      kind: 'not_delivered',
      reason: 'down',
      retryAfterS: 9,
    }))
    add('a')
    await look()
    // The end of the attempt wakes the loop, which claims nothing during the silence.
    await assertLooksAgainIn(9)
    await dispatcher.stop(0)
  })

  it('after five seconds where the table cannot be read, and says so once, and once that it can', async () => {
    const { assertLooksAgainIn, table, look, logged, dispatcher } = await start(undefined)
    table.isAway = true
    await look()
    assert.match(logged.text(), /"level":40[^\n]*deliveries cannot be read, will look again/)
    assert.equal(dispatcher.isFailing, true)
    await assertLooksAgainIn(5)
    table.isAway = false
    await assertLooksAgainIn(5)
    assert.equal(dispatcher.isFailing, false)
    assert.equal(logged.text().match(/deliveries cannot be read/g)?.length, 1)
    assert.match(logged.text(), /"level":30[^\n]*deliveries are read again/)
    await dispatcher.stop(0)
  })

  it('when an attempt ends, while every place is taken', async () => {
    const ends: PromiseWithResolvers<DeliveryOutcome>[] = []
    const { clock, add, look, dispatcher } = await start(0, () => {
      const end = Promise.withResolvers<DeliveryOutcome>()
      ends.push(end)
      return end.promise
    })
    for (const id of ['a', 'b', 'c']) add(id)
    await look()
    assert.equal(ends.length, 2)
    clock.advance(19.999)
    await turns()
    assert.equal(ends.length, 2)
    ends[0]?.resolve({ kind: 'delivered' })
    await turns()
    assert.equal(ends.length, 3)
    for (const end of ends) end.resolve({ kind: 'delivered' })
    await dispatcher.stop(0)
  })
})

describe('a dispatcher reads every 20 s how many wait, not at the end of each attempt', () => {
  it('where every place is taken', async () => {
    const ends: PromiseWithResolvers<DeliveryOutcome>[] = []
    const { clock, table, add, look, dispatcher } = await start(0, () => {
      const end = Promise.withResolvers<DeliveryOutcome>()
      ends.push(end)
      return end.promise
    })
    assert.equal(table.counts, 1)
    for (let id = 0; id < 12; id += 1) add(String(id))
    await look()
    clock.advance(5)
    for (let ended = 0; ended < 10; ended += 1) {
      ends[ended]?.resolve({ kind: 'delivered' })
      await turns()
    }
    assert.deepEqual([ends.length, table.counts], [12, 1])
    for (const [waitS, counts] of [
      [14.999, 1],
      [0.001, 2],
      [19.999, 2],
      [0.001, 3],
    ] as const) {
      clock.advance(waitS)
      await turns()
      assert.equal(table.counts, counts)
    }
    for (const end of ends) end.resolve({ kind: 'delivered' })
    await dispatcher.stop(0)
  })

  it('where more than a thousand wait', async () => {
    const { clock, table, add, look, assertLooksAgainIn, dispatcher } = await start(100)
    table.pending = 1_001
    await look()
    assert.equal(table.counts, 2)
    clock.advance(5)
    for (const id of ['a', 'b', 'c']) {
      add(id)
      await look()
    }
    assert.deepEqual([table.results.length, table.counts], [3, 2])
    table.pending = 1_000
    await assertLooksAgainIn(15)
    assert.equal(table.counts, 3)
    await look()
    assert.equal(table.counts, 4)
    await dispatcher.stop(0)
  })
})

describe('a dispatcher that stops', () => {
  it('looks for nothing from the moment the service begins to stop', async () => {
    const { clock, table, add, look, stopping, dispatcher } = await start(undefined)
    stopping.abort()
    add('a')
    await look()
    clock.advance(100)
    await turns()
    assert.deepEqual([table.looks, table.waiting.length], [1, 1])
    await dispatcher.stop(0)
  })

  it('lets an attempt under way end within its limit, and waits no longer than it takes', async () => {
    const end = Promise.withResolvers<DeliveryOutcome>()
    const cutOff: DeliveryOutcome = { kind: 'not_delivered', reason: 'cut off' }
    const { clock, table, add, look, dispatcher } = await start(undefined, (_outgoing, attempt) => {
      attempt.signal.addEventListener('abort', () => end.resolve(cutOff))
      return end.promise
    })
    add('a')
    await look()
    const stopped = dispatcher.stop(3)
    await turns()
    clock.advance(2.999)
    await turns()
    end.resolve({ kind: 'delivered' })
    await stopped
    assert.deepEqual(table.results, ['delivered'])
  })
})
