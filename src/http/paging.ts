// How a list is asked for and answered by pages over HTTP: `limit`, `after`, and `next`, where the
// following page begins.
import { type Static, type TSchema, Type } from 'typebox'
import type { PagePosition, PageRequest } from '../db/newest-first.ts'
import { readIsoTime } from '../iso-time.ts'
import { Defaulted, OrNull } from './schema-pieces.ts'
import { isUuid } from './validation-formats.ts'
import { describeBroken } from './validation-texts.ts'

/** How many items a page may hold. */
interface PageLengths {
  readonly default: number
  readonly maximum: number
}

/** @param afterMaxLength of the longest `next`, in characters */
export function pageQuery(lengths: PageLengths, afterMaxLength: number) {
  return Type.Object({
    limit: Defaulted(
      Type.Integer({ minimum: 1, maximum: lengths.maximum, default: lengths.default }),
    ),
    after: Type.Optional(
      Type.String({ maxLength: afterMaxLength, description: '`next` of the previous page' }),
    ),
  })
}

/** A time, `_` and an id, as `positionText` joins them. */
const POSITION_LENGTH = 24 + 1 + 36

/** The query of a list that is read newest first. */
export const PageQuery = pageQuery({ default: 50, maximum: 200 }, POSITION_LENGTH)

export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    next: OrNull(Type.String(), {
      description: 'Where the next page begins; null on the last one',
    }),
  })
}

/** The error text of a list whose `after` is unreadable to `readPageRequest`. */
export const AFTER_BROKEN = describeBroken(
  'after',
  'ожидается значение next предыдущей страницы',
  'параметр',
)

/** @returns undefined where `after` is no `next` of any page */
export function readPageRequest(query: Static<typeof PageQuery>): PageRequest | undefined {
  if (query.after === undefined) return { after: undefined, limit: query.limit }
  const [, time = '', id = ''] = /^([^_]+)_(.+)$/.exec(query.after) ?? []
  const createdAt = readIsoTime(time)
  if (createdAt === undefined || !isUuid(id)) return undefined
  return { after: { createdAt, id }, limit: query.limit }
}

export function positionText(position: PagePosition | undefined): string | null {
  return position ? `${position.createdAt}_${position.id}` : null
}
