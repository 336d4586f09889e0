// Fits the log-hedonic regression of hedonic.ts, robust against odd prices. In a market with few rows
// coefficients stay near effects measured elsewhere. Never here: neighbours.
import { median, robustScale } from '../../order-statistics.ts'
import { FLAT, flatOf } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import type { Hedonic } from './hedonic.ts'
import {
  columnsOf,
  INTERCEPT,
  type Layout,
  layoutOf,
  PRIOR_LN_ASK_OVER_DEAL,
  priorsOf,
} from './hedonic-columns.ts'
import { type IndexGroups, indexGroups } from './index-groups.ts'
import { solveSpd } from './solve-spd.ts'

/** Weight in rows: of the prior of bargaining, and of a month's effect of 0. */
const PENALTY_ASK = 60
const PENALTY_MONTH = 0.1
/** Weight in rows of a month being like the one before it. */
const MONTH_STEP_PENALTY = 40
/** Residuals beyond this many robust standard deviations weigh less. */
const HUBER_K = 1.5
const HUBER_PASSES = 3

/**
 * Fits ln price (as a deal) = index(month) + f(flat) by ridge regression towards the priors with
 * Huber weights (k = 1.5, three passes; Huber 1964). A random-walk penalty joins the months, so
 * that a month with few or no rows follows its neighbours.
 * @param teaches the rows to fit on; all by default
 */
export function fitHedonic(
  table: MarketTable,
  teaches: (row: number) => boolean = () => true,
): Hedonic {
  const layout = layoutOf(table.words)
  const centres = cityCentres(table)
  const months = monthsOf(table, layout)
  const design = designOf(table, layout, centres, months)
  const problem = { design, layout, months, y: table.lnPrice }
  const taught = Float64Array.from({ length: table.n }, (_, i) => (teaches(i) ? 1 : 0))
  let weights = taught
  let solution = new Float64Array(design.size)
  let sigma = 0
  for (let pass = 0; pass <= HUBER_PASSES; pass += 1) {
    solution = Float64Array.from(solveWeighted(problem, weights))
    const residuals = residualsOf(design, table.lnPrice, solution)
    const inside = residuals.filter((_, i) => taught[i] === 1)
    sigma = inside.length === 0 ? 0 : robustScale(inside)
    const cut = HUBER_K * sigma
    weights = residuals.map((residual, i) => {
      if (taught[i] === 0) return 0
      const size = Math.abs(residual)
      return size <= cut || cut === 0 ? 1 : cut / size
    })
  }
  const { first: firstMonth, count, firstColumn } = months
  return {
    coefficients: solution.slice(0, layout.size),
    layout,
    centres,
    indexGroupOfCity: months.groupOfCity,
    indices: Array.from({ length: months.groups }, (_, g) => ({
      firstMonth,
      effects: solution.slice(firstColumn + g * count, firstColumn + (g + 1) * count),
    })),
    lnAskOverDeal: solution[months.askColumn] as number,
    sigma,
  }
}

function cityCentres(table: MarketTable): Float64Array {
  const cities = table.words.cities.length
  const points: { lat: number[]; lon: number[] }[] = Array.from({ length: cities }, () => ({
    lat: [],
    lon: [],
  }))
  for (let i = 0; i < table.n; i += 1) {
    const city = points[table.flats[i * FLAT.size + FLAT.city] as number]
    city?.lat.push(table.flats[i * FLAT.size + FLAT.lat] as number)
    city?.lon.push(table.flats[i * FLAT.size + FLAT.lon] as number)
  }
  return Float64Array.from(points.flatMap(({ lat, lon }) => [median(lat), median(lon)]))
}

function rowsByCity(table: MarketTable): Int32Array {
  const rows = new Int32Array(table.words.cities.length)
  for (let i = 0; i < table.n; i += 1) {
    const city = table.flats[i * FLAT.size + FLAT.city] as number
    rows[city] = (rows[city] as number) + 1
  }
  return rows
}

/** The months of a market, and where the columns of each group's months begin. */
interface Months extends IndexGroups {
  readonly first: number
  readonly count: number
  readonly askColumn: number
  /** The first month of the first group. The other months follow, group by group. */
  readonly firstColumn: number
}

