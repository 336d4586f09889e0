// Which records belong to certain users, however many they are. Records name their owner by
// username; who sees whose stands in gate/visibility.ts.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseEngine } from './database.ts'

/** Usernames; or everybody, users who no longer exist included. */
export type Owners = 'all' | readonly string[]

/**
 * All names travel as one value: a statement takes no more than 32,766 of them on SQLite, and a
 * team may be larger. A single owner stands by itself, so that SQLite reads one's records in their
 * order, without sorting.
 */
export function ownedBy(engine: DatabaseEngine, owners: Owners): RawBuilder<SqlBool> {
  if (owners === 'all') return sql`true`
  if (owners.length === 1) return sql`owner = ${owners[0]}`
  return engine === 'postgres'
    ? sql`owner = any(${owners})`
    : sql`owner in (select value from json_each(${JSON.stringify(owners)}))`
}
