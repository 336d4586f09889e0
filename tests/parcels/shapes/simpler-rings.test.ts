import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { simplerRings } from '../../../src/parcels/shapes/simpler-rings.ts'

type Corner = readonly [number, number]

/** A star around the origin: simple, however jagged. */
const stars = fc
  .array(fc.integer({ min: 20, max: 1000 }), { minLength: 4, maxLength: 40, size: 'max' })
  .map((radii) =>
    Int32Array.from(
      radii.flatMap((radius, i) => {
        const angle = (2 * Math.PI * i) / radii.length
        return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))]
      }),
    ),
  )

const cornersOf = (ring: Int32Array): Corner[] =>
  Array.from({ length: ring.length / 2 }, (_, i) => [ring[i * 2] ?? 0, ring[i * 2 + 1] ?? 0])

const turn = ([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner) =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))

/** Crossings in the inside of both edges. */
function crossings(ring: Int32Array): number {
  const corners = cornersOf(ring)
  const edges = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]] as const)
  let count = 0
  for (const [a, b] of edges) {
    for (const [c, d] of edges) {
      if (!b || !d) continue
      if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) count += 1
    }
  }
  return count
}

describe('the rings of a polygon seen from afar', () => {
  it('never cross themselves, and keep corners of the true ones alone', () => {
    fc.assert(
      fc.property(stars, fc.integer({ min: 1, max: 800 }), (ring, tolerance) => {
        const [simpler] = simplerRings([ring], tolerance, 1)
        assert.ok(simpler)
        assert.ok(simpler.length <= ring.length)
        const corners = new Set(cornersOf(ring).map(String))
        for (const corner of cornersOf(simpler)) assert.ok(corners.has(String(corner)))
        assert.equal(crossings(simpler), 0)
      }),
      { numRuns: 300 },
    )
  })

  it('lose points until two edges would cross, and no further', () => {
    // Without the corner at the bottom the notch from above would run out through the edge there.
    const ring = [0, 0, 50, -9, 100, 0, 100, 100, 52, 100, 50, -5, 48, 100, 0, 100]
    const [simpler] = simplerRings([Int32Array.from(ring)], 10, 1)
    assert.deepEqual([...(simpler ?? [])], ring)
  })

  it('lose no point where edges would cross whose ends are above or beside each other', () => {
    // The edge across the bottom has an end below each other end, and one as high as the notch.
    const ring = [0, 0, 50, -12, 100, -5, 100, 100, 50, -5, 0, 100]
    const [simpler] = simplerRings([Int32Array.from(ring)], 10, 1)
    assert.deepEqual([...(simpler ?? [])], ring)
  })

  it('are simplified half as far where edges would cross, rather than not at all', () => {
    // The same notch, and two corners more: 7 from the line on the left, 2 on the right.
    const [left, right] = [
      [-7, 50],
      [102, 50],
    ] as const
    const bottom = [0, 0, 50, -9, 100, 0] as const
    const top = [100, 100, 52, 100, 50, -5, 48, 100, 0, 100] as const
    const ring = Int32Array.from([...bottom, ...right, ...top, ...left])
    const [simpler] = simplerRings([ring], 10, 1)
    assert.deepEqual([...(simpler ?? [])], [...bottom, ...top, ...left])
  })

  it('lose a hole that closes, and never the outline', () => {
    const outline = Int32Array.from([0, 0, 1000, 0, 1000, 1000, 0, 1000])
    const hole = Int32Array.from([500, 500, 505, 500, 505, 503])
    assert.deepEqual(simplerRings([outline, hole], 50, 1), [outline])
    const wide = Int32Array.from([500, 500, 700, 500, 600, 700])
    assert.deepEqual(simplerRings([outline, wide], 50, 1), [outline, wide])
    const sliver = Int32Array.from([0, 0, 1000, 1, 1000, 2])
    assert.deepEqual(simplerRings([sliver], 50, 1), [sliver])
  })

  it('are the true ones where too many edges are near each other to look for crossings', () => {
    const bentAt = (ring: Int32Array, x: number) => Int32Array.from([...ring, x, -1])
    const upright = comb(1_000, 0)
    assert.deepEqual(simplerRings([bentAt(upright, 10_000)], 9, 1), [upright])
    const leaning = bentAt(comb(1_000, 50_000), 10_000)
    assert.deepEqual(simplerRings([leaning], 9, 1), [leaning])
  })
})

/** Teeth side by side on a bar, their tips `slant` to the right of where they begin. */
function comb(teeth: number, slant: number): Int32Array {
  const tips = Array.from({ length: teeth - 1 }, (_, i) => {
    const [x, y] = i % 2 === 0 ? [i * 20 + slant, 100_000] : [i * 20, 500]
    return [x, y, x + 20, y]
  })
  return Int32Array.from([-1000, 0, ...tips.flat(), teeth * 20, 0])
}
