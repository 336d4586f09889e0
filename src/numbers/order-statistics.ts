// Quantiles and what is made of them. Never here: anything that knows what the numbers mean.

/** Quantile q (0–1) of ascending values, linear between order statistics; NaN if empty. */
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

/** Of values normal around 0: their standard deviation over their median absolute value. */
export const SD_OF_MEDIAN_DEVIATION = 1.4826

/** Of values normal around 0: their standard deviation over their mean absolute value, √(π/2). */
export const SD_OF_MEAN_DEVIATION = 1.2533

/** The standard deviation of values normal around 0, robustly. */
export function robustScale(values: ArrayLike<number>): number {
  return SD_OF_MEDIAN_DEVIATION * median(Float64Array.from(values, Math.abs))
}

/** The k-th smallest (from 0) of the first `count` values; rearranges them (Hoare's selection). */
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

/**
 * The least of the first `count` values that, with all below it, has half of their weight; NaN if
 * there are none. Rearranges values and weights alike (Hoare's selection).
 */
export function selectWeightedMedian(
  values: Float64Array,
  weights: Float64Array,
  count: number,
): number {
  let left = 0
  for (let i = 0; i < count; i += 1) left += 0.5 * (weights[i] as number)
  let from = 0
  let to = count - 1
  while (from < to) {
    const pivot = values[(from + to) >> 1] as number
    let i = from
    let j = to
    let passed = 0
    while (i <= j) {
      while ((values[i] as number) < pivot) passed += weights[i++] as number
      while ((values[j] as number) > pivot) j--
      if (i > j) break
      const value = values[i] as number
      const weight = weights[i] as number
      values[i] = values[j] as number
      weights[i] = weights[j] as number
      values[j] = value
      weights[j--] = weight
      passed += weights[i++] as number
    }
    if (passed >= left) to = i - 1
    else {
      left -= passed
      from = i
    }
  }
  return count === 0 ? Number.NaN : (values[from] as number)
}
