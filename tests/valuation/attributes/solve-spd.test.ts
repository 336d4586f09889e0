import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { seededRandom } from '../../../src/numbers/random.ts'
import { solveSpd } from '../../../src/valuation/attributes/solve-spd.ts'

/** Positive definite, its off-diagonal numbers where they are given: most are zero. */
const systems = fc.integer({ min: 1, max: 12 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    entries: fc.array(
      fc.tuple(
        fc.nat({ max: n - 1 }),
        fc.nat({ max: n - 1 }),
        fc.integer({ min: -9, max: 9 }).map((tenths) => tenths / 10),
      ),
      { maxLength: 2 * n },
    ),
    b: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: n, maxLength: n }),
  }),
)

describe('the solver', () => {
  it('solves its equations, of any size, from the lower triangle alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer(), (n, seed) => {
        const random = seededRandom(seed)
        const drawn = () => Float64Array.from({ length: n * n }, () => random() - 0.5)
        const root = drawn()
        const wanted = drawn().slice(0, n)
        const at = (row: number, column: number): number => {
          let sum = row === column ? 0.1 : 0
          for (let k = 0; k < n; k += 1) {
            sum += (root[row * n + k] as number) * (root[column * n + k] as number)
          }
          return sum
        }
        const b = Float64Array.from({ length: n }, (_, row) =>
          wanted.reduce((sum, one, column) => sum + one * at(row, column), 0),
        )
        const a = Float64Array.from({ length: n * n }, (_, place) => {
          const [row, column] = [Math.floor(place / n), place % n]
          return column <= row ? at(row, column) : Number.NaN
        })
        solveSpd(a, b, n)
        b.forEach((found, k) => {
          assert.ok(Math.abs(found - (wanted[k] as number)) < 1e-9, `${found} for ${wanted[k]}`)
        })
      }),
    )
  })

  it('solves them wherever their zeros are', () => {
    fc.assert(
      fc.property(systems, ({ n, entries, b }) => {
        const a = new Float64Array(n * n)
        for (const [row, column, value] of entries) {
          a[row * n + column] = value
          a[column * n + row] = value
        }
        for (let i = 0; i < n; i += 1) a[i * n + i] = 20
        const x = Float64Array.from(b)
        solveSpd(a.slice(), x, n)
        for (let i = 0; i < n; i += 1) {
          const sum = x.reduce((all, value, k) => all + (a[i * n + k] as number) * value, 0)
          assert.ok(Math.abs(sum - (b[i] as number)) < 1e-9, `${sum} for ${b[i]}`)
        }
      }),
    )
  })

  it('gives 0 for what nothing is known of, and for what another unknown says already', () => {
    const solved = (a: number[], b: number[]) => {
      const x = Float64Array.from(b)
      solveSpd(Float64Array.from(a), x, b.length)
      return [...x]
    }
    assert.deepEqual(solved([0, 0, 0, 4], [0, 8]), [0, 2])
    assert.deepEqual(solved([1, 1, 1, 1], [3, 3]), [3, 0])
    // Rounding has left less than nothing of the second.
    assert.deepEqual(solved([1, 1, 1, 1 - 1e-13], [3, 3]), [3, 0])
  })
})
