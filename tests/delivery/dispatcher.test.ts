import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { LEASE_S, LONGEST_RETRY_S } from '../../src/delivery/back-off.ts'
import type { Channel, DeliveryOutcome } from '../../src/delivery/channel.ts'
import { advanceUntil } from '../support/advancing.ts'
import { ENGINES } from '../support/databases.ts'
import { until } from '../support/waiting.ts'
import { openOutbox } from './outbox.ts'

const SEVEN_DAYS_S = 7 * 86_400

const DELIVERED: DeliveryOutcome = { kind: 'delivered' }
const FAILED: DeliveryOutcome = { kind: 'not_delivered', reason: 'down' }

for (const engine of ENGINES) {
  describe(`deliveries on ${engine}`, () => {
    it('are made once when two processes look at the same time', async () => {
      await using outbox = await openOutbox(engine)
      const sent: string[] = []
      const deliver: Channel['deliver'] = async ({ id }) => {
        sent.push(id)
        return DELIVERED
      }
      const ids = await Promise.all(Array.from({ length: 20 }, () => outbox.add()))
      await Promise.all([outbox.start(deliver), outbox.start(deliver), outbox.start(deliver)])
      await until(async () => (await outbox.pending()) === 0)
      await until(() => outbox.counted.length === ids.length)
      assert.deepEqual(sent.toSorted(), ids.toSorted())
    })

    it('that failed are tried again after two, four and eight seconds, and no sooner', async () => {
      await using outbox = await openOutbox(engine)
      await outbox.add()
      const dispatcher = await outbox.start(async () =>
        outbox.attempts.length < 3 ? FAILED : DELIVERED,
      )
      for (const [failed, waitS] of [2, 4, 8].entries()) {
        await until(() => outbox.attempts.length === failed + 1)
        outbox.clock.advance(waitS - 0.5)
        await dispatcher.look()
        assert.equal(outbox.attempts.length, failed + 1)
        outbox.clock.advance(0.5)
        await dispatcher.look()
      }
      await until(() => outbox.counted.length === 1)
      assert.deepEqual(outbox.attempts, ['retry', 'retry', 'retry', 'delivered'])
    })

    it('that do not end in time are cut off by a stop, and due again at once', async () => {
      await using outbox = await openOutbox(engine)
      await outbox.add()
      let hasBegun = false
      const dispatcher = await outbox.start((_outgoing, { signal }) => {
        hasBegun = true
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(FAILED))
        })
      })
      await until(() => hasBegun)
      const stopped = dispatcher.stop(3).then(() => outbox.attempts.push('stopped'))
      await until(() => {
        outbox.clock.advance(3)
        return outbox.attempts.length > 0
      })
      await stopped
      assert.deepEqual(outbox.attempts, ['retry', 'stopped'])
      const due = await outbox.store.claimDue('messenger', 9, outbox.clock.wallMs())
      assert.equal(due.length, 1)
    })

    it('are counted by none but the process that first notes them', async () => {
      await using outbox = await openOutbox(engine)
      const id = await outbox.add()
      const turn = Promise.withResolvers<void>()
      const noted: boolean[] = []
      const dispatcher = await outbox.start(
        async () => {
          await turn.promise
          return DELIVERED
        },
        {
          markDelivered: async (recordId, wallMs) => {
            const first = await outbox.store.markDelivered(recordId, wallMs)
            noted.push(first)
            return first
          },
        },
      )
      assert.equal(await outbox.store.markDelivered(id, outbox.clock.wallMs()), true)
      turn.resolve()
      await until(() => noted.length === 1)
      await dispatcher.look()
      assert.deepEqual([noted, outbox.counted], [[false], []])
    })

    it('are given up at once where the record is gone', async () => {
      await using outbox = await openOutbox(engine)
      await outbox.add()
      let sent = 0
      await outbox.start(
        async () => {
          sent += 1
          return DELIVERED
        },
        undefined,
        async () => undefined,
      )
      await until(async () => (await outbox.pending()) === 0)
      assert.equal(sent, 0)
      const [delivery] = await outbox.upkeep.listUndelivered(10)
      assert.deepEqual([delivery?.state, delivery?.lastFault], ['failed', 'the record is gone'])
      assert.match(outbox.logged.text(), /"level":50[^\n]*given up/)
    })

    it('are given up after seven days, told, and made again when a person says so', async () => {
      await using outbox = await openOutbox(engine)
      const id = await outbox.add()
      let outcome: DeliveryOutcome = FAILED
      const dispatcher = await outbox.start(async () => outcome)
      await until(() => outbox.logged.text().includes('will be tried again'))
      const failed = async () => (await outbox.store.state('messenger')).failed === 1
      await advanceUntil(outbox.clock, SEVEN_DAYS_S, failed)
      await until(() => dispatcher.state.failed === 1)
      assert.equal(dispatcher.state.pending, 0)
      assert.match(outbox.logged.text(), /"level":50[^\n]*given up/)
      const [listed] = await outbox.upkeep.listUndelivered(10)
      assert.deepEqual([listed?.recordId, listed?.state, listed?.lastFault], [id, 'failed', 'down'])
      assert.deepEqual(outbox.counted, [])

      outcome = DELIVERED
      assert.equal(await outbox.upkeep.retryNow(randomUUID(), outbox.clock.wallMs()), 0)
      assert.equal(await outbox.upkeep.retryNow(id, outbox.clock.wallMs()), 1)
      dispatcher.wake()
      await until(() => outbox.counted.length === 1)
    })

    it('made again have seven days anew', async () => {
      await using outbox = await openOutbox(engine)
      const id = await outbox.add()
      let attempts = 0
      const dispatcher = await outbox.start(async () => {
        attempts += 1
        return FAILED
      })
      const failed = async () => (await outbox.store.state('messenger')).failed === 1
      await advanceUntil(outbox.clock, SEVEN_DAYS_S, failed)
      const before = attempts
      assert.equal(await outbox.upkeep.retryNow(id, outbox.clock.wallMs()), 1)
      dispatcher.wake()
      await until(() => attempts === before + 1)
      outbox.clock.advance(SEVEN_DAYS_S - 1)
      await dispatcher.look()
      await until(() => attempts === before + 2)
      await until(async () => (await outbox.pending()) === 1)
      assert.equal(await failed(), false)
      await advanceUntil(outbox.clock, LONGEST_RETRY_S, failed)
      assert.deepEqual(outbox.counted, [])
    })
  })
}

