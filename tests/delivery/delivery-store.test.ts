// The queue in the table `deliveries`: what is claimed by whom and in which order, and what a claim
// may change.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GIVE_UP_AFTER_S, LEASE_S, LONGEST_RETRY_S } from '../../src/delivery/back-off.ts'
import {
  type ClaimedDelivery,
  createDeliveryStore,
  enqueueDelivery,
  NOTHING_UNDELIVERED,
} from '../../src/delivery/delivery-store.ts'
import { createDeliveryUpkeep } from '../../src/delivery/delivery-upkeep.ts'
import type { DeliveryKind, Destination } from '../../src/delivery/outgoing.ts'
import { isoTime } from '../../src/iso-time.ts'
import { ENGINES, type Engine } from '../support/databases.ts'
import { lockWaits } from '../support/lock-waits.ts'
import { openTestStores } from '../support/stores.ts'
import { until } from '../support/waiting.ts'

/** A record's id that says its name, of up to six letters. */
const idOf = (name: string) =>
  `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`
const nameOf = ({ recordId }: { readonly recordId: string }) =>
  Buffer.from(recordId.slice(-12), 'hex').toString().replaceAll('\0', '')

async function openQueue(engine: Engine) {
  const stores = await openTestStores(engine)
  const store = createDeliveryStore(stores.main)
  const nowMs = stores.clock.wallMs()
  return {
    store,
    upkeep: createDeliveryUpkeep(stores.main),
    query: stores.main.query,
    nowMs,
    add: (
      name: string,
      wallMs = nowMs,
      destination: Destination = 'messenger',
      kind: DeliveryKind = 'pilot',
    ) =>
      stores.main.query
        .transaction()
        .execute((transaction) =>
          enqueueDelivery(transaction, { recordId: idOf(name), destination, kind, wallMs }),
        ),
    async claim(name: string): Promise<ClaimedDelivery> {
      const claims = await store.claimDue('messenger', 99, nowMs)
      const found = claims.find((one) => nameOf(one) === name)
      assert.ok(found)
      return found
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  }
}

const names = (rows: readonly { readonly recordId: string }[]) => rows.map(nameOf)

for (const engine of ENGINES) {
  describe(`the queue of deliveries on ${engine}`, () => {
    it('gives each destination its own, the longest due first, no more than asked for', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      await queue.add('later', nowMs - 1000)
      await queue.add('first', nowMs - 3000)
      await queue.add('second', nowMs - 2000)
      await queue.add('lead', nowMs - 9000, 'crm', 'lead')
      await queue.add('soon', nowMs + 1)
      assert.deepEqual(names(await store.claimDue('messenger', 2, nowMs)).toSorted(), [
        'first',
        'second',
      ])
      assert.deepEqual(names(await store.claimDue('messenger', 9, nowMs)), ['later'])
      assert.deepEqual(await store.claimDue('messenger', 9, nowMs), [])
      assert.deepEqual(names(await store.claimDue('crm', 9, nowMs)), ['lead'])
    })

    it('gives each to one of many that ask at the same time', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      const added = Array.from({ length: 30 }, (_, index) => `${index}`)
      await Promise.all(added.map((name) => queue.add(name)))
      const claims = await Promise.all(
        Array.from({ length: 8 }, () => store.claimDue('messenger', 30, nowMs)),
      )
      assert.deepEqual(names(claims.flat()).toSorted(), added.toSorted())
    })

    it('gives to one alone what many have found due and wait for', async () => {
      await using queue = await openQueue(engine)
      const { store, query, nowMs } = queue
      await queue.add('a')
      const claiming = await query.transaction().execute(async (transaction) => {
        await transaction.updateTable('deliveries').set({ last_fault: 'held' }).execute()
        const claims = Array.from({ length: 3 }, () => store.claimDue('messenger', 1, nowMs))
        // On SQLite they wait in a queue of the service, where no look can show it.
        if (engine === 'postgres') {
          await until(async () => (await lockWaits(query)) === claims.length, 'the claims wait')
        }
        return { claims }
      })
      assert.deepEqual(names((await Promise.all(claiming.claims)).flat()), ['a'])
    })

    it('gives to nobody what was delivered while many had found it due', async () => {
      await using queue = await openQueue(engine)
      const { store, query, nowMs } = queue
      await queue.add('a')
      const claiming = await query.transaction().execute(async (transaction) => {
        await transaction.updateTable('deliveries').set({ state: 'delivered' }).execute()
        const claims = Array.from({ length: 3 }, () => store.claimDue('messenger', 1, nowMs))
        if (engine === 'postgres') {
          await until(async () => (await lockWaits(query)) === claims.length, 'the claims wait')
        }
        return { claims }
      })
      assert.deepEqual((await Promise.all(claiming.claims)).flat(), [])
    })

    it('gives what a dead process had claimed to another when the lease is over', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      await queue.add('a')
      const claim = await queue.claim('a')
      const leaseOverMs = nowMs + LEASE_S * 1000
      assert.deepEqual(await store.claimDue('messenger', 5, leaseOverMs - 1), [])
      const [next] = await store.claimDue('messenger', 5, leaseOverMs)
      assert.equal(next?.attempts, 2)
      // The first comes back late: it changes nothing that is now another's.
      await store.postpone(claim, leaseOverMs - 1000, 'late')
      await store.giveUp(claim, 'late')
      assert.deepEqual(await store.claimDue('messenger', 5, leaseOverMs), [])
      assert.equal((await store.state('messenger')).failed, 0)
      assert.equal(await store.markDelivered(claim.recordId, leaseOverMs), true)
      assert.equal(await store.markDelivered(claim.recordId, leaseOverMs), false)
    })

    // On SQLite all other selects are a reader thread's, which an idle service is not to keep.
    it('is known to be empty by prepared look-ups alone', async () => {
      await using stores = await openTestStores(engine)
      const query = stores.main.query.withPlugin({
        transformQuery: () => assert.fail('not prepared'),
        transformResult: async ({ result }) => result,
      })
      const store = createDeliveryStore({ ...stores.main, query })
      assert.deepEqual(await store.state('messenger'), NOTHING_UNDELIVERED)
      assert.equal(await store.nextAttemptAt('messenger'), undefined)
    })

    it('gives at once, and once, what was put off by a clock that was ahead', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      await queue.add('a')
      const aDayMs = 86_400_000
      await store.postpone(await queue.claim('a'), nowMs + aDayMs, 'down')
      assert.deepEqual(names(await store.claimDue('messenger', 1, nowMs)), ['a'])
      // The lease of that claim holds: it is not made twice.
      assert.deepEqual(await store.claimDue('messenger', 1, nowMs), [])
    })

    it('leaves to its time what the longest silence that may be asked for has put off', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      await queue.add('a')
      const dueMs = nowMs + LONGEST_RETRY_S * 1000
      await store.postpone(await queue.claim('a'), dueMs, 'down')
      assert.deepEqual(await store.claimDue('messenger', 1, nowMs), [])
      assert.deepEqual(await store.claimDue('messenger', 1, dueMs - 1), [])
      assert.deepEqual(names(await store.claimDue('messenger', 1, dueMs)), ['a'])
    })

    it('takes for put off by a clock that was ahead what is due later than in two hours', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      for (const name of ['in2h', 'later']) await queue.add(name)
      const farthestMs = nowMs + 2 * LONGEST_RETRY_S * 1000
      for (const claim of await store.claimDue('messenger', 2, nowMs)) {
        await store.postpone(claim, farthestMs + (nameOf(claim) === 'later' ? 1 : 0), 'down')
      }
      assert.deepEqual(names(await store.claimDue('messenger', 2, nowMs)), ['later'])
    })

    it('gives no more than asked for where some are due and others put off too far', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      await queue.add('ahead')
      await store.postpone(await queue.claim('ahead'), nowMs + 86_400_000, 'down')
      await queue.add('due')
      assert.deepEqual(names(await store.claimDue('messenger', 1, nowMs)), ['due'])
      assert.deepEqual(names(await store.claimDue('messenger', 1, nowMs)), ['ahead'])
    })

    it('finds one that is due behind any that are delivered, given up or not due yet', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      for (const name of ['sent', 'failed', 'ahead']) await queue.add(name)
      const [sent, failed, ahead] = ['sent', 'failed', 'ahead'].map(idOf)
      for (const claim of await store.claimDue('messenger', 3, nowMs)) {
        if (claim.recordId === sent) await store.markDelivered(sent, nowMs)
        if (claim.recordId === failed) await store.giveUp(claim, 'down')
        // Put off by a clock that was a day ahead: due at once.
        if (claim.recordId === ahead) await store.postpone(claim, nowMs + 86_400_000, 'down')
      }
      await queue.add('soon', nowMs + 30_000)
      assert.deepEqual(names(await store.claimDue('messenger', 1, nowMs)), ['ahead'])
      await queue.add('due', nowMs + 120_000)
      const laterMs = nowMs + 200_000
      const found: string[] = []
      for (let look = 0; look < 3; look += 1) {
        found.push(...names(await store.claimDue('messenger', 1, laterMs)))
      }
      assert.deepEqual(found, ['soon', 'ahead', 'due'])
    })

    it('gives a claim with its attempts and the parts that are sent, at first none', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      await queue.add('a')
      const claim = await queue.claim('a')
      const giveUpAt = isoTime(nowMs + GIVE_UP_AFTER_S * 1000)
      assert.deepEqual(claim, {
        recordId: idOf('a'),
        kind: 'pilot',
        attempts: 1,
        partsSent: 0,
        giveUpAt,
      })
      await store.saveParts(claim, 2)
      await store.postpone(claim, nowMs, 'down')
      const again = await queue.claim('a')
      assert.deepEqual([again.attempts, again.partsSent], [2, 2])
    })

    it('keeps when a delivery was made, and no fault of an earlier attempt', async () => {
      await using queue = await openQueue(engine)
      const { store, query, nowMs } = queue
      await queue.add('a')
      await store.postpone(await queue.claim('a'), nowMs, 'down')
      await store.markDelivered(idOf('a'), nowMs + 5000)
      const kept = await query
        .selectFrom('deliveries')
        .select(['state', 'delivered_at', 'last_fault'])
        .execute()
      const deliveredAt = isoTime(nowMs + 5000)
      assert.deepEqual(kept, [{ state: 'delivered', delivered_at: deliveredAt, last_fault: null }])
    })

    it('lets a claim change its own delivery alone, and none that is delivered or given up', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      for (const id of ['a', 'b', 'c']) await queue.add(id)
      const claims = await store.claimDue('messenger', 9, nowMs)
      const [a, b, c] = ['a', 'b', 'c'].map((name) => claims.find((one) => nameOf(one) === name))
      assert.ok(a && b && c)
      await store.giveUp(a, 'down')
      await store.postpone(a, nowMs, 'later')
      await store.markDelivered(b.recordId, nowMs)
      await store.giveUp(b, 'late')
      const left = await queue.upkeep.listUndelivered(9)
      assert.deepEqual(
        left.map((one) => [nameOf(one), one.state, one.lastFault]),
        [
          ['a', 'failed', 'down'],
          ['c', 'pending', null],
        ],
      )
      assert.deepEqual(await store.claimDue('messenger', 9, nowMs + 3_600_000), [
        { ...c, attempts: 2 },
      ])
    })

    it('tells how many wait, since when, and when the next is due', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      const none = { pending: 0, failed: 0, oldestPendingAt: undefined }
      assert.deepEqual(await store.state('messenger'), none)
      assert.equal(await store.nextAttemptAt('messenger'), undefined)
      for (const ageMs of [3000, 1000, 2000]) await queue.add(`${ageMs}`, nowMs - ageMs)
      await queue.add('lead', nowMs - 9000, 'crm', 'lead')
      await store.giveUp(await queue.claim('3000'), 'down')
      assert.deepEqual(await store.state('messenger'), {
        pending: 2,
        failed: 1,
        oldestPendingAt: isoTime(nowMs - 2000),
      })
      assert.equal(await store.nextAttemptAt('messenger'), isoTime(nowMs + 60_000))
      await queue.add('new', nowMs - 500)
      assert.equal(await store.nextAttemptAt('messenger'), isoTime(nowMs - 500))
      assert.deepEqual(
        [await store.pendingOf('pilot', 9), await store.pendingOf('pilot', 2)],
        [3, 2],
      )
      assert.equal(await store.pendingOf('lead', 9), 1)
      assert.deepEqual(names(await queue.upkeep.listUndelivered(2)), ['lead', '3000'])
      for (const name of ['1000', '2000', 'new']) await store.markDelivered(idOf(name), nowMs)
      assert.equal(await store.nextAttemptAt('messenger'), undefined)
      assert.equal(await store.pendingOf('pilot', 9), 0)
    })

    it('sends at once what was given up or waits, one or all, and never what is being sent', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      for (const id of ['a', 'b', 'waits', 'leased', 'sent']) await queue.add(id)
      for (const claim of await store.claimDue('messenger', 9, nowMs)) {
        const name = nameOf(claim)
        if (name === 'waits') await store.postpone(claim, nowMs + 120_001, 'down')
        else if (name === 'sent') await store.markDelivered(claim.recordId, nowMs)
        else if (name !== 'leased') await store.giveUp(claim, 'down')
      }
      await queue.add('later', nowMs + 1000)
      assert.deepEqual(names(await store.claimDue('messenger', 9, nowMs + 2000)), ['later'])
      for (const name of ['leased', 'later', 'sent']) {
        assert.equal(await queue.upkeep.retryNow(idOf(name), nowMs), 0, name)
      }
      // Nor again what was sent while the clock was ahead.
      assert.equal(await queue.upkeep.retryNow(idOf('sent'), nowMs - 3_600_000), 0)
      assert.equal(await queue.upkeep.retryNow(idOf('a'), nowMs), 1)
      assert.deepEqual(names(await store.claimDue('messenger', 9, nowMs)), ['a'])
      assert.equal(await queue.upkeep.retryNow(undefined, nowMs), 2)
      assert.deepEqual(names(await store.claimDue('messenger', 9, nowMs)).toSorted(), [
        'b',
        'waits',
      ])
    })

    it('forgets what a person drops, one or all of a fault, and nothing that is delivered', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      for (const id of ['sent', 'a', 'b', 'c', 'new']) await queue.add(id, nowMs - 1000)
      const claims = await store.claimDue('messenger', 9, nowMs)
      for (const claim of claims) {
        const name = nameOf(claim)
        if (name === 'sent') await store.markDelivered(claim.recordId, nowMs)
        else if (name === 'c') await store.giveUp(claim, 'webhook answered 422')
        else if (name !== 'new') await store.postpone(claim, nowMs + 9000, 'webhook answered 422')
      }
      assert.equal(await queue.upkeep.drop({ recordId: idOf('sent') }), 0)
      assert.equal(await queue.upkeep.drop({ fault: 'webhook answered' }), 0)
      assert.equal(await queue.upkeep.drop({ recordId: idOf('a') }), 1)
      assert.equal(await queue.upkeep.drop({ fault: 'webhook answered 422' }), 2)
      assert.deepEqual(names(await queue.upkeep.listUndelivered(9)), ['new'])
      const { pending, failed } = await store.state('messenger')
      assert.deepEqual({ pending, failed }, { pending: 1, failed: 0 })
      // An attempt that was under way may still arrive; there is nothing that it could note.
      const underWay = claims.find((claim) => nameOf(claim) === 'a')
      assert.ok(underWay)
      await store.giveUp(underWay, 'down')
      assert.equal(await store.markDelivered(underWay.recordId, nowMs), false)
      assert.deepEqual(names(await queue.upkeep.listUndelivered(9)), ['new'])
    })

    it('keeps a fault whatever characters a receiver has put into it', async () => {
      await using queue = await openQueue(engine)
      const { store, nowMs } = queue
      await queue.add('a')
      await store.postpone(await queue.claim('a'), nowMs, 'chat\0not found\ud800')
      const [listed] = await queue.upkeep.listUndelivered(1)
      assert.equal(listed?.lastFault, 'chat\u2400not found\ufffd')
    })

    it('keeps 300 UTF-16 units of a fault, with U+FFFD for a character that this cuts', async () => {
      await using queue = await openQueue(engine)
      await queue.add('a')
      await queue.store.giveUp(await queue.claim('a'), `x${'😀'.repeat(200)}`)
      const [listed] = await queue.upkeep.listUndelivered(1)
      assert.equal(listed?.lastFault, `x${'😀'.repeat(149)}\ufffd`)
    })
  })
}
