// Which comparables an answer shows: the most alike whose adjustments stay within bounds, weighted
// so that they add up. Never here: the value they add up to.
import { median } from '../order-statistics.ts'
import { round } from '../rounding.ts'
import { adjustmentsLn, type Comparison, FACTORS } from './adjustments.ts'
import type { Adjustment } from './estimate-schema.ts'
import { FEWEST_COMPARABLES } from './evidence-quality.ts'
import { isFar, MOST_NET, nearestRows, type ShownQuestion, widerRows } from './evidence-search.ts'
import { roundShares } from './round-shares.ts'

const MOST_GROSS = 0.4

export interface Chosen {
  readonly row: number
  readonly squaredDistance: number
  readonly weight: number
  readonly adjustments: Adjustment[]
  readonly net: number
  readonly gross: number
}

interface Pooled {
  readonly row: number
  readonly squaredDistance: number
  readonly lns: Float64Array
}

/** Adjustments are split for this many at most: an estimate's time has a bound. */
const MOST_LOOKED_AT = 110
/** Room left in the first, cheap look for the common factor not yet known. */
const SLACK = 0.04

/**
 * The comparables shown: the most alike whose adjustments stay within bounds. All neighbours have
 * shaped the estimate; what those not shown add is one common factor, part of `location`, so that
 * the weighted mean of the adjusted prices shown is the estimate itself.
 */
export function choose(
  comparison: Comparison,
  question: ShownQuestion,
  target: { ln: number; most: number },
): Chosen[] {
  let rows = nearestRows(comparison, question)
  let wider = false
  let looked = 0
  let common = 0
  let pool: Pooled[] = []
  for (;;) {
    while (pool.length < target.most && looked < MOST_LOOKED_AT) {
      const next = rows.next()
      if (next.done === true) {
        if (wider || pool.length >= FEWEST_COMPARABLES) break
        rows = widerRows(comparison, question, target.ln, new Set(pool.map(({ row }) => row)))
        wider = true
        continue
      }
      const { row, squaredDistance } = next.value
      if (isFar(comparison, row, SLACK)) continue
      looked += 1
      let lns = adjustmentsLn(comparison, row, 'forward')
      if (wider && !withinBounds(lns, common)) lns = adjustmentsLn(comparison, row, 'backward')
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
    // Those over the bounds go, and the wider look comes once: this ends.
    pool = kept
    common = pool.length === 0 ? 0 : commonFactor(comparison, pool, sharesOf(pool), target.ln)
  }
}

/** What is shown counts at least this much of what is most alike. */
const LEAST_SHARE = 0.15

/**
 * Weights as they are shown, summing to 1: a normal kernel as wide as the median distance of those
 * shown.
 */
function sharesOf(pool: readonly Pooled[]): number[] {
  const width = Math.max(1e-6, median(pool.map(({ squaredDistance }) => squaredDistance)))
  const raw = pool.map(
    ({ squaredDistance }) =>
      LEAST_SHARE + (1 - LEAST_SHARE) * Math.exp((-0.5 * squaredDistance) / width),
  )
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
