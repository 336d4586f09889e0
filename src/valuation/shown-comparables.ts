// Which comparables an answer shows: the most alike whose adjustments stay within bounds, weighted so that they add up.
// Never here: the value they add up to.

import {
  adjustmentsLn,
  type Comparison,
  FACTORS,
  type Factor,
  totalAdjustmentLn,
} from './adjustments.ts'
import { median, round } from './linear.ts'
import { nearest } from './neighbours.ts'
import { roundShares } from './round-shares.ts'
import { AREA, BUILDING, PLACE, squaredDistance, TERM_COUNT, YEAR } from './similarity.ts'
import { OLDEST_DAYS } from './tuning.ts'

export type Adjustment = { factor: Factor; fraction: number }

const MOST_NET = 0.25
const MOST_GROSS = 0.4
export const FEWEST_COMPARABLES = 3

/** Where to look: `knownDay` is the last day of evidence. */
export type ShownQuestion = {
  radiusKm: number
  building: number
  knownDay: number
  refuse: (row: number) => boolean
}

export type Chosen = {
  row: number
  squaredDistance: number
  weight: number
  adjustments: Adjustment[]
  net: number
  gross: number
}

type Pooled = { row: number; squaredDistance: number; lns: Float64Array }

/** How many are looked at, and what counts, in the first search and in each wider one: place and building less, area and year of building more. */
const WIDENINGS = [
  { place: 1, areaScale: 0.12, yearScale: Infinity, pool: 64 },
  { place: 1 / 12, areaScale: 0.07, yearScale: 15, pool: 64 },
  { place: 1 / 200, areaScale: 0.05, yearScale: 8, pool: 200 },
]
/** Adjustments are split for this many at most: an estimate's time has a bound. */
const MOST_LOOKED_AT = 72
/** Room left in the first, cheap look for the common factor not yet known. */
const SLACK = 0.04

/**
 * The comparables shown: the most alike whose adjustments stay within bounds. All neighbours have shaped the
 * estimate; what those not shown add is one common factor, part of `location`, so that the weighted mean of the
 * adjusted prices shown is the estimate itself.
 */
export function choose(
  comparison: Comparison,
  question: ShownQuestion,
  target: { ln: number; most: number },
): Chosen[] {
  const found = widening(comparison, question)
  let looked = 0
  let common = 0
  let pool: Pooled[] = []
  for (;;) {
    while (pool.length < target.most && looked < MOST_LOOKED_AT) {
      const next = found.next(pool.length < FEWEST_COMPARABLES)
      if (next.done === true) break
      const { row, squaredDistance } = next.value
      if (Math.abs(Math.expm1(totalAdjustmentLn(comparison, row))) > MOST_NET + SLACK) continue
      looked++
      const lns = adjustmentsLn(comparison, row)
      if (withinBounds(lns, common)) pool.push({ row, squaredDistance, lns })
    }
    if (pool.length === 0) return []
    const shares = sharesOf(pool)
    common = commonFactor(comparison, pool, shares, target.ln)
    const kept = pool.filter(({ lns }) => withinBounds(lns, common))
    if (kept.length === pool.length) {
      return pool.map(({ row, squaredDistance, lns }, k) => {
        const adjustments = adjustmentsOf(lns, common)
        return {
          row,
          squaredDistance,
          weight: shares[k] as number,
          adjustments,
          net: adjustments.reduce((product, { fraction }) => product * (1 + fraction), 1) - 1,
          gross: adjustments.reduce((sum, { fraction }) => sum + Math.abs(fraction), 0),
        }
      })
    }
    // Those over the bounds go for good, so this ends.
    pool = kept
  }
}

/**
 * Rows most alike first. When the asker still lacks comparables at the end of a pool, place and building count less
 * and the search goes on with rows further away.
 */
function* widening(
  { market, flat, day }: Comparison,
  question: ShownQuestion,
): Generator<{ row: number; squaredDistance: number }, void, boolean> {
  const tuned = question.building >= 0 ? market.scales.known.weights : market.scales.unknown.weights
  const met = new Set<number>()
  for (const { place, areaScale, yearScale, pool } of WIDENINGS) {
    const weights = tuned
      .with(AREA, Math.max(1 / areaScale ** 2, tuned[AREA] as number))
      .with(YEAR, Math.max(1 / yearScale ** 2, tuned[YEAR] as number))
      .with(PLACE, place * (tuned[PLACE] as number))
      .with(BUILDING, place * (tuned[BUILDING] as number))
    const found = nearest(market.table, market.grid, weights, {
      radiusKm: question.radiusKm,
      building: question.building,
      refuse: question.refuse,
      flat,
      day: question.knownDay,
      ageFrom: day,
      oldestDay: day - OLDEST_DAYS,
      k: pool,
    })
    let wanted = true
    for (let i = 0; i < found.count; i++) {
      const row = found.rows[i] as number
      if (met.has(row)) continue
      met.add(row)
      // How alike it is never depends on which search met it.
      const squared = squaredDistance(tuned, found.terms, i * TERM_COUNT)
      wanted = yield { row, squaredDistance: squared }
    }
    if (!wanted) return
  }
}

/** Weights as they are shown, summing to 1: a normal kernel as wide as the median distance of those shown. */
function sharesOf(pool: readonly Pooled[]): number[] {
  const width = Math.max(1e-6, median(pool.map(({ squaredDistance }) => squaredDistance)))
  const raw = pool.map(({ squaredDistance }) => Math.exp((-0.5 * squaredDistance) / width))
  const total = raw.reduce((sum, weight) => sum + weight, 0)
  return roundShares(
    raw.map((weight) => weight / total),
    WEIGHT_DIGITS,
  )
}

/** The ln factor that makes the weighted mean of adjusted prices the target. */
function commonFactor(
  { market }: Comparison,
  pool: readonly Pooled[],
  shares: readonly number[],
  targetLn: number,
): number {
  const mean = pool.reduce((sum, { row, lns }, k) => {
    const ln = lns.reduce((all, one) => all + one, market.table.lnPrice[row] as number)
    return sum + (shares[k] as number) * Math.exp(ln - targetLn)
  }, 0)
  return -Math.log(mean)
}

const LOCATION = FACTORS.indexOf('location')
export const FRACTION_DIGITS = 6
const WEIGHT_DIGITS = 6

/** Fractions by factor, those that round to nothing left out. */
function adjustmentsOf(lns: Float64Array, common: number): Adjustment[] {
  return FACTORS.flatMap((factor, k) => {
    const ln = (lns[k] as number) + (k === LOCATION ? common : 0)
    const fraction = round(Math.expm1(ln), FRACTION_DIGITS)
    return fraction === 0 ? [] : [{ factor, fraction }]
  })
}

function withinBounds(lns: Float64Array, common: number): boolean {
  const adjustments = adjustmentsOf(lns, common)
  let net = 1
  let gross = 0
  for (const { fraction } of adjustments) {
    net *= 1 + fraction
    gross += Math.abs(fraction)
  }
  return Math.abs(net - 1) <= MOST_NET && gross <= MOST_GROSS
}