describe('a dispatcher', () => {
  it('keeps silent towards a receiver that asked for it, and then goes on', async () => {
    await using outbox = await openOutbox('sqlite')
    let attempts = 0
    const dispatcher = await outbox.start(async () => {
      attempts += 1
      return attempts === 1 ? { ...FAILED, retryAfterS: 100 } : DELIVERED
    })
    await outbox.add()
    dispatcher.wake()
    await until(() => outbox.logged.text().includes('will be tried again'))
    await outbox.add()
    dispatcher.wake()
    await until(() => dispatcher.state.pending === 2)
    outbox.clock.advance(99)
    await dispatcher.look()
    assert.equal(outbox.begun.length, 1)
    await advanceUntil(outbox.clock, 1, () => outbox.counted.length === 2)
  })

  it('keeps the longer of two silences, whichever was asked for last', async () => {
    await using outbox = await openOutbox('sqlite')
    await outbox.add()
    await outbox.add()
    const answers = [0, 1].map(() => Promise.withResolvers<DeliveryOutcome>())
    let attempts = 0
    const dispatcher = await outbox.start(async () => {
      attempts += 1
      return answers[attempts - 1]?.promise ?? DELIVERED
    })
    await until(() => attempts === 2)
    const failed = () => outbox.logged.text().split('will be tried again').length - 1
    answers[0]?.resolve({ ...FAILED, retryAfterS: 100 })
    await until(() => failed() === 1)
    answers[1]?.resolve({ ...FAILED, retryAfterS: 5 })
    await until(() => failed() === 2)
    outbox.clock.advance(99)
    await dispatcher.look()
    assert.equal(outbox.begun.length, 2)
    assert.deepEqual(outbox.counted, [])
    await advanceUntil(outbox.clock, 1, () => outbox.counted.length === 2)
  })

  it('never sends again what it sent while the database could not note it', async () => {
    await using outbox = await openOutbox('sqlite')
    const id = await outbox.add()
    let sent = 0
    let refusals = 0
    const failing = outbox.store.markDelivered
    await outbox.start(
      async () => {
        sent += 1
        return DELIVERED
      },
      {
        markDelivered: async (recordId, wallMs) => {
          refusals += 1
          if (refusals <= 3) throw new Error('database away')
          return failing(recordId, wallMs)
        },
      },
    )
    await until(() => refusals === 1)
    // Longer than a lease: the delivery is claimed anew, but not sent anew.
    await advanceUntil(outbox.clock, LEASE_S * 2, () => outbox.counted.length === 1)
    assert.equal(sent, 1)
    assert.equal(await outbox.store.markDelivered(id, outbox.clock.wallMs()), false)
  })

  it('holds no more in memory than it has under way', async () => {
    await using outbox = await openOutbox('sqlite')
    for (let index = 0; index < 10; index += 1) await outbox.add()
    const waiting: PromiseWithResolvers<void>[] = []
    let counts = 0
    await outbox.start(
      async () => {
        const turn = Promise.withResolvers<void>()
        waiting.push(turn)
        await turn.promise
        return DELIVERED
      },
      {
        state: async (destination) => {
          const state = await outbox.store.state(destination)
          counts += 1
          return state
        },
      },
    )
    await until(() => waiting.length === 2)
    outbox.clock.advance(20)
    await until(() => counts === 2)
    assert.equal(waiting.length, 2)
    for (let turn = 0; turn < 10; turn += 1) {
      await until(() => waiting.length > turn)
      waiting[turn]?.resolve()
    }
    await until(() => outbox.counted.length === 10)
  })
})
