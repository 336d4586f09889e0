import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RecordedEvent } from '../../src/audit/event-store.ts'
import { createEventWriter } from '../../src/audit/event-writer.ts'
import { loginSuccess } from '../../src/audit/events.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'

const event = (username: string) => loginSuccess({ username, ip: '1.2.3.4', userAgent: null })
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A store that can be away. */
function fakeStore() {
  const written: string[] = []
  const store = {
    away: false,
    written,
    async append(events: readonly RecordedEvent[]) {
      if (store.away) throw new Error('away')
      written.push(...events.map(({ username }) => username))
    },
  }
  return store
}

describe('audit event writer', () => {
  it('writes in the order of recording, in batches, without being waited for', async () => {
    const store = fakeStore()
    const writer = createEventWriter(store, createTestClock(), createTestLog().log)
    const names = Array.from({ length: 1000 }, (_, index) => `u${index}`)
    for (const name of names) writer.record(event(name))
    assert.equal(writer.queued, 1000)
    await settle()
    assert.deepEqual(store.written, names)
    assert.equal(writer.queued, 0)
  })

  it('keeps events while the database is away and writes each once when it is back', async () => {
    const [store, clock, logged] = [fakeStore(), createTestClock(), createTestLog()]
    const writer = createEventWriter(store, clock, logged.log)
    store.away = true
    writer.record(event('a'))
    await settle()
    writer.record(event('b'))
    clock.advance(60)
    await settle()
    assert.deepEqual(store.written, [])
    assert.ok(logged.lines.length >= 1)
    store.away = false
    clock.advance(60)
    await settle()
    assert.deepEqual(store.written, ['a', 'b'])
  })

  it('puts what finds the queue full into the log, and counts it', async () => {
    const [store, logged] = [fakeStore(), createTestLog()]
    store.away = true
    const writer = createEventWriter(store, createTestClock(), logged.log, 3)
    for (const name of ['a', 'b', 'c', 'd', 'e']) writer.record(event(name))
    assert.equal(writer.queued, 3)
    assert.equal(writer.overflowed, 2)
    const kept = logged.lines.filter((line) => String(line.msg).includes('queue is full'))
    assert.deepEqual(
      kept.map((line) => (line.event as RecordedEvent).username),
      ['d', 'e'],
    )
  })

  it('writes out the queue when it stops', async () => {
    const store = fakeStore()
    const writer = createEventWriter(store, createTestClock(), createTestLog().log)
    for (const name of ['a', 'b']) writer.record(event(name))
    await writer.stop(3)
    assert.deepEqual(store.written, ['a', 'b'])
  })

  it('puts into the log what it cannot write before it stops', async () => {
    const [store, logged] = [fakeStore(), createTestLog()]
    store.away = true
    const writer = createEventWriter(store, createTestClock(), logged.log)
    writer.record(event('a'))
    await writer.stop(3)
    const last = logged.lines.at(-1)
    assert.equal((last?.event as RecordedEvent | undefined)?.username, 'a')
    assert.match(String(last?.msg), /could not be written/)
  })
})
