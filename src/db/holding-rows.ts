// Holds the rows that a statement reads until its transaction ends, so that nobody changes them
// meanwhile.
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './database.ts'

/** SQLite needs nothing for it: it has one writer at a time. */
export function holdingRows<DB, Tables extends keyof DB, Row>(
  engine: Database<DB>['engine'],
  query: SelectQueryBuilder<DB, Tables, Row>,
): SelectQueryBuilder<DB, Tables, Row> {
  return engine === 'postgres' ? query.forShare() : query
}
