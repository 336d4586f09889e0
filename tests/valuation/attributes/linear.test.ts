import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { solveSpd } from '../../../src/valuation/attributes/linear.ts'

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

describe('a system of linear equations', () => {
  it('is solved wherever its zeros are', () => {
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

  it('has nothing in place of an unknown that no equation tells', () => {
    const b = Float64Array.of(4, 3, 32)
    solveSpd(Float64Array.of(4, 0, 0, 0, 0, 0, 0, 0, 16), b, 3)
    assert.deepEqual([...b], [1, 0, 2])
  })
})
