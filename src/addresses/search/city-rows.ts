// The rows that a query gives for cities themselves: one for each city with a word of its name in
// the query. Never looks at streets.
import { lengthAt } from '../../numbers/packed-lists.ts'
import type { AddressIndex } from '../index/address-index.ts'
import type { FoundRow, SearchScope } from './found-row.ts'
import { isOfOtherKindOfCity } from './kind-of-city.ts'
import type { ReadQuery } from './read-query.ts'
import { tieBreakOfCity } from './tie-breaks.ts'
import { OTHER_KIND_OF_CITY, TYPE_BESIDE_CITY, UNCOVERED_WORD, unreadLetters } from './word-cost.ts'

export function cityRows(index: AddressIndex, read: ReadQuery, scope: SearchScope): FoundRow[] {
  if (scope.kind !== null && scope.kind !== 'city') return []
  const named = new Set<number>()
  for (const word of read.words) {
    // "корпус Б" names no city that begins with it.
    if (!word.isHouseLetter) for (const city of word.cities.keys()) named.add(city)
  }
  const rows: FoundRow[] = []
  for (const city of named) {
    if (scope.cities && !scope.cities.has(city)) continue
    rows.push(cityRow(index, read, scope, city))
  }
  return rows
}

function cityRow(index: AddressIndex, read: ReadQuery, scope: SearchScope, city: number): FoundRow {
  let cost = tieBreakOfCity(index, scope, city)
  let met = 0
  let unread = 0
  for (const word of read.words) {
    const match = word.isHouseLetter ? undefined : word.cities.get(city)
    if (match) {
      met += 1
      cost += match.cost
      if (isOfOtherKindOfCity(index.data, city, word.cityKind)) cost += OTHER_KIND_OF_CITY
    } else {
      cost += Math.min(word.costUnread, word.cheapestType + TYPE_BESIDE_CITY)
      unread += unreadLetters(word.token, word.costUnread)
    }
  }
  cost += UNCOVERED_WORD * Math.max(0, lengthAt(index.data.cityWords, city) - met)
  return {
    kind: 'city',
    city,
    street: -1,
    house: -1,
    cost,
    houseMatch: null,
    unread,
    tookNumbers: false,
  }
}
