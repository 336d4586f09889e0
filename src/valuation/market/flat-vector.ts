// One flat as one vector of numbers (NaN = unknown), the codes of its words, and the factors its
// numbers belong to. Never here: prices, dates and anything learnt from them.
import { CONDITIONS, type Dwelling, HOUSE_MATERIALS, MARKETS } from '../comparables/comparable.ts'
import { columnPositions } from './column-positions.ts'

/**
 * Positions in a flat's vector.
 * lat, lon: degrees. lnArea: ln m². year: calendar year. Shares are of the area. From
 * `material` on: codes of words.
 */
export const FLAT = columnPositions([
  'lat',
  'lon',
  'lnArea',
  'rooms',
  'floor',
  'floors',
  'year',
  'ceilingM',
  'kitchenShare',
  'livingShare',
  'material',
  'condition',
  'market',
  'class',
  'district',
  'city',
])

/** A row's flat: a view of a table's flats, not a copy. */
export function flatOf(table: { readonly flats: Float64Array }, row: number): Float64Array {
  return table.flats.subarray(row * FLAT.size, (row + 1) * FLAT.size)
}

/** One attribute of a row; NaN where it is unknown. */
export function attributeAt(
  table: { readonly flats: Float64Array },
  row: number,
  position: number,
): number {
  return table.flats[row * FLAT.size + position] as number
}

/** The factors of an adjustment and the positions each owns. Together they own all positions. */
export const ATTRIBUTE_FACTORS = [
  { factor: 'area', positions: [FLAT.lnArea, FLAT.rooms, FLAT.kitchenShare, FLAT.livingShare] },
  { factor: 'floor', positions: [FLAT.floor] },
  {
    factor: 'building',
    positions: [FLAT.floors, FLAT.year, FLAT.ceilingM, FLAT.material, FLAT.class],
  },
  { factor: 'condition', positions: [FLAT.condition] },
  { factor: 'market', positions: [FLAT.market] },
  { factor: 'location', positions: [FLAT.lat, FLAT.lon, FLAT.district, FLAT.city] },
] as const

/** The words of a market by code: a code is a position in its list. */
export interface Words {
  readonly classes: string[]
  readonly districts: string[]
  readonly cities: string[]
}

/** Cities are distinguished by name; flats without one share the empty name. */
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
  const vector = new Float64Array(FLAT.size).fill(Number.NaN)
  vector[FLAT.lat] = dwelling.lat
  vector[FLAT.lon] = dwelling.lon
  vector[FLAT.lnArea] = Math.log(dwelling.areaM2)
  vector[FLAT.rooms] = Math.min(dwelling.rooms, 10)
  vector[FLAT.floor] = orNaN(dwelling.floor)
  vector[FLAT.floors] = orNaN(dwelling.floorsTotal)
  vector[FLAT.year] = orNaN(dwelling.yearBuilt)
  vector[FLAT.ceilingM] = orNaN(dwelling.ceilingHeightM)
  vector[FLAT.kitchenShare] = orNaN(dwelling.kitchenAreaM2) / dwelling.areaM2
  vector[FLAT.livingShare] = orNaN(dwelling.livingAreaM2) / dwelling.areaM2
  vector[FLAT.material] = codeIn(HOUSE_MATERIALS, dwelling.houseMaterial)
  vector[FLAT.condition] = codeIn(CONDITIONS, dwelling.condition)
  vector[FLAT.market] = codeIn(MARKETS, dwelling.market)
  vector[FLAT.class] = classCode
  vector[FLAT.district] = districtCode
  vector[FLAT.city] = cityCode
  return vector
}
