// Chooses the rows of the page: the cheapest, each place once, none far behind the first. Never
// changes their order.
import { type AddressIndex, canonicalHouseAt, streetNameAt } from '../index/address-index.ts'
import { fixedDistanceKm, NO_COORDINATE } from '../index/index-coordinates.ts'
import { canonicalStreet } from '../words/place-names.ts'
import { WORST_COST } from './best-reading.ts'
import type { FoundRow } from './found-row.ts'
import { placeOfRow } from './row-place.ts'

/** Rows dearer than the first by more than this are not worth showing: two typos more. */
const WORST_BEHIND = 2
/** Two spellings of one street nearer than this are one row of the page. */
const SAME_STREET_KM = 2

/** Of rows in order of cost, at most `limit` to show. */
export function pageRows(
  index: AddressIndex,
  rows: readonly FoundRow[],
  limit: number,
): FoundRow[] {
  const worst = Math.min((rows[0]?.cost ?? 0) + WORST_BEHIND, WORST_COST)
  const page: FoundRow[] = []
  const shown = new Map<string, FoundRow[]>()
  for (const row of rows) {
    if (page.length >= limit || row.cost > worst) break
    const name = nameOf(index, row)
    const namesakes = shown.get(name) ?? []
    if (namesakes.some((other) => isSamePlace(index, row, other))) continue
    shown.set(name, [...namesakes, row])
    page.push(row)
  }
  return page
}

/** One text for all spellings of an address. */
function nameOf({ data }: AddressIndex, row: FoundRow): string {
  const street = row.street < 0 ? '' : canonicalStreet(streetNameAt(data, row.street))
  const house = row.house < 0 ? '' : canonicalHouseAt(data, row.house)
  return `${row.city}|${street}|${house}`
}

function isSamePlace(index: AddressIndex, a: FoundRow, b: FoundRow): boolean {
  // Of one street the index keeps an address twice only where it is of two places.
  if (a.street === b.street) return a.house === b.house
  const placeA = placeOfRow(index, a)
  const placeB = placeOfRow(index, b)
  if (placeA.lat === NO_COORDINATE || placeB.lat === NO_COORDINATE) return true
  return fixedDistanceKm(placeA.lat, placeA.lon, placeB.lat, placeB.lon) < SAME_STREET_KM
}
