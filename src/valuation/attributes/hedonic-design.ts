// The design matrix of the hedonic regression, and what is computed of it: months, attributes and
// bargaining side by side. Never here: penalties and weights (fit-hedonic.ts).
import { attributeAt, FLAT, flatOf } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import { columnsOf, type Layout } from './hedonic-columns.ts'
import { type IndexGroups, indexGroups } from './index-groups.ts'
import { type IndexMonths, indexMonths } from './index-months.ts'

/**
 * The months of a market and the columns of the regression: months group by group, then attributes,
 * then bargaining. A month meets none but the next among the months, so these cost least in front.
 */
export interface Months extends IndexMonths, IndexGroups {
  /** Columns of one group: a month with rows each. */
  readonly effects: number
  readonly firstAttribute: number
  readonly askColumn: number
}

export function monthsOf(table: MarketTable, layout: Layout): Months {
  const months = indexMonths(table.month)
  const effects = months.withRows.length
  const groups = indexGroups(rowsByCity(table), effects)
  const firstAttribute = groups.groups * effects
  return {
    ...months,
    ...groups,
    effects,
    firstAttribute,
    askColumn: firstAttribute + layout.size,
  }
}

function rowsByCity(table: MarketTable): Int32Array {
  const rows = new Int32Array(table.words.cities.length)
  for (let i = 0; i < table.n; i += 1) {
    const city = attributeAt(table, i, FLAT.city)
    rows[city] = (rows[city] as number) + 1
  }
  return rows
}

/**
 * The design matrix, sparse: row i has `value[p]` in `column[p]` for p from start[i] to start[i +
 * 1], columns ascending.
 */
export interface Design {
  readonly start: Int32Array
  readonly column: Int32Array
  readonly value: Float64Array
  readonly size: number
}

export function designOf(
  table: MarketTable,
  layout: Layout,
  centres: Float64Array,
  months: Months,
): Design {
  const { n } = table
  const { first, effects, firstAttribute, askColumn, groupOfCity } = months
  const place = new Map(months.withRows.map((month, at) => [first + month, at]))
  const start = new Int32Array(n + 1)
  const columns: number[] = []
  const values: number[] = []
  for (let i = 0; i < n; i += 1) {
    const flat = flatOf(table, i)
    const group = groupOfCity[flat[FLAT.city] as number] as number
    const month = place.get(table.month[i] as number) as number
    columns.push(group * effects + month)
    values.push(1)
    columnsOf(flat, layout, centres, (column, value) => {
      if (value === 0) return
      columns.push(firstAttribute + column)
      values.push(value)
    })
    if (table.listing[i] === 1) {
      columns.push(askColumn)
      values.push(1)
    }
    start[i + 1] = columns.length
  }
  return {
    start,
    column: Int32Array.from(columns),
    value: Float64Array.from(values),
    size: askColumn + 1,
  }
}

/** XᵀWX and XᵀWy, the lower triangle of the first, row-major. */
export function normalEquations(
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

/** What the solution leaves of each y. */
export function residualsOf(
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
