// The value of a row of monthly payments: net present value, internal rate of return, payback.
// Payments fall at the end of their month; rates are effective, per year.

/** One amount a month. */
type Cash = ArrayLike<number> & Iterable<number>

/** Σ cash[m] / (1 + rate)^(m / 12) with m = 1 for the first element. */
export function netPresentValue(cash: Cash, yearlyRate: number): number {
  const perMonth = (1 + yearlyRate) ** (-1 / 12)
  let factor = 1
  let sum = 0
  for (let index = 0; index < cash.length; index += 1) {
    factor *= perMonth
    sum += (cash[index] as number) * factor
  }
  return sum
}

/** Rates per month that are tried: −90 % to 100 %, closer together near zero. */
const RATE_GRID = Array.from({ length: 381 }, (_, k) => {
  const x = (k - 180) / 200
  return x < 0 ? -0.9 * (x / -0.9) ** 2 : x ** 2
})

const RATE_PRECISION = 1e-12

/**
 * The yearly rate at which the present value of the payments is 0.
 * @returns null where there is none, or more than one between −90 % and 100 % a month
 */
export function internalRate(payments: Cash): number | null {
  const cash = [...payments]
  if (!cash.some((amount) => amount > 0) || !cash.some((amount) => amount < 0)) return null
  const roots: number[] = []
  let from = RATE_GRID[0] as number
  let valueFrom = worthAt(cash, from)
  for (const to of RATE_GRID.slice(1)) {
    const value = worthAt(cash, to)
    if (value === 0 || (valueFrom !== 0 && value > 0 !== valueFrom > 0)) {
      roots.push(value === 0 ? to : bisect(cash, from, to))
    }
    from = to
    valueFrom = value
  }
  const [root] = roots
  return roots.length === 1 && root !== undefined ? (1 + root) ** 12 - 1 : null
}

/**
 * Present value at a monthly rate; for negative rates the value at the last month. Only its sign
 * matters, and this way it stays finite.
 */
function worthAt(cash: readonly number[], monthlyRate: number): number {
  const rows = monthlyRate < 0 ? cash : cash.toReversed()
  const factor = monthlyRate < 0 ? 1 + monthlyRate : 1 / (1 + monthlyRate)
  // Horner's rule; both ways the multiplier is at most 1.
  return rows.reduce((sum, amount) => sum * factor + amount, 0)
}

function bisect(cash: readonly number[], low: number, high: number): number {
  const risingAt = worthAt(cash, high) > 0
  let [from, to] = [low, high]
  while (to - from > RATE_PRECISION) {
    const middle = (from + to) / 2
    if (worthAt(cash, middle) > 0 === risingAt) to = middle
    else from = middle
  }
  return (from + to) / 2
}

/**
 * The first month from which the sum of payments, once below 0, stays above; null where there is
 * none.
 */
export function paybackMonth(cash: Cash): number | null {
  let balance = 0
  let month: number | null = null
  let wasNegative = false
  let index = 0
  for (const amount of cash) {
    index += 1
    balance += amount
    if (balance < 0) {
      wasNegative = true
      month = null
    } else if (wasNegative) {
      month ??= index
    }
  }
  return month
}
