import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BackgroundTask } from '../../src/background.ts'
import { followInService } from '../../src/datasets/follow-in-service.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { createPartNotes } from '../../src/part-notes.ts'

/** A part that follows parcels by an engine of nothing, and what becomes of it. */
function followed() {
  const metrics = createMetrics()
  const tasks: BackgroundTask[] = []
  const stopping = new AbortController()
  const closing = new AsyncDisposableStack()
  const called: string[] = []
  const engine = {
    failure: undefined as string | undefined,
    look: async () => void called.push('look'),
    endRenewals: async () => {
      called.push('end renewals')
      throw new Error('it cannot be ended')
    },
    close: async () => void called.push('close'),
  }
  const partNotes = createPartNotes()
  followInService(
    {
      metrics,
      partNotes,
      background: (task) => void tasks.push(task),
      closing,
      stopping: stopping.signal,
    },
    {
      name: 'parcels',
      dataset: 'parcels',
      engine,
      gauge: { name: 'parcels_refresh_failing', help: 'Whether it fails.' },
      note: 'answers from older data',
    },
  )
  const shown = async () =>
    /^parcels_refresh_failing (\S+)$/m.exec(await metrics.registry.metrics())?.[1]
  return { tasks, stopping, closing, called, engine, notes: partNotes.now, shown }
}

describe('a part that follows a dataset', () => {
  it('shows operators by gauge and note that its renewal fails, as long as it does', async () => {
    const { engine, notes, shown } = followed()
    assert.deepEqual([await shown(), notes()], ['0', {}])
    engine.failure = 'out of memory'
    assert.deepEqual([await shown(), notes()], ['1', { parcels: 'answers from older data' }])
    engine.failure = undefined
    assert.deepEqual([await shown(), notes()], ['0', {}])
  })

  it('looks at once and every few seconds, ends renewals when a stop begins, then closes', async () => {
    const { tasks, stopping, closing, called } = followed()
    assert.deepEqual(
      tasks.map(({ name, everyS, atOnce }) => ({ name, everyS, atOnce })),
      [{ name: 'look for new parcels', everyS: 3, atOnce: true }],
    )
    await tasks[0]?.run(stopping.signal)
    assert.deepEqual(called, ['look'])
    // Nobody is told that the renewal cannot be ended: the close meets the same.
    stopping.abort()
    assert.deepEqual(called, ['look', 'end renewals'])
    await closing.disposeAsync()
    assert.deepEqual(called, ['look', 'end renewals', 'close'])
  })
})
