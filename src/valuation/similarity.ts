// How alike two flats are: a sum of squared differences, each over a scale the data chose.
// Never here: the choosing (tuning.ts) and the search (neighbours.ts).
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

/** The terms of the distance, in the order of its weights. */
const TERMS = [
  'place',
  'area',
  'floor',
  'year',
  'age',
  'condition',
  'material',
  'class',
  'rooms',
  'market',
  'building',
  'floors',
  'ceiling',
] as const
export const TERM_COUNT = TERMS.length
export const PLACE = 0
export const AREA = 1
export const YEAR = 3
export const AGE = 4
export const CONDITION_STEPS = 5
export const MATERIAL_DIFFERS = 6
export const MARKET_DIFFERS = 9
export const BUILDING = 10

/**
 * What a term counts when either side is unknown: about half of what two flats of one neighbourhood
 * differ.
 */
const UNKNOWN = [0, 0.02, 8, 40, 0, 0.6, 0.3, 0.3, 0.4, 0.3, 0, 0.05, 0.02]

/**
 * Starting weights, one over the squared scale of each term: 0.35 km, 0.2 in ln area, 6 floors, 8
 * years, 12 months, and penalties for differing words. The tuning moves them to where the data
 * wants them.
 */
export const STARTING_WEIGHTS = [
  1 / 0.35 ** 2,
  1 / 0.2 ** 2,
  1 / 6 ** 2,
  1 / 8 ** 2,
  1 / 12 ** 2,
  0.3,
  0.5,
  0.8,
  0.4,
  0.8,
  0.5,
  0.5,
  0.5,
]

export const DAYS_PER_MONTH = 30.44

const squared = (a: number, b: number): number => {
  const d = a - b
  return d * d
}

/**
 * Squared differences of two flats, term by term, written to out[at…]: km², (ln m²)², storeys²,
 * years², months², steps of condition², 1 for a differing material, class, market or building,
 * rooms², (ln storeys)², m².
 * @param a,b arrays of flat vectors and where in them the flats begin
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
  out[at] = km * km
  out[at + 1] = squared(a[aFrom + LN_AREA] as number, b[bFrom + LN_AREA] as number)
  out[at + 2] = squared(a[aFrom + FLOOR] as number, b[bFrom + FLOOR] as number)
  out[at + 3] = squared(a[aFrom + YEAR_BUILT] as number, b[bFrom + YEAR_BUILT] as number)
  out[at + 4] = (ageDays / DAYS_PER_MONTH) ** 2
  out[at + 5] = squared(a[aFrom + CONDITION] as number, b[bFrom + CONDITION] as number)
  out[at + 6] = unlike(a[aFrom + MATERIAL] as number, b[bFrom + MATERIAL] as number)
  out[at + 7] = unlike(a[aFrom + CLASS] as number, b[bFrom + CLASS] as number)
  out[at + 8] = squared(a[aFrom + ROOMS] as number, b[bFrom + ROOMS] as number)
  out[at + 9] = unlike(a[aFrom + MARKET] as number, b[bFrom + MARKET] as number)
  out[at + 10] = sameBuilding ? 0 : 1
  const floors = Math.log((a[aFrom + FLOORS] as number) / (b[bFrom + FLOORS] as number))
  out[at + 11] = floors * floors
  out[at + 12] = squared(a[aFrom + CEILING] as number, b[bFrom + CEILING] as number)
  for (let k = 1; k < TERM_COUNT; k += 1) {
    const value = out[at + k] as number
    if (Number.isNaN(value)) out[at + k] = UNKNOWN[k] as number
  }
}

function unlike(a: number, b: number): number {
  if (a === b) return 0
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 1
}

/** The squared distance the weights make of the differences at `at`. */
export function squaredDistance(
  weights: ArrayLike<number>,
  terms: Float64Array | Float32Array,
  at: number,
): number {
  let sum = 0
  for (let k = 0; k < TERM_COUNT; k += 1) sum += (weights[k] as number) * (terms[at + k] as number)
  return sum
}
