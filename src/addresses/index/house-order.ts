// The order of an index's houses: by street, then number, then place, repeated addresses left out.
// Never looks at names; streets and forms are numbers here.
import { groupedBy, listAt, type PackedLists } from '../../numbers/packed-lists.ts'
import { byUnits } from '../../text/by-units.ts'
import { SAME_PLACE_KM } from '../table/namesakes.ts'
import type { HouseColumns } from './address-drafts.ts'
import { fixedDistanceKm, NO_COORDINATE } from './index-coordinates.ts'

/** More digits than usual numbers have: numbers padded to it are in order as text. */
const PADDED_DIGITS = 6

/** Rows of the columns; those of street s are order[starts[s]..starts[s + 1]]. */
interface HouseOrder {
  readonly order: Uint32Array
  readonly starts: Uint32Array<ArrayBuffer>
}

/** `streetNumber` gives a collected street its number among the `streetCount` streets in order. */
export function orderHouses(
  houses: HouseColumns,
  streetNumber: Uint32Array,
  streetCount: number,
  canonicalForms: readonly string[],
): HouseOrder {
  const rank = rankForms(canonicalForms)
  const rankOf = (row: number) => rank[houses.form.at(row)] ?? 0
  const hasPlace = (row: number) => houses.lat.at(row) !== NO_COORDINATE
  const grouped = groupByStreet(houses, streetNumber, streetCount)
  const order = new Uint32Array(houses.street.length)
  const starts = new Uint32Array(streetCount + 1)
  let kept = 0
  /** Where the same address at the same place is kept already, or -1. */
  const keptRepeat = (row: number, first: number): number => {
    for (let k = kept - 1; k >= first; k -= 1) {
      const other = order[k] ?? 0
      if (rankOf(other) !== rankOf(row)) return -1
      if (!hasPlace(row) || !hasPlace(other)) return k
      if (kmBetween(houses, row, other) < SAME_PLACE_KM) return k
    }
    return -1
  }
  for (let street = 0; street < streetCount; street += 1) {
    const ofStreet = listAt(grouped, street).sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        houses.lat.at(a) - houses.lat.at(b) ||
        houses.lon.at(a) - houses.lon.at(b),
    )
    const first = kept
    for (const row of ofStreet) {
      const repeat = keptRepeat(row, first)
      if (repeat < 0) order[kept++] = row
      else if (hasPlace(row) && !hasPlace(order[repeat] ?? 0)) order[repeat] = row
    }
    starts[street + 1] = kept
  }
  return { order: order.slice(0, kept), starts }
}

/** Each form's rank in the order of house numbers; forms that say the same have the same. */
function rankForms(canonicalForms: readonly string[]): Uint32Array {
  const keys = canonicalForms.map((form) =>
    form.replace(/\d+/gu, (digits) => digits.padStart(PADDED_DIGITS, '0')),
  )
  const rank = new Uint32Array(keys.length)
  const order = keys.map((_, i) => i).sort((a, b) => byUnits(keys[a] ?? '', keys[b] ?? ''))
  let ranks = 0
  for (const [i, form] of order.entries()) {
    if (i > 0 && keys[form] !== keys[order[i - 1] ?? 0]) ranks += 1
    rank[form] = ranks
  }
  return rank
}

/** Rows street by street, those of a street in the order they came. */
function groupByStreet(
  { street }: HouseColumns,
  streetNumber: Uint32Array,
  streetCount: number,
): PackedLists {
  const streetOfRow = Uint32Array.from(street.view(), (collected) => streetNumber[collected] ?? 0)
  return groupedBy(streetOfRow, streetCount)
}

function kmBetween({ lat, lon }: HouseColumns, a: number, b: number): number {
  return fixedDistanceKm(lat.at(a), lon.at(a), lat.at(b), lon.at(b))
}
