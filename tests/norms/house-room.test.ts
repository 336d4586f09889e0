import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { areaOf, type Point, type Region } from '../../src/geometry/plane.ts'
import { intersection, union } from '../../src/geometry/region.ts'
import { houseRoom } from '../../src/norms/house-room.ts'
import { leastFootprintM2, leastSidesM, TYPOLOGIES } from '../../src/norms/house-sizes.ts'
import { boxRing } from '../geometry/rings.ts'
import { turned } from '../siteplan/layouts/sites.ts'

const moved = (ring: readonly Point[], dx: number, dy: number): Point[] =>
  ring.map(([x, y]) => [x + dx, y + dy])

describe('the ground that houses can cover', () => {
  it('holds every house there is room for, whatever its direction and what lies around', () => {
    const { depthM, lengthM } = leastSidesM(TYPOLOGIES)
    const sized = (least: number) => fc.double({ min: least, max: least + 40, noNaN: true })
    const at = fc.double({ min: -60, max: 60, noNaN: true })
    const junk = fc.array(fc.tuple(at, at, sized(1), sized(1)), { maxLength: 4 })
    const turn = fc.double({ min: 0, max: Math.PI, noNaN: true })
    fc.assert(
      fc.property(sized(depthM), sized(lengthM), at, at, turn, junk, (a, b, x, y, angle, more) => {
        const house: Region = [moved(turned(boxRing(0, 0, b, a), angle), x, y)]
        const ground = more.reduce<Region>(
          (all, [jx, jy, width, depth]) => union(all, [boxRing(jx, jy, width, depth)]),
          house,
        )
        const covered = areaOf(intersection(houseRoom(ground, TYPOLOGIES), house))
        assert.ok(covered > areaOf(house) - 1, `${covered} of ${areaOf(house)} m²`)
      }),
      { numRuns: 300 },
    )
  })

  it('holds the least house of each typology on ground of just its size, whatever its direction', () => {
    for (const typology of TYPOLOGIES) {
      const { depthM, lengthM } = leastSidesM([typology])
      for (let turn = 0; turn < 64; turn += 1) {
        const house = [turned(boxRing(0, 0, lengthM, depthM), (Math.PI * turn) / 64)]
        const covered = areaOf(houseRoom(house, [typology]))
        assert.ok(
          covered > depthM * lengthM - 1,
          `${typology}, turned by ${turn}/64: ${covered} m²`,
        )
      }
    }
  })

  it('is none where ground is too narrow or too short for any house, however much of it', () => {
    assert.deepEqual(houseRoom([boxRing(0, 0, 5000, 13.9)], TYPOLOGIES), [])
    assert.deepEqual(houseRoom([boxRing(0, 0, 23, 23)], ['tower']), [])
    assert.deepEqual(houseRoom([boxRing(0, 0, 17, 17)], TYPOLOGIES), [])
    assert.ok(areaOf(houseRoom([boxRing(0, 0, 24, 15)], ['slab'])) > 359)
  })

  it('leaves out the tail of a site that no house can stand in', () => {
    const knot = union([boxRing(0, 0, 40, 40)], [boxRing(40, 15, 500, 10)])
    const room = areaOf(houseRoom(knot, TYPOLOGIES))
    assert.ok(room >= 1600 && room < 1750, `${room} m²`)
  })

  it('needs the least depth and length of the typologies asked for, a block both wings and its court', () => {
    assert.deepEqual(leastSidesM(['slab']), { depthM: 15, lengthM: 24 })
    assert.deepEqual(leastSidesM(['tower']), { depthM: 24, lengthM: 24 })
    assert.deepEqual(leastSidesM(['perimeter']), { depthM: 14, lengthM: 48 })
    assert.deepEqual(leastSidesM(TYPOLOGIES), { depthM: 14, lengthM: 24 })
  })
})

describe('the least ground under a house', () => {
  it('is that of the least of the typologies asked for, without a block’s court', () => {
    assert.equal(leastFootprintM2(['slab']), 15 * 24)
    assert.equal(leastFootprintM2(['tower']), 24 * 24)
    // One wing of 48 m, and two of 20 m at its ends round a court that opens to a side.
    assert.equal(leastFootprintM2(['perimeter']), 14 * (48 + 2 * 20))
    assert.equal(leastFootprintM2(TYPOLOGIES), 15 * 24)
  })
})
