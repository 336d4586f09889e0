// How alike two flats are: a sum of squared differences, each over a tuned scale. Never here: the
// tuning (tuning.ts) and the search (neighbours.ts).
import { columnPositions } from './column-positions.ts'
import {
  CEILING,
  CLASS,
  CONDITION,
  distanceKm,
  FLOOR,
  FLOORS,
  LAT,
  LN_AREA,
  LON,
  MARKET,
  MATERIAL,
  ROOMS,
  YEAR as YEAR_BUILT,
} from './flat-vector.ts'

/**
 * The terms of the distance, in the order of its weights. `weight` is where the tuning starts, one
 * over the squared scale: 0.35 km, 0.2 in ln area, 6 floors, 8 years, 12 months, and penalties for
 * differing words. `unknown` is what a term counts when either side is unknown: about half of what
 * two flats of one neighbourhood differ.
 */
const TERMS = {
  place: { weight: 1 / 0.35 ** 2, unknown: 0 },
  area: { weight: 1 / 0.2 ** 2, unknown: 0.02 },
  floor: { weight: 1 / 6 ** 2, unknown: 8 },
  year: { weight: 1 / 8 ** 2, unknown: 40 },
  age: { weight: 1 / 12 ** 2, unknown: 0 },
  condition: { weight: 0.3, unknown: 0.6 },
  material: { weight: 0.5, unknown: 0.3 },
  class: { weight: 0.8, unknown: 0.3 },
  rooms: { weight: 0.4, unknown: 0.4 },
  market: { weight: 0.8, unknown: 0.3 },
  building: { weight: 0.5, unknown: 0 },
  floors: { weight: 0.5, unknown: 0.05 },
  ceiling: { weight: 0.5, unknown: 0.02 },
} as const
const TERM = columnPositions(Object.keys(TERMS) as (keyof typeof TERMS)[])
export const TERM_COUNT = TERM.size
export const PLACE = TERM.place
export const AREA = TERM.area
export const YEAR = TERM.year
export const AGE = TERM.age
export const CONDITION_STEPS = TERM.condition
export const MATERIAL_DIFFERS = TERM.material
export const MARKET_DIFFERS = TERM.market
export const BUILDING = TERM.building

const UNKNOWN: readonly number[] = Object.values(TERMS).map(({ unknown }) => unknown)
export const STARTING_WEIGHTS: readonly number[] = Object.values(TERMS).map(({ weight }) => weight)

export const DAYS_PER_MONTH = 30.44

const squared = (a: number, b: number): number => {
  const d = a - b
  return d * d
}

/**
 * Writes the squared differences of two flats to out[at…], term by term.
 * Units: km², (ln m²)², storeys², years², months², steps of condition²; 1 for another material or
 * class; rooms²; 1 for another market or building; (ln storeys)², m².
 * @param a,b arrays of flat vectors; aFrom and bFrom are where the flats begin in them
 */
export function differences(
  a: Float64Array,
  aFrom: number,
  b: Float64Array,
  bFrom: number,
  ageDays: number,
  sameBuilding: boolean,
  out: Float64Array | Float32Array,
  at: number,
): void {
  const km = distanceKm(
    a[aFrom + LAT] as number,
    a[aFrom + LON] as number,
    b[bFrom + LAT] as number,
    b[bFrom + LON] as number,
  )
  out[at + TERM.place] = km * km
  out[at + TERM.area] = squared(a[aFrom + LN_AREA] as number, b[bFrom + LN_AREA] as number)
  out[at + TERM.floor] = squared(a[aFrom + FLOOR] as number, b[bFrom + FLOOR] as number)
  out[at + TERM.year] = squared(a[aFrom + YEAR_BUILT] as number, b[bFrom + YEAR_BUILT] as number)
  out[at + TERM.age] = (ageDays / DAYS_PER_MONTH) ** 2
  out[at + TERM.condition] = squared(a[aFrom + CONDITION] as number, b[bFrom + CONDITION] as number)
  out[at + TERM.material] = unlike(a[aFrom + MATERIAL] as number, b[bFrom + MATERIAL] as number)
  out[at + TERM.class] = unlike(a[aFrom + CLASS] as number, b[bFrom + CLASS] as number)
  out[at + TERM.rooms] = squared(a[aFrom + ROOMS] as number, b[bFrom + ROOMS] as number)
  out[at + TERM.market] = unlike(a[aFrom + MARKET] as number, b[bFrom + MARKET] as number)
  out[at + TERM.building] = sameBuilding ? 0 : 1
  const floors = Math.log((a[aFrom + FLOORS] as number) / (b[bFrom + FLOORS] as number))
  out[at + TERM.floors] = floors * floors
  out[at + TERM.ceiling] = squared(a[aFrom + CEILING] as number, b[bFrom + CEILING] as number)
  for (let k = 1; k < TERM_COUNT; k += 1) {
    const value = out[at + k] as number
    if (Number.isNaN(value)) out[at + k] = UNKNOWN[k] as number
  }
}

function unlike(a: number, b: number): number {
  if (a === b) return 0
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 1
}

/** The weighted sum of the differences at `at`. */
export function squaredDistance(
  weights: ArrayLike<number>,
  terms: Float64Array | Float32Array,
  at: number,
): number {
  let sum = 0
  for (let k = 0; k < TERM_COUNT; k += 1) sum += (weights[k] as number) * (terms[at + k] as number)
  return sum
}
