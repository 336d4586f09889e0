// Lists newest first, read by pages: a page begins after a position, not at an offset, so that
// what is added in between moves nothing. The text of a position stands in paging.ts.
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseEngine } from './database.ts'
import { type Owners, ownedBy } from './owned-by.ts'
import type { IsoTime } from './tables.ts'

/** A place in a list: after the record of this time and id. */
export interface PagePosition {
  readonly createdAt: IsoTime
  readonly id: string
}

export interface PageRequest {
  /** Undefined for the first page. */
  readonly after: PagePosition | undefined
  readonly limit: number
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Where the next page begins; undefined on the last one. */
  readonly next: PagePosition | undefined
}

/** A table of records, with `owner` and `created_at`. */
interface RecordTable {
  readonly engine: DatabaseEngine
  readonly name: string
  /** What orders records of one moment. */
  readonly idColumn: string
}

/**
 * The rows of one page, and one more where another page follows: `cutPage` takes it off.
 *
 * @param query of the whole table
 * @param owners whose records
 */
export function newestFirst<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  table: RecordTable,
  owners: Owners,
  { after, limit }: PageRequest,
): SelectQueryBuilder<DB, Tables, Row> {
  const createdAt = sql.ref('created_at')
  const id = sql.ref(table.idColumn)
  const isAfter = after
    ? sql<SqlBool>`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})`
    : sql<SqlBool>`true`
  const isTeam = owners !== 'all' && owners.length > 1
  const isOwned =
    isTeam && table.engine === 'postgres'
      ? isAmongNewestOf(table, owners, isAfter, limit + 1)
      : ownedBy(table.engine, owners)
  return query
    .where(isOwned)
    .where(isAfter)
    .orderBy(createdAt, 'desc')
    .orderBy(id, 'desc')
    .limit(limit + 1)
}

/**
 * Asked for a team's records in order of time, PostgreSQL may read everybody's until it has found
 * enough of them: all of the table, where the team has few. This reads by the index of owners
 * alone, first the newest record of each: the newest `count` belong to the `count` owners whose
 * newest are the newest.
 */
function isAmongNewestOf(
  { name, idColumn }: RecordTable,
  owners: readonly string[],
  isAfter: RawBuilder<SqlBool>,
  count: number,
): RawBuilder<SqlBool> {
  const id = sql.ref(idColumn)
  const newestOf = (owner: RawBuilder<unknown>, atMost: number) => sql`
    select created_at, ${id} as id from ${sql.table(name)}
    where owner = ${owner} and ${isAfter}
    order by created_at desc, ${id} desc
    limit ${atMost}`
  return sql`${id} in (
    select record.id
    from (
      select team.owner
      from (select distinct unnest(${owners}::text[]) as owner) as team
      cross join lateral (${newestOf(sql.ref('team.owner'), 1)}) as newest
      order by newest.created_at desc, newest.id desc
      limit ${count}
    ) as latest
    cross join lateral (${newestOf(sql.ref('latest.owner'), count)}) as record
    order by record.created_at desc, record.id desc
    limit ${count}
  )`
}
