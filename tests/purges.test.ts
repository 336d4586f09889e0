// What the service deletes by itself, every hour, where there may be many rows of it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { BackgroundTask } from '../src/background.ts'
import { type Foundation, layFoundation } from '../src/foundation.ts'
import { startIdentity } from '../src/identity/start.ts'
import { startLeads } from '../src/leads/start.ts'
import { readSettings } from '../src/settings.ts'
import { createTestClock } from './support/clock.ts'
import { makeDatabase } from './support/databases.ts'
import { createTestLog } from './support/log.ts'

const LONG_AGO = '2001-01-01T00:00:00.000Z'

describe('a purge', () => {
  it('comes at the start and every hour, and deletes nothing more once the service stops', async () => {
    await using database = await makeDatabase('sqlite', { mayBeMigrated: true })
    await using closing = new AsyncDisposableStack()
    const settings = readSettings({ DATABASE_URL: database.variable })
    const context = { clock: createTestClock(), log: createTestLog().log }
    const laid = await layFoundation(settings, context, closing)
    const tasks: BackgroundTask[] = []
    const base: Foundation = { ...laid, background: (task) => void tasks.push(task) }
    await startIdentity(base, { hash: async () => '', print: () => {} })
    startLeads(base, { estimateIsVisible: async () => false })
    // A service that is restarted often deletes too.
    const rhythms = tasks.map(({ everyS, atOnce }) => [everyS, atOnce])
    assert.deepEqual(rhythms, Array(2).fill([3_600, true]))
    const { query } = base.stores.main
    await sql`insert into sessions select x'00', user_id, '', null, ${LONG_AGO}, ${LONG_AGO},
      ${LONG_AGO}, null from users`.execute(query)
    await sql`insert into lead_claims values ('key', ${LONG_AGO}, '', 201, '')`.execute(query)
    const left = async () => {
      const { rows } = await sql`select 'session' as of from sessions
        union all select 'claim' from lead_claims`.execute(query)
      return rows.map((row) => (row as { of: string }).of)
    }

    for (const { run } of tasks) await run(AbortSignal.abort())
    assert.deepEqual(await left(), ['session', 'claim'])
    for (const { run } of tasks) await run(new AbortController().signal)
    assert.deepEqual(await left(), [])
  })
})
