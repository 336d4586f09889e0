// Shows a test on PostgreSQL that statements have met a lock, before the lock is given back.
import { type Kysely, sql } from 'kysely'

/** How many statements wait for what another transaction of the same database holds. */
export async function lockWaits<Tables>(query: Kysely<Tables>): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(query)
  return rows.length
}
