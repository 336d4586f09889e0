// One attempt by itself, over a table that notes what it is told or refuses to.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import type { Channel, DeliveryOutcome } from '../../src/delivery/channel.ts'
import { createAttempts } from '../../src/delivery/delivery-attempt.ts'
import type { ClaimedDelivery, DeliveryStore } from '../../src/delivery/delivery-store.ts'
import { isoTime } from '../../src/iso-time.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { soon } from '../support/waiting.ts'
import { CLAIM, MESSAGE } from './made-up-message.ts'

const DELIVERED: DeliveryOutcome = { kind: 'delivered' }
const FAILED: DeliveryOutcome = { kind: 'not_delivered', reason: 'down' }

/** Attempts over a store whose calls are written down; `isAway` says which of its marks fail. */
function attempts(
  deliver: Channel['deliver'],
  isAway: (recordId: string) => boolean = () => false,
  over: Partial<DeliveryStore> = {},
  random = 0,
) {
  const clock = createTestClock()
  const logged = createTestLog()
  const stopping = new AbortController()
  const cutOff = new AbortController()
  const calls: unknown[] = []
  const sent: string[] = []
  const make = createAttempts({
    channel: { atOnce: 1, deliver },
    store: {
      markDelivered: async (recordId) => {
        calls.push(['mark', recordId])
        if (isAway(recordId)) throw new Error('database away')
        return true
      },
      postpone: async ({ recordId }, untilMs, fault) => {
        calls.push(['postpone', recordId, (untilMs - clock.wallMs()) / 1000, fault])
      },
      giveUp: async ({ recordId }, fault) => void calls.push(['give up', recordId, fault]),
      saveParts: async ({ recordId }, parts) => void calls.push(['parts', recordId, parts]),
      ...over,
    },
    load: async (_kind, recordId) => {
      sent.push(recordId)
      return { ...MESSAGE, id: recordId }
    },
    onDelivered: (kind) => calls.push(['delivered', kind]),
    onAttempt: (result) => calls.push(['counted', result]),
    onSilenceAsked: (seconds) => calls.push(['silence', seconds]),
    stopping: stopping.signal,
    cutOff: cutOff.signal,
    random: () => random,
    clock,
    log: logged.log,
  })
  const attempt = (recordId: string, over: Partial<ClaimedDelivery> = {}) =>
    make({ ...CLAIM, recordId, giveUpAt: isoTime(clock.wallMs() + 3_600_000), ...over })
  return { attempt, calls, sent, clock, stopping, cutOff, logged }
}

describe('a delivery that was made', () => {
  it('is marked once, and counted', async () => {
    const { attempt, calls } = attempts(async () => DELIVERED)
    await attempt('a')
    assert.deepEqual(calls, [
      ['mark', 'a'],
      ['delivered', 'support_anon'],
      ['counted', 'delivered'],
    ])
  })

  it('and cannot be marked is marked again every second for half a lease, and sent once', async () => {
    const { attempt, calls, sent, clock } = attempts(
      async () => DELIVERED,
      () => true,
    )
    for (const marks of [31, 62]) {
      let isOver = false
      void attempt('a').finally(() => {
        isOver = true
      })
      for (let turn = 0; turn < 200 && !isOver; turn += 1) {
        await nextTurn()
        if (clock.sleeping > 0) clock.advance(1)
      }
      assert.ok(isOver)
      // At once and after each of 30 s.
      assert.equal(calls.length, marks)
    }
    assert.deepEqual(sent, ['a'])
    assert.ok(clock.slept.every((seconds) => seconds === 1))
  })

  it('is counted where the first mark was written but its answer lost, and not where another process marked it', async () => {
    for (const [answers, counts] of [
      [[new Error('answer lost'), false], true],
      [[false], false],
    ] as const) {
      const left = [...answers]
      const { attempt, calls, clock } = attempts(async () => DELIVERED, undefined, {
        markDelivered: async () => {
          const answer = left.shift() ?? false
          if (answer !== false) throw answer
          return answer
        },
      })
      const made = attempt('a')
      for (let turn = 0; turn < 200 && clock.sleeping === 0; turn += 1) await nextTurn()
      clock.advance(1)
      await made
      assert.deepEqual(
        calls,
        counts
          ? [
              ['delivered', 'support_anon'],
              ['counted', 'delivered'],
            ]
          : [],
      )
    }
  })

  it('and cannot be marked is left to its lease when the service stops', async () => {
    const { attempt, calls, clock, stopping, logged } = attempts(
      async () => DELIVERED,
      () => true,
    )
    stopping.abort()
    await attempt('a')
    assert.deepEqual([calls, clock.slept], [[['mark', 'a']], []])
    assert.match(logged.text(), /"level":40[^\n]*delivered, but that cannot be noted yet/)
  })

  it('and waits to be marked is tried once more, at once, when the service stops', async () => {
    const { attempt, calls, clock, stopping } = attempts(
      async () => DELIVERED,
      () => true,
    )
    const made = attempt('a')
    for (let turn = 0; turn < 200 && clock.sleeping === 0; turn += 1) await nextTurn()
    assert.deepEqual(calls, [['mark', 'a']])
    stopping.abort()
    await soon(made, 'the attempt ends')
    assert.deepEqual(calls, [
      ['mark', 'a'],
      ['mark', 'a'],
    ])
  })

  it('is remembered as long as no mark says so, ten thousand of them, the oldest forgotten', async () => {
    const { attempt, sent, stopping } = attempts(
      async () => DELIVERED,
      (recordId) => recordId !== 'marked',
    )
    stopping.abort()
    await attempt('first')
    await attempt('marked')
    for (let index = 2; index <= 10_000; index += 1) await attempt(`${index}`)
    await attempt('first')
    assert.deepEqual([sent.length, sent.at(-1)], [10_001, '10000'])
    await attempt('one more')
    await attempt('2')
    assert.equal(sent.at(-1), 'one more')
    await attempt('first')
    assert.equal(sent.at(-1), 'first')
  })
})

