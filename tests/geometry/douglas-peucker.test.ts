import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pointToSegment } from '../../src/geometry/distance.ts'
import { keptPoints } from '../../src/geometry/douglas-peucker.ts'
import type { Point } from '../../src/geometry/plane.ts'

describe('a simplified ring', () => {
  it('keeps corners, drops points on the way, and never departs farther than told', () => {
    const ring = [0, 0, 5, 0.1, 10, 0, 10, 10, 5, 13, 0, 10]
    assert.deepEqual(keptPoints(ring, 1, 1), [0, 2, 3, 4, 5])
    assert.deepEqual(keptPoints(ring, 0.01, 1), [0, 1, 2, 3, 4, 5])
    assert.deepEqual(keptPoints(ring, 3, 1), [0, 2, 3, 5])
    assert.ok(keptPoints([0, 0, 5, 0.1, 10, 0], 1, 1).length < 3)
  })

  it('departs no farther than told where it takes long and spans are halved', () => {
    // Ever longer teeth: a span loses one at a time. Each has a slight bend on its way.
    const ring = Array.from({ length: 1_000 }, (_, tooth) => {
      const tip = tooth % 2 === 0 ? tooth * 10 : -tooth * 10
      return [tooth * 4, tip, tooth * 4 + 2, -5]
    }).flat()
    const count = ring.length / 2
    const kept = keptPoints(ring, 20, 1)
    // Cut where they bend most, spans keep the 1,000 tips alone.
    assert.ok(kept.length > 1_000 && kept.length < count, `${kept.length}`)
    const at = (i: number): Point => [ring[i * 2] as number, ring[i * 2 + 1] as number]
    for (const [i, from] of kept.entries()) {
      const to = kept[i + 1] ?? count
      for (let point = from + 1; point < to; point += 1) {
        assert.ok(pointToSegment(at(point), { from: at(from), to: at(to % count) }) <= 20)
      }
    }
  })
})