function monthsOf(table: MarketTable, layout: Layout): Months {
  let first = Infinity
  let last = -Infinity
  for (const month of table.month) {
    if (month < first) first = month
    if (month > last) last = month
  }
  const count = table.n === 0 ? 0 : last - first + 1
  return {
    first,
    count,
    ...indexGroups(rowsByCity(table), count),
    askColumn: layout.size,
    firstColumn: layout.size + 1,
  }
}

/**
 * The design matrix, sparse: row i has `value[p]` in `column[p]` for p from start[i] to start[i +
 * 1], columns ascending.
 */
interface Design {
  readonly start: Int32Array
  readonly column: Int32Array
  readonly value: Float64Array
  readonly size: number
}

function designOf(
  table: MarketTable,
  layout: Layout,
  centres: Float64Array,
  months: Months,
): Design {
  const { n } = table
  const start = new Int32Array(n + 1)
  const columns: number[] = []
  const values: number[] = []
  for (let i = 0; i < n; i += 1) {
    const flat = flatOf(table, i)
    columnsOf(flat, layout, centres, (column, value) => {
      if (value === 0) return
      columns.push(column)
      values.push(value)
    })
    if (table.listing[i] === 1) {
      columns.push(months.askColumn)
      values.push(1)
    }
    const group = months.groupOfCity[flat[FLAT.city] as number] as number
    const month = (table.month[i] as number) - months.first
    columns.push(months.firstColumn + group * months.count + month)
    values.push(1)
    start[i + 1] = columns.length
  }
  return {
    start,
    column: Int32Array.from(columns),
    value: Float64Array.from(values),
    size: months.firstColumn + months.groups * months.count,
  }
}

/** XᵀWX and XᵀWy, the lower triangle of the first, row-major. */
function normalEquations(
  { start, column, value, size }: Design,
  y: Float64Array,
  weights: Float64Array,
): { a: Float64Array; b: Float64Array } {
  const a = new Float64Array(size * size)
  const b = new Float64Array(size)
  for (let i = 0; i < y.length; i += 1) {
    const w = weights[i] as number
    const yi = y[i] as number
    const end = start[i + 1] as number
    for (let p = start[i] as number; p < end; p += 1) {
      const cp = column[p] as number
      const wp = w * (value[p] as number)
      b[cp] = (b[cp] as number) + wp * yi
      for (let q = start[i] as number; q <= p; q += 1) {
        const at = cp * size + (column[q] as number)
        a[at] = (a[at] as number) + wp * (value[q] as number)
      }
    }
  }
  return { a, b }
}

interface Problem {
  readonly design: Design
  readonly layout: Layout
  readonly months: Months
  /** ln price, one per row. */
  readonly y: Float64Array
}

/** Coefficients of all columns: ridge towards the priors, months joined by a random walk. */
function solveWeighted(
  { design, layout, months, y }: Problem,
  weights: Float64Array,
): Float64Array {
  const { size } = design
  const { askColumn, firstColumn, groups, count } = months
  const { a, b } = normalEquations(design, y, weights)
  const { penalty, prior } = priorsOf(layout)
  const add = (row: number, col: number, amount: number): void => {
    a[row * size + col] = (a[row * size + col] as number) + amount
  }
  for (let c = 0; c < layout.size; c += 1) {
    add(c, c, penalty[c] as number)
    b[c] = (b[c] as number) + (penalty[c] as number) * (prior[c] as number)
  }
  // The intercept has no penalty, but even a market without rows must have a solution.
  add(INTERCEPT, INTERCEPT, 1e-9)
  add(askColumn, askColumn, PENALTY_ASK)
  b[askColumn] = (b[askColumn] as number) + PENALTY_ASK * PRIOR_LN_ASK_OVER_DEAL
  for (let g = 0; g < groups; g += 1) {
    for (let m = 0; m < count; m += 1) {
      const c = firstColumn + g * count + m
      add(c, c, PENALTY_MONTH)
      if (m === 0) continue
      add(c, c, MONTH_STEP_PENALTY)
      add(c - 1, c - 1, MONTH_STEP_PENALTY)
      add(c, c - 1, -MONTH_STEP_PENALTY)
    }
  }
  solveSpd(a, b, size)
  return b
}

function residualsOf(
  { start, column, value }: Design,
  y: Float64Array,
  solution: Float64Array,
): Float64Array {
  return y.map((yi, i) => {
    let fitted = 0
    for (let p = start[i] as number; p < (start[i + 1] as number); p += 1) {
      fitted += (value[p] as number) * (solution[column[p] as number] as number)
    }
    return yi - fitted
  })
}
