// Columns cut into bins: the input of the trees. Never here: what the columns mean.

/** Columns cut into bins: bin 0 is unknown, bin b holds values in (cut[b−2], cut[b−1]]. */
export interface Binned {
  readonly n: number
  readonly features: number
  readonly bins: Uint8Array
  readonly cuts: Float64Array[]
  /** Columns whose values differ; the others need no histogram. */
  readonly informative: number[]
}

/** A bin is a byte. */
export const MOST_BINS = 256
/** Fewer than fit: the first bin is of unknown values, the last lies above all cuts. */
const MAX_CUTS = 250

/** The quantiles of a column come from this many rows at most. */
const MAX_SAMPLED = 40_000

/**
 * Cuts row-major columns (n × features; NaN = unknown) at quantiles of their distinct values.
 * @param given ascending cuts of a column, in place of its quantiles
 */
export function binColumns(
  columns: Float64Array,
  n: number,
  features: number,
  given: ReadonlyMap<number, Float64Array> = new Map(),
): Binned {
  const bins = new Uint8Array(n * features)
  const cuts: Float64Array[] = []
  const informative: number[] = []
  for (let f = 0; f < features; f += 1) {
    const cut = given.get(f) ?? cutsOf(columns, n, features, f)
    if (cut.length > MAX_CUTS) throw new RangeError(`${cut.length} cuts do not fit into a byte`)
    cuts.push(cut)
    for (let i = 0; i < n; i += 1) {
      const value = columns[i * features + f] as number
      bins[i * features + f] = Number.isNaN(value) ? 0 : 1 + countBelow(cut, value)
    }
    for (let i = 1; i < n; i += 1) {
      if (bins[i * features + f] === bins[f]) continue
      informative.push(f)
      break
    }
  }
  return { n, features, bins, cuts, informative }
}

/** These rows of a table, in this order, as a table of their own. */
export function someRows(binned: Binned, rows: Int32Array): Binned {
  const { features, bins } = binned
  const some = new Uint8Array(rows.length * features)
  rows.forEach((row, k) => {
    some.set(bins.subarray(row * features, (row + 1) * features), k * features)
  })
  return { ...binned, n: rows.length, bins: some }
}

/** Where column `f` is cut, ascending. */
function cutsOf(columns: Float64Array, n: number, features: number, f: number): Float64Array {
  const known: number[] = []
  const step = Math.max(1, Math.floor(n / MAX_SAMPLED))
  for (let i = 0; i < n; i += step) {
    const value = columns[i * features + f] as number
    if (!Number.isNaN(value)) known.push(value)
  }
  const sorted = Float64Array.from(known).sort()
  const cuts: number[] = []
  for (let k = 1; k < MAX_CUTS - 1; k += 1) {
    const at = Math.floor((k * sorted.length) / (MAX_CUTS - 1))
    const value = sorted[at]
    if (value === undefined || at === 0) continue
    const before = sorted[at - 1] as number
    // Between two values a cut stands in the middle: rounding cannot move a row across it there.
    const cut = before < value ? (before + value) / 2 : value
    if (cut > (cuts.at(-1) ?? -Infinity)) cuts.push(cut)
  }
  return Float64Array.from(cuts)
}

/** How many cuts are below the value. */
function countBelow(cuts: Float64Array, value: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const mid = (low + high) >> 1
    if ((cuts[mid] as number) < value) low = mid + 1
    else high = mid
  }
  return low
}
