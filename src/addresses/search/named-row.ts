// A row beside the words that were typed for it. What their uses say is naming.ts's.
import { listAt } from '../../numbers/packed-lists.ts'
import type { AddressIndex, AddressIndexData } from '../index/address-index.ts'
import { wordAt } from '../index/lexicon.ts'
import { NO_TYPE } from '../words/place-types.ts'
import { explain, type WordUse } from './assign-words.ts'
import type { FoundRow } from './found-row.ts'
import type { QueryWord, ReadQuery } from './read-query.ts'

/** A row, and what each word of the query is to it. */
export interface NamedRow {
  readonly row: FoundRow
  /** One use for each of `words`. */
  readonly uses: readonly WordUse[]
  readonly words: readonly QueryWord[]
  readonly data: AddressIndexData
}

export function namedRow(index: AddressIndex, read: ReadQuery, row: FoundRow): NamedRow {
  return { row, uses: explain(index, read, row), words: read.words, data: index.data }
}

/** The kind of street that the table has; `NO_TYPE` where it has none. */
export function typeOfStreet({ data, row }: NamedRow): number {
  return data.streetType[row.street] ?? NO_TYPE
}

/** Words that people leave out of a name as a matter of course: "ул. им. Чуйкова". */
const IN_MEMORY: ReadonlySet<string> = new Set(['им', 'имени'])

/** Two initials that are one word, as "р.п." and "П. С." are: "ул. П.С. Нахимова". */
const INITIALS_IN_ONE: ReadonlySet<string> = new Set(['рп', 'дп', 'кп', 'пс', 'во'])

/**
 * The words of the street's name that were not typed, but for "имени" and the two initials of a
 * person: one may be a word as well, "М. Пироговская".
 */
export function untakenWords({ data, row, uses }: NamedRow): string[] {
  if (row.street < 0) return []
  const taken = uses.filter(({ as }) => as === 'name').map(({ word }) => word)
  const own = [...listAt(data.streetWords, row.street)]
  const words = own.map((word) => wordAt(data.lexicon, word))
  const letters = words.filter((word) => /^\p{L}$/u.test(word))
  const isOfInitials = (word: string, i: number) =>
    (letters.length > 1 && letters.includes(word)) ||
    // Behind the name they are a part of the city: "Большой проспект П.С.".
    (i < words.length - 1 && INITIALS_IN_ONE.has(word))
  return words.filter(
    (word, i) => !taken.includes(own[i] ?? -1) && !IN_MEMORY.has(word) && !isOfInitials(word, i),
  )
}
