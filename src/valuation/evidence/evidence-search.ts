// The order in which comparables are candidates to be shown: first the neighbours that make the
// value, then all within the radius by how small their adjustments should be. Never here: which of
// them are taken and how much each counts.
import { eachRowWithin, surroundings } from '../market/rows-within.ts'
import { OLDEST_DAYS } from '../neighbours/neighbours.ts'
import { differences, squaredDistance, TERM } from '../neighbours/similarity.ts'
import { type Comparison, totalAdjustmentLn } from './adjustments.ts'

/** A comparable is shown only if its net adjustment stays within this share. */
export const MAX_NET = 0.25

/** Where to look: `knownDay` is the last day of evidence. */
export interface ShownQuestion {
  readonly radiusKm: number
  readonly building: number
  readonly knownDay: number
  readonly isLeftOut: (row: number) => boolean
}

/**
 * The wider search: all rows within the radius, ordered by what keeps the parts of an adjustment
 * small: place is less important and area more. `level` is the scale, ln, of the distance of a
 * row's adjusted price from the estimate. Flats that are alike even in what no attribute records
 * agree in price.
 */
const WIDER_LOOK = { place: 1 / 200, areaScale: 0.07, level: 0.1, pool: 80 }
/** A difference of f, ln, that nothing can offset: a cheap first filter in dense markets. */
const HOPELESS = 0.8

/**
 * A row whose adjusted price is farther from the estimate, ln, says more about itself than about
 * the flat: a share of one, a wrong area, a luxury that no attribute records. The others shown
 * would all be moved to make up for it.
 */
const OUTLYING = 0.3

/**
 * How far a row's adjusted price is from the estimate, ln; a factor common to all is still to come.
 * Null where the net adjustment is out of bounds or the row is an outlier.
 */
function missOf(comparison: Comparison, row: number, targetLn: number): number | null {
  const adjustment = totalAdjustmentLn(comparison, row)
  if (Math.abs(Math.expm1(adjustment)) > MAX_NET) return null
  const miss = (comparison.market.table.lnPrice[row] as number) + adjustment - targetLn
  return Math.abs(miss) > OUTLYING ? null : miss
}

/** Its distance is by the tuned scales, whichever search found it. */
export interface CandidateRow {
  readonly row: number
  readonly squaredDistance: number
}

/** The neighbours within bounds that are no outliers, most alike first. */
export function* neighbourRows(
  comparison: Comparison,
  targetLn: number,
): Generator<CandidateRow, void> {
  const { rows, squaredDistances } = comparison.value.neighbours
  for (const [i, row] of rows.entries()) {
    if (missOf(comparison, row, targetLn) === null) continue
    yield { row, squaredDistance: squaredDistances[i] as number }
  }
}

/**
 * All rows within the radius that are within bounds and no outliers, except `taken`, ordered by how
 * small the parts of their adjustments should be.
 */
export function* widerRows(
  comparison: Comparison,
  question: ShownQuestion,
  targetLn: number,
  taken: ReadonlySet<number>,
): Generator<CandidateRow, void> {
  const { market, value, flat, day } = comparison
  const { building } = question
  const tuned = building >= 0 ? market.scales.known.weights : market.scales.unknown.weights
  const { place, areaScale, level, pool } = WIDER_LOOK
  const weights = tuned
    .with(TERM.area, Math.max(1 / areaScale ** 2, tuned[TERM.area] as number))
    .with(TERM.place, place * (tuned[TERM.place] as number))
    .with(TERM.building, place * (tuned[TERM.building] as number))
  const wider: (CandidateRow & { order: number })[] = []
  const compared = { flat, building, ageFrom: day }
  const terms = new Float64Array(TERM.size)
  eachWithin(comparison, question, (row) => {
    if (taken.has(row) || Math.abs(value.f - (market.outOfFold[row] as number)) > HOPELESS) return
    const miss = missOf(comparison, row, targetLn)
    if (miss === null) return
    differences(compared, market.table, row, terms, 0)
    const order = squaredDistance(weights, terms, 0) + (miss / level) ** 2
    wider.push({ row, squaredDistance: squaredDistance(tuned, terms, 0), order })
  })
  wider.sort((a, b) => a.order - b.order || a.row - b.row)
  yield* wider.slice(0, pool)
}

/** Calls `visit` with every row that may be evidence within the radius and two years. */
function eachWithin(
  { market, flat, day }: Comparison,
  { radiusKm, knownDay, isLeftOut }: ShownQuestion,
  visit: (row: number) => void,
): void {
  const isRecent = (row: number): boolean => {
    const rowDay = market.table.day[row] as number
    return rowDay <= knownDay && rowDay >= day - OLDEST_DAYS
  }
  eachRowWithin(market, surroundings(flat, radiusKm), isRecent, (row) => {
    if (!isLeftOut(row)) visit(row)
  })
}
