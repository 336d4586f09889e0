// Cities of one name far from each other, such as the two of Троицк: each is a city of its own,
// with a centre, prices and an index. Never here: cities that no comparable names (name-cities.ts).

import { distanceKm } from '../../geometry/earth.ts'
import { median } from '../../numbers/order-statistics.ts'
import { byUnits } from '../../text/by-units.ts'
import type { Comparable } from '../comparables/comparable.ts'
import { cityName } from './flat-vector.ts'
import { MAX_PLACES, namePlaces } from './name-places.ts'

/** No city with its suburbs is as large; a region in place of a city may be. */
const FAR_APART_KM = 50
/** Fewer flats far from a city's others have wrong coordinates. */
const MIN_FLATS = 20
const MIN_SHARE = 0.02

interface Namesake {
  readonly place: string
  readonly lat: number
  readonly lon: number
}

/**
 * The comparables in their order; where one name stands for cities far apart, each row's city is
 * called after the nearest of these too, the names of most rows first, as long as there are no more
 * cities than `MAX_PLACES`. The order of the rows changes nothing.
 */
export function tellNamesakesApart(comparables: readonly Comparable[]): readonly Comparable[] {
  const called = new Map<Comparable, string>()
  const byName = fullestFirst(Map.groupBy(comparables, cityName))
  let cities = byName.length
  for (const [name, ofName] of byName) {
    if (name === '') continue
    const namesakes = namesakesIn(ofName)
    if (namesakes.length < 2 || cities + namesakes.length - 1 > MAX_PLACES) continue
    cities += namesakes.length - 1
    for (const one of ofName) {
      const kmTo = ({ lat, lon }: Namesake): number => distanceKm(one.lat, one.lon, lat, lon)
      const nearest = namesakes.reduce((best, each) => (kmTo(each) < kmTo(best) ? each : best))
      called.set(one, `${one.city} (${nearest.place})`)
    }
  }
  if (called.size === 0) return comparables
  return comparables.map((one) => ({ ...one, city: called.get(one) ?? one.city }))
}

/** The fullest first, each far from those before it. */
function namesakesIn(ofName: readonly Comparable[]): readonly Namesake[] {
  if (!isSpreadFar(ofName)) return []
  const placed = namePlaces(ofName)
  if (placed === ofName) return []
  const least = Math.max(MIN_FLATS, MIN_SHARE * ofName.length)
  const places = fullestFirst(Map.groupBy(placed, ({ city }) => city ?? ''))
    .filter(([place, rows]) => place !== '' && rows.length >= least)
    .map(([place, rows]) => ({
      place,
      lat: median(rows.map(({ lat }) => lat)),
      lon: median(rows.map(({ lon }) => lon)),
    }))
  const apart: Namesake[] = []
  for (const place of places) {
    const isFar = apart.every(
      ({ lat, lon }) => distanceKm(place.lat, place.lon, lat, lon) > FAR_APART_KM,
    )
    if (isFar) apart.push(place)
  }
  return apart
}

/** Of equally full ones the first by its letters. */
function fullestFirst<Row>(groups: ReadonlyMap<string, Row[]>): [name: string, rows: Row[]][] {
  return [...groups].sort(([a, rowsA], [b, rowsB]) => rowsB.length - rowsA.length || byUnits(a, b))
}

/** Whether the corners of all their points are far apart: most cities' are not. */
function isSpreadFar(rows: readonly Comparable[]): boolean {
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { lat, lon } of rows) {
    south = Math.min(south, lat)
    north = Math.max(north, lat)
    west = Math.min(west, lon)
    east = Math.max(east, lon)
  }
  return distanceKm(south, west, north, east) > FAR_APART_KM
}
