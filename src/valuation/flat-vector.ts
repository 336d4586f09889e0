// One flat as one vector of numbers (NaN = unknown), the codes of its words, and the factors its
// numbers belong to. Never here: prices, dates and anything learnt from them.
import { KM_PER_DEGREE } from '../geometry/earth.ts'
import { CONDITIONS, type Dwelling, HOUSE_MATERIALS, MARKETS } from './comparable.ts'

/**
 * Positions in a flat's vector.
 * LAT, LON: degrees. LN_AREA: ln m². YEAR: calendar year. CEILING: m. KITCHEN, LIVING: shares of
 * the area.
 */
export const LAT = 0
export const LON = 1
export const LN_AREA = 2
export const ROOMS = 3
export const FLOOR = 4
export const FLOORS = 5
export const YEAR = 6
export const CEILING = 7
export const KITCHEN = 8
export const LIVING = 9
export const MATERIAL = 10
export const CONDITION = 11
export const MARKET = 12
export const CLASS = 13
export const DISTRICT = 14
export const CITY = 15
export const FLAT_SIZE = 16

/** The factors of an adjustment and the positions each owns. Together they own all positions. */
export const ATTRIBUTE_FACTORS = [
  { factor: 'area', positions: [LN_AREA, ROOMS, KITCHEN, LIVING] },
  { factor: 'floor', positions: [FLOOR] },
  { factor: 'building', positions: [FLOORS, YEAR, CEILING, MATERIAL, CLASS] },
  { factor: 'condition', positions: [CONDITION] },
  { factor: 'market', positions: [MARKET] },
  { factor: 'location', positions: [LAT, LON, DISTRICT, CITY] },
] as const

/** The words of a market by code: a code is a position in its list. */
export interface Words {
  readonly classes: string[]
  readonly districts: string[]
  readonly cities: string[]
}

/** Cities are told apart by name; flats without one share the empty name. */
export function cityName(dwelling: Dwelling): string {
  return (dwelling.city ?? '').trim().toLowerCase()
}

/** A district is known by its city and its own name; flats without a district are unknown. */
export function districtName(dwelling: Dwelling): string | null {
  return dwelling.district === null
    ? null
    : `${cityName(dwelling)}|${dwelling.district.trim().toLowerCase()}`
}

export function className(dwelling: Dwelling): string | null {
  return dwelling.buildingClass === null ? null : dwelling.buildingClass.trim().toLowerCase()
}

function codeIn(list: readonly string[], word: string | null): number {
  if (word === null) return Number.NaN
  const at = list.indexOf(word)
  return at < 0 ? Number.NaN : at
}

/** Looks words up in lists of any length: used for one subject, where an index would not pay. */
export function coderOf(words: Words): (dwelling: Dwelling) => Float64Array {
  // Where any row has a city, a subject without one is of an unknown city.
  const areCitiesNamed = words.cities.some((city) => city !== '')
  return (dwelling) => {
    const city = cityName(dwelling)
    return flatVector(
      dwelling,
      codeIn(words.classes, className(dwelling)),
      codeIn(words.districts, districtName(dwelling)),
      codeIn(words.cities, city === '' && areCitiesNamed ? null : city),
    )
  }
}

/**
 * The vector of a flat whose words have already been coded (NaN = a word the market does not know).
 */
export function flatVector(
  dwelling: Dwelling,
  classCode: number,
  districtCode: number,
  cityCode: number,
): Float64Array {
  const orNaN = (value: number | null): number => value ?? Number.NaN
  const codeOf = (list: readonly string[], value: string | null): number => codeIn(list, value)
  const vector = new Float64Array(FLAT_SIZE)
  vector[LAT] = dwelling.lat
  vector[LON] = dwelling.lon
  vector[LN_AREA] = Math.log(dwelling.areaM2)
  vector[ROOMS] = Math.min(dwelling.rooms, 10)
  vector[FLOOR] = orNaN(dwelling.floor)
  vector[FLOORS] = orNaN(dwelling.floorsTotal)
  vector[YEAR] = orNaN(dwelling.yearBuilt)
  vector[CEILING] = orNaN(dwelling.ceilingHeightM)
  vector[KITCHEN] = orNaN(dwelling.kitchenAreaM2) / dwelling.areaM2
  vector[LIVING] = orNaN(dwelling.livingAreaM2) / dwelling.areaM2
  vector[MATERIAL] = codeOf(HOUSE_MATERIALS, dwelling.houseMaterial)
  vector[CONDITION] = codeOf(CONDITIONS, dwelling.condition)
  vector[MARKET] = codeOf(MARKETS, dwelling.market)
  vector[CLASS] = classCode
  vector[DISTRICT] = districtCode
  vector[CITY] = cityCode
  return vector
}

/**
 * Distance in km between two near points (equirectangular; within 0.1 % up to some tens of km off
 * the poles).
 */
export function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const dy = (latB - latA) * KM_PER_DEGREE
  let dLon = Math.abs(lonB - lonA)
  if (dLon > 180) dLon = 360 - dLon
  const dx = dLon * KM_PER_DEGREE * Math.cos(((latA + latB) * Math.PI) / 360)
  return Math.sqrt(dx * dx + dy * dy)
}
