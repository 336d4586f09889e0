// The order in which comparables are candidates to be shown: first the nearest, then all within the
// radius by how small their adjustments should be. Never here: which of them are taken and how much
// each counts.
import { eachRowWithin, surroundings } from '../market/rows-within.ts'
import { nearest, OLDEST_DAYS } from '../neighbours/neighbours.ts'
import { differences, squaredDistance, TERM } from '../neighbours/similarity.ts'
import { type Comparison, totalAdjustmentLn } from './adjustments.ts'

/** A comparable is shown only if its net adjustment stays within this share. */
export const MAX_NET = 0.25

/** Where to look: `knownDay` is the last day of evidence. */
export interface ShownQuestion {
  readonly radiusKm: number
  readonly building: number
  readonly knownDay: number
  readonly refuse: (row: number) => boolean
}

/** The first search: nearest by the tuned scales, with a stricter scale for area. */
const FIRST_LOOK = { areaScale: 0.12, pool: 64 }
/**
 * The wider search: all rows within the radius whose net adjustment is within bounds, ordered by
 * what keeps its parts small. `level` is a scale in ln: how far a row's adjusted price may be from
 * the estimate. Flats that are alike even in what no attribute records agree in price.
 */
const WIDER_LOOK = { place: 1 / 200, areaScale: 0.07, yearScale: 8, word: 4, level: 0.1, pool: 80 }
/** A difference of f, ln, that nothing can offset: a cheap first filter in dense markets. */
const HOPELESS = 0.8

/** Whether a row's net adjustment exceeds the bound by more than `slack`. */
export function isFar(comparison: Comparison, row: number, slack: number): boolean {
  return Math.abs(Math.expm1(totalAdjustmentLn(comparison, row))) > MAX_NET + slack
}

/** A candidate row. Its distance is by the tuned scales, whichever search found it. */
interface Alike {
  readonly row: number
  readonly squaredDistance: number
}

function tunedWeights({ market }: Comparison, { building }: ShownQuestion): readonly number[] {
  return building >= 0 ? market.scales.known.weights : market.scales.unknown.weights
}

/** The nearest rows, most alike first. */
export function* nearestRows(
  comparison: Comparison,
  question: ShownQuestion,
): Generator<Alike, void> {
  const { market, flat, day } = comparison
  const tuned = tunedWeights(comparison, question)
  const area = Math.max(1 / FIRST_LOOK.areaScale ** 2, tuned[TERM.area] as number)
  const near = nearest(market.table, market.grid, tuned.with(TERM.area, area), {
    ...question,
    flat,
    day: question.knownDay,
    ageFrom: day,
    oldestDay: day - OLDEST_DAYS,
    k: FIRST_LOOK.pool,
  })
  for (let i = 0; i < near.count; i += 1) {
    // The distance never depends on which search found the row.
    const squared = squaredDistance(tuned, near.terms, i * TERM.size)
    yield { row: near.rows[i] as number, squaredDistance: squared }
  }
}

/** All rows within the radius except `taken`, ordered by how small their adjustments should be. */
export function* widerRows(
  comparison: Comparison,
  question: ShownQuestion,
  targetLn: number,
  taken: ReadonlySet<number>,
): Generator<Alike, void> {
  const { market, value, flat, day } = comparison
  const tuned = tunedWeights(comparison, question)
  const atLeast = (term: number, least: number): number => Math.max(least, tuned[term] as number)
  const { place, areaScale, yearScale, word, level, pool } = WIDER_LOOK
  const weights = tuned
    .with(TERM.area, atLeast(TERM.area, 1 / areaScale ** 2))
    .with(TERM.year, atLeast(TERM.year, 1 / yearScale ** 2))
    .with(TERM.condition, atLeast(TERM.condition, word))
    .with(TERM.material, atLeast(TERM.material, word))
    .with(TERM.market, atLeast(TERM.market, word))
    .with(TERM.place, place * (tuned[TERM.place] as number))
    .with(TERM.building, place * (tuned[TERM.building] as number))
  const wider: (Alike & { order: number })[] = []
  const compared = { flat, building: question.building, ageFrom: day }
  const terms = new Float64Array(TERM.size)
  eachWithin(comparison, question, (row) => {
    if (taken.has(row) || Math.abs(value.f - (market.outOfFold[row] as number)) > HOPELESS) return
    const total = totalAdjustmentLn(comparison, row)
    if (Math.abs(Math.expm1(total)) > MAX_NET) return
    differences(compared, market.table, row, terms, 0)
    const miss = (market.table.lnPrice[row] as number) + total - targetLn
    const order = squaredDistance(weights, terms, 0) + (miss / level) ** 2
    wider.push({ row, squaredDistance: squaredDistance(tuned, terms, 0), order })
  })
  wider.sort((a, b) => a.order - b.order || a.row - b.row)
  yield* wider.slice(0, pool)
}

/** Calls `visit` with every row that may be evidence within the radius and two years. */
function eachWithin(
  { market, flat, day }: Comparison,
  { radiusKm, knownDay, refuse }: ShownQuestion,
  visit: (row: number) => void,
): void {
  const isRecent = (row: number): boolean => {
    const rowDay = market.table.day[row] as number
    return rowDay <= knownDay && rowDay >= day - OLDEST_DAYS
  }
  eachRowWithin(market, surroundings(flat, radiusKm), isRecent, (row) => {
    if (!refuse(row)) visit(row)
  })
}
