// Lists newest first, read by pages: a page begins after a position, not at an offset, so that
// what is added in between moves nothing. The text of a position stands in paging.ts.
import { type SelectQueryBuilder, sql } from 'kysely'
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

/**
 * The rows of one page, and one more where another page follows: `cutPage` takes it off.
 *
 * @param query of a table with `created_at`
 * @param idColumn what orders records of one moment
 */
export function newestFirst<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  idColumn: string,
  { after, limit }: PageRequest,
): SelectQueryBuilder<DB, Tables, Row> {
  const createdAt = sql.ref('created_at')
  const id = sql.ref(idColumn)
  const rest = after
    ? query.where(sql<boolean>`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})`)
    : query
  return rest
    .orderBy(createdAt, 'desc')
    .orderBy(id, 'desc')
    .limit(limit + 1)
}

/**
 * @param found in order; more than `limit` of them mean that another page follows
 * @returns the page, and the item after which the next one begins
 */
export function cutPage<Item>(
  found: readonly Item[],
  limit: number,
): { readonly items: readonly Item[]; readonly next: Item | undefined } {
  const items = found.slice(0, limit)
  return { items, next: found.length > limit ? items.at(-1) : undefined }
}
