// What speaks for a row besides the query: the size of its city, and its nearness. Both together
// never count as much as a typo in a name.
import { UNITS_PER_DEGREE } from '../../geometry/fixed-degrees.ts'
import type { AddressIndex } from '../index/address-index.ts'
import { fixedDistanceKm, NO_COORDINATE } from '../index/index-coordinates.ts'
import type { SearchScope } from './found-row.ts'
import { FARTHER, SMALLER_CITY } from './word-cost.ts'

/**
 * Everything within a large city is near: this distance costs nearly two thirds of the most that
 * distance can cost.
 */
const NEARNESS_KM = 25

/** Farther than any place: for what has no coordinates. */
const NOWHERE_KM = 1e5

export function tieBreakOfStreet(index: AddressIndex, scope: SearchScope, street: number): number {
  const { streetCity, streetLat, streetLon } = index.data
  return tieBreak(index, scope, streetCity[street] ?? 0, streetLat[street], streetLon[street])
}

export function tieBreakOfCity(index: AddressIndex, scope: SearchScope, city: number): number {
  const { cityLat, cityLon } = index.data
  return tieBreak(index, scope, city, cityLat[city], cityLon[city])
}

/** Population counts by its logarithm: a million is to a thousand as a thousand is to one. */
function tieBreak(
  index: AddressIndex,
  scope: SearchScope,
  city: number,
  lat: number | undefined,
  lon: number | undefined,
): number {
  const people = index.data.cityPopulation[city] ?? 0
  const size = Math.log1p(people) / Math.log1p(index.largestPopulation)
  const ofSize = SMALLER_CITY * (1 - size)
  if (scope.lat === null || scope.lon === null) return ofSize
  const fromLat = scope.lat * UNITS_PER_DEGREE
  const fromLon = scope.lon * UNITS_PER_DEGREE
  const isKnown = lat !== undefined && lon !== undefined && lat !== NO_COORDINATE
  const km = isKnown ? fixedDistanceKm(fromLat, fromLon, lat, lon) : NOWHERE_KM
  return ofSize + FARTHER * (1 - Math.exp(-km / NEARNESS_KM))
}