describe('a delivery that failed', () => {
  it('is due again after its back-off, or the silence asked for if that is longer', async () => {
    for (const [made, retryAfterS, delayS] of [
      [1, undefined, 2],
      [3, undefined, 8],
      [3, 5, 8],
      [3, 100, 100],
    ] as const) {
      const outcome = { ...FAILED, ...(retryAfterS === undefined ? {} : { retryAfterS }) }
      const { attempt, calls } = attempts(async () => outcome)
      await attempt('a', { attempts: made })
      assert.deepEqual(calls, [
        ...(retryAfterS === undefined ? [] : [['silence', retryAfterS]]),
        ['postpone', 'a', delayS, 'down'],
        ['counted', 'retry'],
      ])
    }
  })

  it('is logged with its delay in tenths of a second', async () => {
    const { attempt, logged } = attempts(async () => FAILED, undefined, {}, 1 / 3)
    await attempt('a', { attempts: 1 })
    assert.equal(logged.lines.at(-1)?.delayS, 1.7)
  })

  it('is due again at once where the stop of the service cut it off', async () => {
    const { attempt, calls, cutOff } = attempts(async () => FAILED)
    cutOff.abort()
    await attempt('a', { attempts: 9 })
    assert.deepEqual(calls[0], ['postpone', 'a', 0, 'down'])
  })

  it('is given up from the moment its time is over, and asks nobody for silence then', async () => {
    const { attempt, calls, clock } = attempts(async () => ({ ...FAILED, retryAfterS: 9 }))
    await attempt('a', { giveUpAt: isoTime(clock.wallMs() + 1) })
    assert.deepEqual(calls.splice(0).at(-1), ['counted', 'retry'])
    await attempt('a', { giveUpAt: isoTime(clock.wallMs()) })
    assert.deepEqual(calls, [
      ['give up', 'a', 'down'],
      ['counted', 'gave_up'],
    ])
  })
})

describe('an attempt', () => {
  it('is made where one of the same record has failed, though that is not noted yet', async () => {
    const noted = Promise.withResolvers<void>()
    const { attempt, sent } = attempts(async () => FAILED, undefined, {
      postpone: () => noted.promise,
    })
    const first = attempt('a')
    await nextTurn()
    const second = attempt('a')
    await nextTurn()
    assert.deepEqual(sent, ['a', 'a'])
    noted.resolve()
    await Promise.all([first, second])
  })

  it('is left out while the same record is being sent by one whose lease a clock ended', async () => {
    const answer = Promise.withResolvers<DeliveryOutcome>()
    const { attempt, calls, sent } = attempts(() => answer.promise)
    const first = attempt('a')
    await attempt('a', { attempts: CLAIM.attempts + 1 })
    assert.deepEqual(sent, ['a'])
    answer.resolve(DELIVERED)
    await first
    assert.deepEqual(calls.at(-1), ['counted', 'delivered'])
    await attempt('a')
    assert.deepEqual(sent, ['a', 'a'])
  })

  it('notes each part, and goes on where one cannot be noted', async () => {
    const noted: unknown[] = []
    const { attempt, calls, logged } = attempts(
      async (_outgoing, { partsSent, savePart }) => {
        await savePart(partsSent + 1)
        await savePart(partsSent + 2)
        return DELIVERED
      },
      undefined,
      {
        saveParts: async ({ recordId }, parts) => {
          noted.push([recordId, parts])
          if (parts === 3) throw new Error('database away')
        },
      },
    )
    await attempt('a', { partsSent: 2 })
    assert.deepEqual(noted, [
      ['a', 3],
      ['a', 4],
    ])
    assert.equal(logged.text().match(/a sent part cannot be noted/g)?.length, 1)
    assert.deepEqual(calls.at(-1), ['counted', 'delivered'])
  })

  it('that the database breaks off is told of, and leaves the rest to its lease', async () => {
    const { attempt, calls, logged } = attempts(async () => {
      throw new DatabaseUnavailable('away')
    })
    await attempt('a')
    assert.deepEqual(calls, [])
    assert.match(logged.text(), /"level":40[^\n]*delivery attempt broke off/)
  })

  it('that a fault of ours ends is told of, made again, and given up in its time', async () => {
    const { attempt, calls, logged, clock } = attempts(async () => {
      throw new TypeError('no such kind')
    })
    const reason = 'a fault of the service: its log has it'
    await attempt('a')
    assert.deepEqual(calls, [
      ['postpone', 'a', 2, reason],
      ['counted', 'retry'],
    ])
    assert.match(logged.text(), /"level":50[^\n]*no such kind[^\n]*delivery attempt failed/)
    await attempt('b', { giveUpAt: isoTime(clock.wallMs()) })
    assert.deepEqual(calls.slice(2), [
      ['give up', 'b', reason],
      ['counted', 'gave_up'],
    ])
  })
})
