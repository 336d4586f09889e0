// Which months of a market have an effect of their own: those with rows. Never here: how the
// effects are estimated (fit-hedonic.ts), and a level on a day (time-index.ts).

export interface IndexMonths {
  /** The market's first month, as `monthOfDay` counts. */
  readonly first: number
  /** Months that the market spans. */
  readonly count: number
  /** The months with rows, ascending, from `first` on. One wrong year adds one, not a century. */
  readonly withRows: readonly number[]
}

/** @param months of all rows */
export function indexMonths(months: Int32Array): IndexMonths {
  const present = [...new Set(months)].sort((a, b) => a - b)
  const [first = Infinity] = present
  const withRows = present.map((month) => month - first)
  return { first, count: (withRows.at(-1) ?? -1) + 1, withRows }
}

/**
 * The effects of all months from those of the months with rows. Between two of these the most
 * likely course of a random walk is a straight line.
 */
export function effectsOfAllMonths(
  { count, withRows }: IndexMonths,
  effects: Float64Array,
): Float64Array {
  const all = new Float64Array(count)
  withRows.forEach((month, i) => {
    const before = withRows[i - 1] ?? month
    const from = effects[i - 1] ?? 0
    const to = effects[i] as number
    for (let m = before + 1; m < month; m += 1) {
      all[m] = from + ((to - from) * (m - before)) / (month - before)
    }
    all[month] = to
  })
  return all
}
