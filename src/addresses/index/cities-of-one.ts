// Which of the cities collected are one: rows may leave out the kind that others say. Never joins
// two kinds: a село and a деревня of one name are two places.
import { distanceKm, type Place } from '../../geometry/earth.ts'
import type { Address } from '../table/address.ts'
import { NO_TYPE } from '../words/place-types.ts'
import type { CityDraft } from './address-drafts.ts'

/** Rows without a kind are of the settlement of that name if it is nearer than this. */
const SAME_CITY_KM = 10

/** The middle of places that come one by one. */
export class MiddleOfHouses {
  #lat = 0
  #lon = 0
  #count = 0

  add({ lat, lon }: Pick<Address, 'lat' | 'lon'>): void {
    if (lat === null || lon === null) return
    this.#lat += lat
    this.#lon += lon
    this.#count += 1
  }

  place(): Place | null {
    return this.#count === 0 ? null : { lat: this.#lat / this.#count, lon: this.#lon / this.#count }
  }
}

/**
 * Numbers of cities that are another, each with that one's: "Шушары" is the "п. Шушары" where no
 * other of that name is near it; "Пушкино" of a list of cities is no "д. Пушкино" elsewhere.
 */
export function citiesOfOne(cities: readonly CityDraft[]): Map<number, number> {
  const numbers = [...cities.keys()]
  const joined = new Map<number, number>()
  for (const namesakes of Map.groupBy(numbers, (at) => cities[at]?.words.join(' ')).values()) {
    const unsaid = namesakes.find((at) => cities[at]?.kind === NO_TYPE)
    if (unsaid === undefined) continue
    const near = namesakes.filter((at) => at !== unsaid && isNear(cities[at], cities[unsaid]))
    if (near.length === 1 && near[0] !== undefined) joined.set(unsaid, near[0])
  }
  return joined
}

function isNear(a: CityDraft | undefined, b: CityDraft | undefined): boolean {
  const [from, to] = [placeOf(a), placeOf(b)]
  return !from || !to || distanceKm(from.lat, from.lon, to.lat, to.lon) < SAME_CITY_KM
}

function placeOf(city: CityDraft | undefined): Place | null {
  const { lat = null, lon = null } = city?.fact ?? {}
  return lat !== null && lon !== null ? { lat, lon } : (city?.middle.place() ?? null)
}
