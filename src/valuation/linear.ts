// Small dense linear algebra and order statistics on flat arrays.
// Never here: anything that knows what the numbers mean.

/**
 * Solves A·x = b for a symmetric positive definite A (row-major n×n; lower triangle read) by Cholesky.
 * Overwrites A with its factor and b with x. A pivot that is not positive gives x = 0 in its place.
 */
export function solveSpd(a: Float64Array, b: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    const jj = j * n
    let pivot = a[jj + j] as number
    for (let k = 0; k < j; k++) pivot -= (a[jj + k] as number) ** 2
    const root = pivot > 1e-12 ? Math.sqrt(pivot) : 0
    a[jj + j] = root
    for (let i = j + 1; i < n; i++) {
      const ii = i * n
      if (root === 0) {
        a[ii + j] = 0
        continue
      }
      let sum = a[ii + j] as number
      for (let k = 0; k < j; k++) sum -= (a[ii + k] as number) * (a[jj + k] as number)
      a[ii + j] = sum / root
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = b[i] as number
    for (let k = 0; k < i; k++) sum -= (a[i * n + k] as number) * (b[k] as number)
    const root = a[i * n + i] as number
    b[i] = root === 0 ? 0 : sum / root
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i] as number
    for (let k = i + 1; k < n; k++) sum -= (a[k * n + i] as number) * (b[k] as number)
    const root = a[i * n + i] as number
    b[i] = root === 0 ? 0 : sum / root
  }
}

/** Quantile q (0–1) of values already sorted ascending, linear between order statistics; NaN if empty. */
export function quantileOfSorted(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) return Number.NaN
  const at = q * (sorted.length - 1)
  const low = Math.floor(at)
  const high = Math.min(low + 1, sorted.length - 1)
  return (sorted[low] as number) + (at - low) * ((sorted[high] as number) - (sorted[low] as number))
}

/** Median; NaN if empty. The input is not changed. */
export function median(values: ArrayLike<number>): number {
  return quantileOfSorted(Float64Array.from(values).sort(), 0.5)
}

/** Robust spread: 1.4826 × median absolute value, the standard deviation if the values are normal around 0. */
export function robustScale(values: ArrayLike<number>): number {
  return 1.4826 * median(Float64Array.from(values, Math.abs))
}

/** Rounded to so many decimal digits; never −0. */
export function round(value: number, digits: number): number {
  const scale = 10 ** digits
  const rounded = Math.round(value * scale) / scale
  return rounded === 0 ? 0 : rounded
}

/** The k-th smallest (from 0) of the first `count` values, which it rearranges (Hoare's selection). */
export function selectSmallest(values: Float64Array, count: number, k: number): number {
  let from = 0
  let to = count - 1
  while (from < to) {
    const pivot = values[(from + to) >> 1] as number
    let i = from
    let j = to
    while (i <= j) {
      while ((values[i] as number) < pivot) i++
      while ((values[j] as number) > pivot) j--
      if (i > j) break
      const held = values[i] as number
      values[i++] = values[j] as number
      values[j--] = held
    }
    if (k <= j) to = j
    else if (k >= i) from = i
    else break
  }
  return values[k] as number
}
