// One reading of a query against the index: which streets, houses and cities it names, and at what
// cost. Never chooses between readings and never makes a page.
import type { AddressIndex } from '../index/address-index.ts'
import { cityRows } from './city-rows.ts'
import { closeStreets } from './close-streets.ts'
import type { FoundRow, SearchScope } from './found-row.ts'
import { type ReadQuery, readQuery } from './read-query.ts'
import type { Manner } from './stored-matches.ts'
import { streetRows } from './street-rows.ts'

export interface SearchResult {
  readonly read: ReadQuery
  /** Cheapest first. */
  readonly rows: FoundRow[]
  /** Whether there is a bare number in it, of a house or of a street, or a letter for a house. */
  readonly houseTyped: boolean
}

/** Searches with one reading of a query (folded text). */
export function search(
  index: AddressIndex,
  folded: string,
  scope: SearchScope,
  manner: Manner,
): SearchResult {
  const read = readQuery(index, folded, manner)
  const streets = scope.kind === 'city' ? [] : closeStreets(index, read, scope)
  const rows = cityRows(index, read, scope).concat(streetRows(index, read, scope, streets))
  rows.sort(
    (a, b) => a.cost - b.cost || a.street - b.street || a.house - b.house || a.city - b.city,
  )
  const houseTyped = read.words.some(
    ({ token, isHouseLetter }) => token.kind === 'number' || isHouseLetter,
  )
  return { read, rows, houseTyped }
}
