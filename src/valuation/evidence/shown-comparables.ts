// Which comparables an answer shows: the most alike whose adjustments stay within bounds, with
// weights that make them add up. Never here: the value they add up to.
import { median } from '../../numbers/order-statistics.ts'
import { round } from '../../numbers/rounding.ts'
import { sum, sumOf } from '../../numbers/sum.ts'
import { FACTORS } from '../wire/estimate-codes.ts'
import type { Adjustment } from '../wire/estimate-schema.ts'
import { MIN_COMPARABLES } from '../wire/evidence-bounds.ts'
import { adjustmentsLn, type Comparison } from './adjustments.ts'
import {
  type CandidateRow,
  MAX_NET,
  neighbourRows,
  type ShownQuestion,
  widerRows,
} from './evidence-search.ts'
import { roundShares } from './round-shares.ts'

/** Shown only if the gross adjustment stays within this share, too. */
const MAX_GROSS = 0.4

export interface Chosen {
  readonly row: number
  readonly squaredDistance: number
  readonly weight: number
  readonly adjustments: Adjustment[]
  /** The product of 1 + each adjustment, less 1. */
  readonly net: number
  /** The sum of the adjustments, each as if it raised the price. */
  readonly gross: number
}

interface Pooled {
  readonly row: number
  readonly squaredDistance: number
  readonly lns: Float64Array
}

interface Target {
  /** What the adjusted prices shown are to make, ln. */
  readonly ln: number
  readonly most: number
}

/**
 * Chooses the comparables shown: the most alike whose adjustments stay within bounds.
 * All neighbours make the estimate. One common factor, part of `location`, stands for those not
 * shown, so that the weighted mean of the adjusted prices shown is the estimate itself. It moves
 * adjustments over their bounds: such rows make room for the next, until all of them fit.
 */
export function choose(comparison: Comparison, question: ShownQuestion, target: Target): Chosen[] {
  const supply = new Supply(comparison, question, target)
  let pool: readonly Pooled[] = []
  let common = 0
  // Rows over the bounds never come back, and the wider search happens once, so this loop ends.
  for (;;) {
    pool = supply.fill(pool, common)
    if (pool.length === 0) return []
    const shares = sharesOf(pool)
    common = commonFactor(comparison, pool, shares, target.ln)
    const kept = pool.filter(({ lns }) => withinBounds(lns, common))
    if (kept.length === pool.length) return chosenOf(pool, shares, common)
    pool = kept
    common = pool.length === 0 ? 0 : commonFactor(comparison, pool, sharesOf(pool), target.ln)
  }
}

/**
 * Rows that may be shown, each handed out once: the neighbours, then, where these are too few for
 * an answer, the rows of a wider search.
 */
class Supply {
  readonly #comparison: Comparison
  readonly #question: ShownQuestion
  readonly #target: Target
  #rows: Generator<CandidateRow, void>
  #isWider = false

  constructor(comparison: Comparison, question: ShownQuestion, target: Target) {
    this.#comparison = comparison
    this.#question = question
    this.#target = target
    this.#rows = neighbourRows(comparison, target.ln)
  }

  /** @returns the pool and as many rows within bounds as it has room for, or as there are */
  fill(pool: readonly Pooled[], common: number): readonly Pooled[] {
    const filled = [...pool]
    while (filled.length < this.#target.most) {
      const next = this.#rows.next()
      if (next.done === true) {
        if (this.#isWider || filled.length >= MIN_COMPARABLES) break
        this.#widen(filled)
        continue
      }
      const { row, squaredDistance } = next.value
      const lns = this.#splitWithinBounds(row, common)
      if (lns !== undefined) filled.push({ row, squaredDistance, lns })
    }
    return filled
  }

  #widen(pool: readonly Pooled[]): void {
    const known = new Set(pool.map(({ row }) => row))
    this.#rows = widerRows(this.#comparison, this.#question, this.#target.ln, known)
    this.#isWider = true
  }

  /**
   * A row's adjustments, if within bounds; of the wider search also in the other order of factors.
   */
  #splitWithinBounds(row: number, common: number): Float64Array | undefined {
    const inOrder = (order: 'forward' | 'backward'): Float64Array | undefined => {
      const lns = adjustmentsLn(this.#comparison, row, order)
      return withinBounds(lns, common) ? lns : undefined
    }
    return inOrder('forward') ?? (this.#isWider ? inOrder('backward') : undefined)
  }
}

/** As they are shown: the most similar first, which weighs most. */
function chosenOf(pool: readonly Pooled[], shares: readonly number[], common: number): Chosen[] {
  const chosen = pool.map(({ row, squaredDistance, lns }, k) => {
    const adjustments = adjustmentsOf(lns, common)
    return {
      row,
      squaredDistance,
      weight: shares[k] as number,
      adjustments,
      ...sizeOf(adjustments),
    }
  })
  return chosen.sort((a, b) => a.squaredDistance - b.squaredDistance)
}

/**
 * Each comparable's raw weight is at least this share of the greatest possible one. So three or
 * more are never fewer than two effective ones: of three at least two are within the median.
 */
const MIN_SHARE = 0.15

/** Weights as shown, adding up to 1: a normal kernel as wide as the median distance. */
function sharesOf(pool: readonly Pooled[]): number[] {
  const width = Math.max(1e-6, median(pool.map(({ squaredDistance }) => squaredDistance)))
  const raw = pool.map(
    ({ squaredDistance }) =>
      MIN_SHARE + (1 - MIN_SHARE) * Math.exp((-0.5 * squaredDistance) / width),
  )
  const total = sum(raw)
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

/** Fractions by factor, without those that round to 0. */
function adjustmentsOf(lns: Float64Array, common: number): Adjustment[] {
  return FACTORS.flatMap((factor, k) => {
    const ln = (lns[k] as number) + (k === LOCATION ? common : 0)
    const fraction = round(Math.expm1(ln), FRACTION_DIGITS)
    return fraction === 0 ? [] : [{ factor, fraction }]
  })
}

function sizeOf(adjustments: readonly Adjustment[]): Pick<Chosen, 'net' | 'gross'> {
  return {
    net: adjustments.reduce((product, { fraction }) => product * (1 + fraction), 1) - 1,
    gross: sumOf(adjustments, ({ fraction }) => Math.abs(fraction)),
  }
}

function withinBounds(lns: Float64Array, common: number): boolean {
  const { net, gross } = sizeOf(adjustmentsOf(lns, common))
  return Math.abs(net) <= MAX_NET && gross <= MAX_GROSS
}
