// The audit queue against a store that fails, hangs or comes back: order, exactly once, the bound,
// and what is told of events that could not be written.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { RecordedEvent } from '../../src/audit/event-store.ts'
import { createEventWriter } from '../../src/audit/event-writer.ts'
import { loginFailed } from '../../src/audit/events.ts'
import { systemClock } from '../../src/clock.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { writtenEvents } from '../support/observe.ts'
import { startTestService } from '../support/service.ts'
import { turns } from '../support/waiting.ts'

const event = (number: number) =>
  loginFailed(
    { username: `user ${number}`, ip: '192.0.2.1', userAgent: null },
    { username_fails_in_window: number, throttle_delay_s: 0 },
  )

/** A store that answers each batch as it is told to; `all or none`, as the real one. */
function createFlakyStore(answers: (batch: number) => boolean | Promise<boolean>) {
  const written: RecordedEvent[] = []
  let batches = 0
  return {
    written,
    get batches() {
      return batches
    },
    async append(events: readonly RecordedEvent[]) {
      batches += 1
      if (!(await answers(batches))) throw new Error('away')
      written.push(...events)
    },
  }
}

const names = (events: readonly { readonly username: string }[]) =>
  events.map(({ username }) => username)

describe('the audit queue', () => {
  it('writes each event once and in order, however the store fails and comes back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 }),
        async (answers, bursts) => {
          const clock = createTestClock()
          const store = createFlakyStore((batch) => answers[batch - 1] ?? true)
          const writer = createEventWriter({ store, clock, log: createTestLog().log })
          const expected: string[] = []
          for (const burst of bursts) {
            for (let index = 0; index < burst; index += 1) {
              const next = event(expected.length)
              expected.push(next.username)
              writer.record(next)
            }
            await turns(3)
          }
          for (let tries = 0; writer.queued > 0 && tries < 100; tries += 1) {
            clock.advance(5)
            await turns(3)
          }
          assert.deepEqual(names(store.written), expected)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('asks a store that is away less and less often, up to every 5 s', async () => {
    const clock = createTestClock()
    const store = createFlakyStore(() => false)
    const writer = createEventWriter({ store, clock, log: createTestLog().log })
    writer.record(event(1))
    for (let turn = 0; turn < 9; turn += 1) {
      await turns(3)
      clock.advance(5)
    }
    assert.deepEqual(clock.slept, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5])
  })

  it('asks soon again after a batch that was taken, however long the store was away before', async () => {
    const clock = createTestClock()
    const store = createFlakyStore((batch) => batch === 5)
    const writer = createEventWriter({ store, clock, log: createTestLog().log })
    for (let number = 1; number <= 300; number += 1) writer.record(event(number))
    for (let turn = 0; turn < 6; turn += 1) {
      await turns(3)
      clock.advance(5)
    }
    assert.deepEqual(clock.slept, [0.1, 0.2, 0.4, 0.8, 0.1, 0.2])
    assert.equal(store.written.length, 200)
    assert.equal(writer.queued, 100)
  })

  it('leaves no event waiting that is recorded just as the last before it was stored', async () => {
    for (let later = 0; later < 12; later += 1) {
      const stored = Promise.withResolvers<boolean>()
      const store = createFlakyStore((batch) => (batch === 1 ? stored.promise : true))
      const writer = createEventWriter({
        store,
        clock: createTestClock(),
        log: createTestLog().log,
      })
      writer.record(event(1))
      stored.resolve(true)
      for (let microtask = 0; microtask < later; microtask += 1) await Promise.resolve()
      writer.record(event(2))
      await turns(3)
      assert.deepEqual(names(store.written), ['user 1', 'user 2'], `${later} microtasks later`)
    }
  })

  it('gives the store 200 events at once at most, however many wait', async () => {
    const sizes: number[] = []
    const store = {
      append: async (events: readonly RecordedEvent[]) => void sizes.push(events.length),
    }
    const writer = createEventWriter({ store, clock: createTestClock(), log: createTestLog().log })
    for (let number = 1; number <= 1001; number += 1) writer.record(event(number))
    await turns()
    assert.deepEqual(sizes, [1, 200, 200, 200, 200, 200])
    assert.equal(writer.queued, 0)
  })

  it('keeps 10,000 events, and logs in full what comes when it is full', async () => {
    const { log, lines } = createTestLog()
    let back = false
    const clock = createTestClock()
    const store = createFlakyStore(() => back)
    const writer = createEventWriter({ store, clock, log })
    for (let number = 1; number <= 10_002; number += 1) writer.record(event(number))
    assert.equal(writer.queued, 10_000)
    assert.equal(writer.overflowed, 2)
    const told = lines.filter(({ msg }) => String(msg).startsWith('audit queue is full'))
    const lost = names(told.map((line) => line.event as RecordedEvent))
    assert.deepEqual(lost, ['user 10001', 'user 10002'])

    back = true
    await turns(3)
    clock.advance(5)
    await turns(100)
    assert.equal(store.written.length, 10_000)
    assert.equal(names(store.written).at(-1), 'user 10000')
    writer.record(event(6))
    await turns(3)
    assert.equal(names(store.written).at(-1), 'user 6')
  })

  describe('where the table refuses an event', () => {
    /** As PostgreSQL says that a value is too long for its column. */
    const tooLong = (name: string) =>
      Object.assign(new Error(`too long: ${name}`), { code: '22001' })
    const startRefusing = (isRefused: (username: string) => boolean) => {
      const written: string[] = []
      const clock = createTestClock()
      const { log, lines } = createTestLog()
      const store = {
        async append(events: readonly RecordedEvent[]) {
          const refused = names(events).find(isRefused)
          if (refused !== undefined) throw tooLong(refused)
          written.push(...names(events))
        },
      }
      const writer = createEventWriter({ store, clock, log })
      return {
        writer,
        written,
        nextTry: async () => {
          await turns()
          clock.advance(5)
          await turns(300)
        },
        /** Of each refused event its name, and what the log says refused it. */
        told: () =>
          lines
            .filter(({ msg }) => String(msg).includes('refused by its table'))
            .map(({ event: refused, err }) => [
              (refused as RecordedEvent).username,
              (err as Error).message,
            ]),
      }
    }

    it('writes the others, each once, and keeps the refused in the log, each with its fault', async () => {
      const { writer, written, nextTry, told } = startRefusing((name) => /[24]/.test(name))
      for (let number = 1; number <= 5; number += 1) writer.record(event(number))
      await nextTry()
      assert.deepEqual(written, ['user 1', 'user 3', 'user 5'])
      assert.deepEqual(told(), [
        ['user 2', 'too long: user 2'],
        ['user 4', 'too long: user 4'],
      ])
      assert.equal(writer.queued, 0)
      assert.equal(writer.isFailing, false)
    })

    it('writes the other of two', async () => {
      const { writer, written, nextTry, told } = startRefusing((name) => name === 'user 2')
      for (let number = 1; number <= 3; number += 1) writer.record(event(number))
      await nextTry()
      assert.deepEqual(written, ['user 1', 'user 3'])
      assert.deepEqual(told(), [['user 2', 'too long: user 2']])
    })

    it('loses none of those behind the batch that it is in', async () => {
      const { writer, written, nextTry, told } = startRefusing((name) => name === 'user 3')
      for (let number = 1; number <= 500; number += 1) writer.record(event(number))
      await nextTry()
      const others = Array.from({ length: 500 }, (_, i) => `user ${i + 1}`)
      others.splice(2, 1)
      assert.deepEqual(written, others)
      assert.deepEqual(told(), [['user 3', 'too long: user 3']])
      assert.equal(writer.queued, 0)
    })

    it('takes a store that goes away meanwhile for no refusal', async () => {
      let goesAway = true
      const { writer, written, nextTry, told } = startRefusing((name) => {
        if (name === 'user 3' && goesAway) {
          goesAway = false
          throw new Error('away')
        }
        return name === 'user 2'
      })
      for (let number = 1; number <= 5; number += 1) writer.record(event(number))
      await nextTry()
      assert.deepEqual(written, ['user 1', 'user 3', 'user 4', 'user 5'])
      assert.deepEqual(told(), [['user 2', 'too long: user 2']])
    })

    it('keeps all while it takes none: the table itself may be at fault', async () => {
      let isMended = false
      const { writer, written, nextTry, told } = startRefusing(() => !isMended)
      for (let number = 1; number <= 5; number += 1) writer.record(event(number))
      for (let tries = 0; tries < 3; tries += 1) await nextTry()
      assert.equal(writer.queued, 5)
      isMended = true
      await nextTry()
      assert.deepEqual(written.toSorted(), ['user 1', 'user 2', 'user 3', 'user 4', 'user 5'])
      assert.deepEqual(told(), [])
    })

    it('reaches those it takes behind any number that it refuses', async () => {
      const { writer, written, nextTry } = startRefusing((name) => name !== 'user 500')
      for (let number = 1; number <= 500; number += 1) writer.record(event(number))
      for (let tries = 0; tries < 4; tries += 1) await nextTry()
      assert.deepEqual(written, ['user 500'])
    })
  })

  it('tells of a store that is away at once, and then not more than once a second', async () => {
    const { log, lines } = createTestLog()
    const clock = createTestClock()
    const writer = createEventWriter({
      store: createFlakyStore(() => false),
      clock,
      log,
    })
    const told = () =>
      lines.filter(({ msg }) => String(msg).startsWith('audit events cannot be written')).length
    /** In tenths of a second. */
    const toldAt: number[] = []
    writer.record(event(1))
    for (let tenth = 0; tenth < 30; tenth += 1) {
      await turns(3)
      while (toldAt.length < told()) toldAt.push(tenth)
      clock.advance(0.1)
    }
    const [first, second = 0, ...others] = toldAt
    assert.equal(first, 0)
    assert.ok(second >= 10, `${toldAt}`)
    assert.ok(others.length <= 1, `${toldAt}`)
  })

  it('is failing from a try that failed to the next one that does not', async () => {
    const clock = createTestClock()
    const store = createFlakyStore((batch) => batch !== 2)
    const writer = createEventWriter({ store, clock, log: createTestLog().log })
    const failing = [writer.isFailing]
    for (const number of [1, 2]) {
      writer.record(event(number))
      await turns(3)
      failing.push(writer.isFailing)
    }
    clock.advance(5)
    await turns(3)
    failing.push(writer.isFailing)
    assert.deepEqual(failing, [false, false, true, false])
  })

  it('at a stop writes out what is queued, without waiting for the next try', async () => {
    const clock = createTestClock()
    let back = false
    const store = createFlakyStore(() => back)
    const writer = createEventWriter({ store, clock, log: createTestLog().log })
    for (let number = 1; number <= 450; number += 1) writer.record(event(number))
    await turns()
    back = true
    await writer.stop(3)
    assert.equal(store.written.length, 450)
    assert.equal(new Set(names(store.written)).size, 450)
  })

  it('writes what is recorded while it stops once, and logs what comes later', async () => {
    const { log, lines } = createTestLog()
    const answers: PromiseWithResolvers<boolean>[] = []
    const store = createFlakyStore(() => {
      const answer = Promise.withResolvers<boolean>()
      answers.push(answer)
      return answer.promise
    })
    const writer = createEventWriter({ store, clock: createTestClock(), log })
    writer.record(event(1))
    const stopped = writer.stop(3)
    // The batch under way fails, and the stop's own try is under way when one more event comes.
    answers[0]?.resolve(false)
    await turns()
    assert.equal(store.batches, 2)
    writer.record(event(2))
    for (let turn = 0; turn < 3; turn += 1) {
      await turns()
      for (const answer of answers) answer.resolve(true)
    }
    await stopped
    writer.record(event(3))
    await turns()
    assert.deepEqual(names(store.written), ['user 1', 'user 2'])
    const told = lines.filter(({ msg }) => String(msg).includes('before the stop'))
    assert.deepEqual(names(told.map((line) => line.event as RecordedEvent)), ['user 3'])
    assert.equal(writer.queued, 0)
  })

  it('at a stop logs each event that a store away or silent did not take', async () => {
    const silence = Promise.withResolvers<boolean>()
    for (const answer of [false, silence.promise]) {
      const { log, lines } = createTestLog()
      const clock = createTestClock()
      const writer = createEventWriter({ store: createFlakyStore(() => answer), clock, log })
      for (let number = 1; number <= 3; number += 1) writer.record(event(number))
      const stopped = writer.stop(3)
      await turns()
      clock.advance(3)
      await stopped
      const told = lines.filter(({ msg }) => String(msg).includes('before the stop'))
      assert.deepEqual(names(told.map((line) => line.event as RecordedEvent)), [
        'user 1',
        'user 2',
        'user 3',
      ])
      assert.equal(writer.queued, 0)
    }
    silence.resolve(true)
  })

  it('says nothing more after a stop when the write that it cut off fails at last', async () => {
    const { log, lines } = createTestLog()
    const answer = Promise.withResolvers<boolean>()
    const store = createFlakyStore(() => answer.promise)
    const clock = createTestClock()
    const writer = createEventWriter({ store, clock, log })
    writer.record(event(1))
    const stopped = writer.stop(3)
    clock.advance(3)
    await stopped
    answer.resolve(false)
    await turns()
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['audit event could not be written before the stop'],
    )
  })

  it('keeps order and count through the whole service when the table is away and back', async () => {
    await using service = await startTestService({
      engine: 'postgres',
      clock: systemClock,
      settings: { LOGIN_RATE_LIMIT: '1000', LOGIN_USERNAME_FAIL_THRESHOLD: '1000' },
    })
    const { query } = service.stores.main
    await query.schema.alterTable('user_events').renameTo('user_events_away').execute()
    for (let number = 0; number < 20; number += 1) {
      assert.equal((await service.signIn('nobody', String(number))).status, 401)
    }
    assert.equal(await service.metric('audit_queue_length'), 20)
    await query.schema.alterTable('user_events_away').renameTo('user_events').execute()
    assert.deepEqual(
      (await writtenEvents(service)).map(
        ({ payload }) => (payload as { username_fails_in_window: number }).username_fails_in_window,
      ),
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })
})
