import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sum } from '../../src/numbers/sum.ts'
import { wholeParts } from '../../src/numbers/whole-parts.ts'

describe('whole parts', () => {
  it('are rounded up where the remainder is largest, of equals in the first', () => {
    // 1.3, 2.6, 6.1: one is left for the second.
    assert.deepEqual(wholeParts(10, [0.13, 0.26, 0.61]), [1, 3, 6])
    // 1.3, 4.9, 2.8: two are left, for the second and the third.
    assert.deepEqual(wholeParts(9, [1.3 / 9, 4.9 / 9, 2.8 / 9]), [1, 5, 3])
    assert.deepEqual(wholeParts(1, [0.5, 0.5]), [1, 0])
    assert.deepEqual(wholeParts(3, [0.5, 0.5, 0]), [2, 1, 0])
  })

  it('add up to the whole, each within one of its share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), weights, (total, some) => {
        const all = sum(some)
        fc.pre(all > 0)
        const parts = wholeParts(
          total,
          some.map((weight) => weight / all),
        )
        assert.equal(sum(parts), total)
        for (const [i, part] of parts.entries()) {
          const exact = (total * (some[i] as number)) / all
          assert.ok(Math.abs(part - exact) < 1 + 1e-6, `${part} of ${exact}`)
        }
      }),
    )
  })
})
