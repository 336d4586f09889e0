// How alike two flats are: a sum of squared differences, each over a tuned scale. Never here: the
// tuning (tuning/tuning.ts) and the search (neighbours.ts).
import { DAYS_PER_MONTH } from '../../calendar.ts'
import { distanceKm } from '../../geometry/earth.ts'
import { columnPositions } from '../market/column-positions.ts'
import { FLAT } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'

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
/** Positions of the terms in a row of differences, and in the weights. */
export const TERM = columnPositions(Object.keys(TERMS) as (keyof typeof TERMS)[])

const UNKNOWN: readonly number[] = Object.values(TERMS).map(({ unknown }) => unknown)
export const STARTING_WEIGHTS: readonly number[] = Object.values(TERMS).map(({ weight }) => weight)

const squared = (a: number, b: number): number => {
  const d = a - b
  return d * d
}

/** A flat to compare rows of the market with. */
export interface Compared {
  readonly flat: Float64Array
  /** Its building among the market's, or −1. */
  readonly building: number
  /** The day from which the age of comparables counts. */
  readonly ageFrom: number
}

/**
 * Writes the squared differences of a flat and a row to out[at…], term by term.
 * Units: km², (ln m²)², storeys², years², months², steps of condition²; 1 for another material or
 * class; rooms²; 1 for another market or building; (ln storeys)², m².
 */
export function differences(
  { flat: a, building, ageFrom }: Compared,
  { flats: b, building: buildings, day }: Pick<MarketTable, 'flats' | 'building' | 'day'>,
  row: number,
  out: Float64Array | Float32Array,
  at: number,
): void {
  const from = row * FLAT.size
  const km = distanceKm(
    a[FLAT.lat] as number,
    a[FLAT.lon] as number,
    b[from + FLAT.lat] as number,
    b[from + FLAT.lon] as number,
  )
  out[at + TERM.place] = km * km
  out[at + TERM.area] = squared(a[FLAT.lnArea] as number, b[from + FLAT.lnArea] as number)
  out[at + TERM.floor] = squared(a[FLAT.floor] as number, b[from + FLAT.floor] as number)
  out[at + TERM.year] = squared(a[FLAT.year] as number, b[from + FLAT.year] as number)
  out[at + TERM.age] = ((ageFrom - (day[row] as number)) / DAYS_PER_MONTH) ** 2
  out[at + TERM.condition] = squared(
    a[FLAT.condition] as number,
    b[from + FLAT.condition] as number,
  )
  out[at + TERM.material] = unlike(a[FLAT.material] as number, b[from + FLAT.material] as number)
  out[at + TERM.class] = unlike(a[FLAT.class] as number, b[from + FLAT.class] as number)
  out[at + TERM.rooms] = squared(a[FLAT.rooms] as number, b[from + FLAT.rooms] as number)
  out[at + TERM.market] = unlike(a[FLAT.market] as number, b[from + FLAT.market] as number)
  out[at + TERM.building] = buildings[row] === building ? 0 : 1
  const floors = Math.log((a[FLAT.floors] as number) / (b[from + FLAT.floors] as number))
  out[at + TERM.floors] = floors * floors
  out[at + TERM.ceiling] = squared(a[FLAT.ceilingM] as number, b[from + FLAT.ceilingM] as number)
  for (let k = 1; k < TERM.size; k += 1) {
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
  for (let k = 0; k < TERM.size; k += 1) sum += (weights[k] as number) * (terms[at + k] as number)
  return sum
}
