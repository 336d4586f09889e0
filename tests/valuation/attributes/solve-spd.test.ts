import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { seededRandom } from '../../../src/random.ts'
import { solveSpd } from '../../../src/valuation/attributes/solve-spd.ts'

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
