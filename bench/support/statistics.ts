// The few statistics that the benchmarks need.
import { quantileOfSorted } from '../../src/numbers/order-statistics.ts'

/** @throws RangeError on no values */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('quantile of no values')
  return quantileOfSorted(Float64Array.from(values).sort(), share)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

interface RankTest {
  /** Probability that a value of `a` is larger than one of `b`, ties halved; 0.5: no difference. */
  readonly share: number
  /** Two-sided p of the hypothesis that neither tends to be larger. */
  readonly p: number
}

/**
 * Mann–Whitney U test, normal approximation with correction for ties and for continuity.
 * Source: H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is
 * stochastically larger than the other", Annals of Mathematical Statistics 18 (1947), 50–60; tie
 * correction as in E. L. Lehmann, "Nonparametrics" (1975), section 1.4.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): RankTest {
  const all = [...a.map((value) => ({ value, of: a })), ...b.map((value) => ({ value, of: b }))]
  all.sort((left, right) => left.value - right.value)
  let rankSumA = 0
  let tieTerm = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1
    const tied = to - from
    const rank = (from + 1 + to) / 2
    for (let index = from; index < to; index += 1) if (all[index]?.of === a) rankSumA += rank
    tieTerm += tied ** 3 - tied
    from = to
  }
  const total = all.length
  const u = rankSumA - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const variance = ((a.length * b.length) / 12) * (total + 1 - tieTerm / (total * (total - 1)))
  const z = variance === 0 ? 0 : Math.max(0, Math.abs(u - mean) - 0.5) / Math.sqrt(variance)
  return { share: u / (a.length * b.length), p: 2 * (1 - normalCdf(z)) }
}

/** Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17; error below 7.5e-8. */
function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  const tail =
    density *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - tail
}
