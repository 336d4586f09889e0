import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outlinesOf, partsOf } from '../../src/geometry/parts.ts'
import { areaOf, type Ring } from '../../src/geometry/plane.ts'
import { boxRing } from './rings.ts'

const hole = (x: number, y: number, side: number) => boxRing(x, y, side).toReversed()

const areasOf = (...region: readonly Ring[]) => partsOf(region).map(areaOf)

describe('the parts of a region', () => {
  it('are its outer rings, each with the holes in it, the smallest first', () => {
    const region = [boxRing(0, 0, 100), hole(10, 10, 20), boxRing(200, 0, 50), hole(50, 50, 10)]
    assert.deepEqual(partsOf(region), [[region[2]], [region[0], region[1], region[3]]])
    assert.deepEqual(outlinesOf(region), [region[0], region[2]])
    assert.deepEqual(partsOf([]), [])
  })

  it('keep a hole to the part around it, not to what lies in the hole', () => {
    assert.deepEqual(areasOf(boxRing(0, 0, 100), hole(40, 40, 20), boxRing(45, 45, 5)), [25, 9600])
    // In the hole's very corner, at which the hole begins.
    for (const [x, y] of [
      [40, 40],
      [55, 40],
      [55, 55],
      [40, 55],
    ] as const) {
      const island = boxRing(x, y, 5)
      assert.deepEqual(
        areasOf(boxRing(0, 0, 100), hole(40, 40, 20), island),
        [25, 9600],
        `${x} ${y}`,
      )
    }
  })
})
