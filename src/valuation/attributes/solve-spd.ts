// The solver of every regression's equations. Never here: anything that knows what the numbers
// mean.

/**
 * Solves A·x = b for a symmetric positive definite A (row-major n×n; lower triangle read) by
 * Cholesky. Overwrites A with its factor and b with x. A pivot that is not positive gives x = 0 in
 * its place.
 * Zeros that a row begins with stay zeros and cost nothing (envelope method, Jennings 1966), so put
 * columns with few neighbours first.
 */
export function solveSpd(a: Float64Array, b: Float64Array, n: number): void {
  factorise(a, n)
  solveLower(a, b, n)
  solveUpper(a, b, n)
}

// A function for each pass: V8 compiles a long loop while it runs, when nothing is known yet of the
// passes behind it, and would leave that code again in each later call.

function factorise(a: Float64Array, n: number): void {
  const begins = Int32Array.from({ length: n }, (_, i) => firstNonZero(a, i, n))
  for (let j = 0; j < n; j += 1) {
    const jj = j * n
    const begin = begins[j] as number
    let pivot = a[jj + j] as number
    for (let k = begin; k < j; k += 1) pivot -= (a[jj + k] as number) ** 2
    const root = pivot > 1e-12 ? Math.sqrt(pivot) : 0
    a[jj + j] = root
    for (let i = j + 1; i < n; i += 1) {
      const from = begins[i] as number
      if (from > j) continue
      const ii = i * n
      if (root === 0) {
        a[ii + j] = 0
        continue
      }
      let sum = a[ii + j] as number
      for (let k = from > begin ? from : begin; k < j; k += 1) {
        sum -= (a[ii + k] as number) * (a[jj + k] as number)
      }
      a[ii + j] = sum / root
    }
  }
}

function solveLower(a: Float64Array, b: Float64Array, n: number): void {
  for (let i = 0; i < n; i += 1) {
    let sum = b[i] as number
    for (let k = 0; k < i; k += 1) sum -= (a[i * n + k] as number) * (b[k] as number)
    const root = a[i * n + i] as number
    b[i] = root === 0 ? 0 : sum / root
  }
}

function solveUpper(a: Float64Array, b: Float64Array, n: number): void {
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = b[i] as number
    for (let k = i + 1; k < n; k += 1) sum -= (a[k * n + i] as number) * (b[k] as number)
    const root = a[i * n + i] as number
    b[i] = root === 0 ? 0 : sum / root
  }
}

/** The column of the first number of a row that is not zero, on the diagonal at the latest. */
function firstNonZero(a: Float64Array, row: number, n: number): number {
  let column = 0
  while (column < row && a[row * n + column] === 0) column += 1
  return column
}
