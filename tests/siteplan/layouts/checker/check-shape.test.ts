import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Ring } from '../../../../src/geometry/plane.ts'
import type { Typology } from '../../../../src/norms/house-sizes.ts'
import { shapeFault } from '../../../../src/siteplan/layouts/checker/check-shape.ts'
import { building, rectangle } from '../sample-layouts.ts'

const isOf = (typology: Typology, footprint: Ring, courts: Ring[] = []) =>
  shapeFault(building('А', typology, footprint, 5, courts)) === undefined

const sized = (length: number, depth: number) => rectangle([7, -3], length, depth, 33)

/** With a court of 20 × 20 m that opens to the side of its first two corners. */
const openBlock = (wingM: number): Ring => [
  [0, 0],
  [wingM, 0],
  [wingM, 20],
  [wingM + 20, 20],
  [wingM + 20, 0],
  [2 * wingM + 20, 0],
  [2 * wingM + 20, 20 + wingM],
  [0, 20 + wingM],
]

describe('the shape of a building', () => {
  it('is a tower’s if it is a square of 24 to 28 m', () => {
    assert.ok(isOf('tower', sized(24, 24)))
    assert.ok(isOf('tower', sized(28, 28)))
    assert.ok(!isOf('tower', sized(23.9, 24)))
    assert.ok(!isOf('tower', sized(28.1, 28)))
    assert.ok(!isOf('tower', sized(60, 15)))
    // A cross, whose twelve sides are all as long.
    assert.ok(
      !isOf('tower', [
        [24, 0],
        [48, 0],
        [48, 24],
        [72, 24],
        [72, 48],
        [48, 48],
        [48, 72],
        [24, 72],
        [24, 48],
        [0, 48],
        [0, 24],
        [24, 24],
      ]),
    )
  })

  it('is a slab’s if it is 15 to 17 m deep and of sections of 24 to 30 m, 120 m long at most', () => {
    for (const lengthM of [24, 30, 48, 60, 72, 100, 120]) {
      assert.ok(isOf('slab', sized(lengthM, 15)), `${lengthM} m`)
    }
    for (const lengthM of [23.9, 31, 47.9, 61, 71.9, 120.1]) {
      assert.ok(!isOf('slab', sized(lengthM, 15)), `${lengthM} m`)
    }
    assert.ok(isOf('slab', sized(60, 17)))
    assert.ok(!isOf('slab', sized(60, 14.9)))
    assert.ok(!isOf('slab', sized(60, 17.1)))
  })

  it('has right angles, as exactly as a millimetre in a metre', () => {
    const leaning = (byM: number): Ring => [
      [0, 0],
      [60, 0],
      [60 + byM, 15],
      [byM, 15],
    ]
    assert.ok(isOf('slab', leaning(0.014)))
    assert.ok(!isOf('slab', leaning(0.016)))
  })

  it('is a block’s if wings of 14 to 16 m stand round a court of 20 m, or on three sides of it', () => {
    const closed = (wingM: number, courtM = 20) =>
      isOf('perimeter', sized(60 + 2 * wingM, courtM + 2 * wingM), [sized(60, courtM).toReversed()])
    assert.ok(closed(14))
    assert.ok(closed(16))
    assert.ok(!closed(13.9))
    assert.ok(!closed(16.1))
    assert.ok(!closed(15, 19.9))
    assert.ok(isOf('perimeter', openBlock(15)))
    assert.ok(!isOf('perimeter', openBlock(17)))
    assert.ok(!isOf('perimeter', sized(60, 15)))
    // Three wings as deep that meet, with a court nowhere.
    assert.ok(
      !isOf('perimeter', [
        [0, 0],
        [75, 0],
        [75, 15],
        [45, 15],
        [45, 45],
        [30, 45],
        [30, 15],
        [0, 15],
      ]),
    )
  })

  it('has right angles and no court but a block’s', () => {
    assert.ok(!isOf('tower', sized(60, 56), [sized(20, 20).toReversed()]))
    assert.ok(!isOf('slab', openBlock(15)))
    assert.ok(
      !isOf('slab', [
        [0, 0],
        [60, 0],
        [63, 16],
        [3, 16],
      ]),
    )
  })
})
