// Fits the log-hedonic regression of hedonic.ts, robust against odd prices. Never here: its design
// matrix (hedonic-design.ts), what it is held to (hedonic-priors.ts), neighbours.
import { median, robustScale } from '../../numbers/order-statistics.ts'
import { attributeAt, FLAT } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import type { Hedonic } from './hedonic.ts'
import { INTERCEPT, layoutOf } from './hedonic-columns.ts'
import {
  type Design,
  designOf,
  type Months,
  monthsOf,
  normalEquations,
  residualsOf,
} from './hedonic-design.ts'
import {
  PENALTY_OF_PRIOR,
  PRIOR_LN_ASK_OVER_DEAL,
  type Priors,
  priorsOf,
} from './hedonic-priors.ts'
import { effectsOfAllMonths } from './index-months.ts'
import { solveSpd } from './solve-spd.ts'

/** Weight in rows of a month's effect of 0. */
const PENALTY_MONTH = 0.1
/** Weight in rows of a month being like the one before it. */
const MONTH_STEP_PENALTY = 40
/** Weight in rows of the months’ drift being 0: 1 % a month is as usual as an error of 10 %. */
const DRIFT_PENALTY = 100
/** Residuals beyond this many robust standard deviations weigh less. */
const HUBER_K = 1.5
const HUBER_PASSES = 3

/**
 * Fits ln price (as a deal) = index(month) + f(flat) by ridge regression towards the priors with
 * Huber weights (k = 1.5, three passes; Huber 1964). A random-walk penalty joins the months, so
 * that a month with few rows follows its neighbours. Those without rows lie between theirs.
 * @param isTraining whether to fit on a row; on all by default
 */
export function fitHedonic(
  table: MarketTable,
  isTraining: (row: number) => boolean = () => true,
): Hedonic {
  const layout = layoutOf(table.words)
  const centres = cityCentres(table)
  const months = monthsOf(table, layout)
  const design = designOf(table, layout, centres, months)
  const priors = priorsOf(layout, table.n / Math.max(1, table.buildings.length))
  const problem = { design, priors, months, y: table.lnPrice }
  const training = Float64Array.from({ length: table.n }, (_, i) => (isTraining(i) ? 1 : 0))
  let weights = training
  let solution = new Float64Array(design.size)
  for (let pass = 0; pass <= HUBER_PASSES; pass += 1) {
    solution = Float64Array.from(solveWeighted(problem, weights))
    const residuals = residualsOf(design, table.lnPrice, solution)
    const inside = residuals.filter((_, i) => training[i] === 1)
    const cut = inside.length === 0 ? 0 : HUBER_K * robustScale(inside)
    weights = residuals.map((residual, i) => {
      if (training[i] === 0) return 0
      const size = Math.abs(residual)
      return size <= cut || cut === 0 ? 1 : cut / size
    })
  }
  const { first: firstMonth, firstAttribute, effects } = months
  return {
    coefficients: solution.slice(firstAttribute, firstAttribute + layout.size),
    layout,
    centres,
    indexGroupOfCity: months.groupOfCity,
    indices: Array.from({ length: months.groups }, (_, g) => ({
      firstMonth,
      effects: effectsOfAllMonths(months, solution.slice(g * effects, (g + 1) * effects)),
      hasRows: monthsWithRows(table, months, g),
    })),
    lnAskOverDeal: solution[months.askColumn] as number,
  }
}

/** Of the cities in a group, by month from the market's first on. */
function monthsWithRows(
  table: MarketTable,
  { first, count, groupOfCity }: Months,
  group: number,
): Uint8Array {
  const hasRows = new Uint8Array(count)
  for (let i = 0; i < table.n; i += 1) {
    const city = attributeAt(table, i, FLAT.city)
    if (groupOfCity[city] === group) hasRows[(table.month[i] as number) - first] = 1
  }
  return hasRows
}

function cityCentres(table: MarketTable): Float64Array {
  const cities = table.words.cities.length
  const points: { lat: number[]; lon: number[] }[] = Array.from({ length: cities }, () => ({
    lat: [],
    lon: [],
  }))
  for (let i = 0; i < table.n; i += 1) {
    const city = points[attributeAt(table, i, FLAT.city)]
    city?.lat.push(attributeAt(table, i, FLAT.lat))
    city?.lon.push(attributeAt(table, i, FLAT.lon))
  }
  return Float64Array.from(points.flatMap(({ lat, lon }) => [median(lat), median(lon)]))
}

interface Problem {
  readonly design: Design
  readonly priors: Priors
  readonly months: Months
  /** ln price, one per row. */
  readonly y: Float64Array
}

/**
 * All columns’ coefficients: ridge towards the priors, months joined by a random walk with drift.
 */
function solveWeighted(
  { design, priors, months, y }: Problem,
  weights: Float64Array,
): Float64Array {
  const { size } = design
  const { firstAttribute, askColumn, groups, withRows } = months
  const { a, b } = normalEquations(design, y, weights)
  const { penalty, prior } = priors
  const add = (row: number, col: number, amount: number): void => {
    a[row * size + col] = (a[row * size + col] as number) + amount
  }
  for (let k = 0; k < prior.length; k += 1) {
    const c = firstAttribute + k
    add(c, c, penalty[k] as number)
    b[c] = (b[c] as number) + (penalty[k] as number) * (prior[k] as number)
  }
  // The intercept has no penalty, but even a market without rows must have a solution.
  add(firstAttribute + INTERCEPT, firstAttribute + INTERCEPT, 1e-9)
  add(askColumn, askColumn, PENALTY_OF_PRIOR)
  b[askColumn] = (b[askColumn] as number) + PENALTY_OF_PRIOR * PRIOR_LN_ASK_OVER_DEAL
  for (let g = 0; g < groups; g += 1) {
    withRows.forEach((month, m) => {
      const c = g * withRows.length + m
      add(c, c, PENALTY_MONTH)
      if (m === 0) return
      const penalty = MONTH_STEP_PENALTY / (month - (withRows[m - 1] as number))
      add(c, c, penalty)
      add(c - 1, c - 1, penalty)
      add(c, c - 1, -penalty)
    })
    const [first, last] = [g * withRows.length, (g + 1) * withRows.length - 1]
    if (first >= last) continue
    const ease = easeOfDrift(withRows)
    add(first, first, -ease)
    add(last, last, -ease)
    add(last, first, ease)
  }
  solveSpd(a, b, size)
  return b
}

/**
 * By how much, times its square, the change from the first month to the last costs less since the
 * months may share a drift; a steady rise would else cost as much as a wandering, and the last
 * months lag behind it. With p and q the penalties of a step and of the drift δ, the least over δ
 * of Σ p (step − δ gap)² / gap + q δ² is Σ p step² / gap − p² change² / (p span + q).
 */
function easeOfDrift(withRows: readonly number[]): number {
  const span = (withRows.at(-1) as number) - (withRows[0] as number)
  return MONTH_STEP_PENALTY ** 2 / (MONTH_STEP_PENALTY * span + DRIFT_PENALTY)
}
