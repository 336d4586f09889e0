// How PostgreSQL answers the session look-ups of concurrent requests.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from '../../src/settings.ts'
import { openStores } from '../../src/stores.ts'
import { createTestClock } from '../support/clock.ts'
import { makeDatabase } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'
import { query } from '../support/postgres.ts'
import { until } from '../support/waiting.ts'

const USERS = 1_000
const SESSIONS = 10_000
const AT_ONCE = 13

/** A server keeps one plan of a statement after five runs. */
const RUNS = 12

const tokenOf = (index: number) => String(index).padStart(43, '0')

const FILL = `
  insert into users (username, is_active, role)
    select 'user-' || i, true, 'employee' from generate_series(1, ${USERS}) i;
  insert into sessions
      (token_digest, user_id, ip, user_agent, created_at, last_seen_at, expires_at)
    select sha256(convert_to(lpad(i::text, 43, '0'), 'UTF8')), 1 + i % ${USERS}, '198.51.100.1',
           'a browser', now(), now(), now() + interval '1 day'
      from generate_series(0, ${SESSIONS - 1}) i;`

describe('session look-ups at once on PostgreSQL', () => {
  it('read sessions and users by their indexes, and neither table as a whole', async (t) => {
    const database = await makeDatabase('postgres')
    t.after(() => database.remove())
    const settings = readSettings({ DATABASE_URL: database.variable })
    const context = { clock: createTestClock(), log: createTestLog().log }
    const stores = await openStores(settings, context)
    await query(database.variable, FILL)
    await query(database.variable, 'vacuum analyze')
    const scansOf = async () => {
      const rows = await query(
        database.variable,
        `select sum(seq_scan)::int as whole, sum(idx_scan)::int as by_index
           from pg_stat_user_tables where relname in ('users', 'sessions')`,
      )
      return rows[0] as { whole: number; by_index: number }
    }
    const before = await scansOf()
    const { sessions } = stores.identity
    for (let run = 0; run < RUNS; run += 1) {
      const tokens = Array.from({ length: AT_ONCE }, (_, i) => tokenOf(run * AT_ONCE + i))
      const found = await Promise.all(tokens.map((token) => sessions.resolve(token, Date.now())))
      for (const [i, session] of found.entries()) {
        assert.equal(session?.username, `user-${1 + run * AT_ONCE + i}`)
      }
    }
    // A connection hands in its counts when it closes.
    await stores.close()
    await until(async () => (await othersOf(database.variable)) === 0, 'the counts are in')
    const counted = await scansOf()
    assert.ok(counted.by_index > before.by_index)
    assert.equal(counted.whole, before.whole)
  })
})

/** How many connections there are besides the one that asks. */
async function othersOf(url: string): Promise<number> {
  const [row] = await query(
    url,
    `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
  )
  return row?.others as number
}
