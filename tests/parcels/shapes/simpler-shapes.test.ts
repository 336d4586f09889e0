import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LonLat } from '../../../src/geometry/local-plane.ts'
import { openParcelIndex, parcelIndexBuilder } from '../../../src/parcels/index/parcel-index.ts'
import { createShapeThread, type SimplerTask } from '../../../src/parcels/shapes/shape-thread.ts'
import { simplerShapeText } from '../../../src/parcels/shapes/simpler-shape.ts'
import {
  createSimplerShapes,
  MAX_POINTS_AT_ONCE,
} from '../../../src/parcels/shapes/simpler-shapes.ts'
import { squareRing } from '../land.ts'

/** Of so many corners. */
function circle(corners: number): LonLat[] {
  const ring = Array.from({ length: corners }, (_, i): LonLat => {
    const angle = (2 * Math.PI * i) / corners
    return [104 + Math.cos(angle) / 100, 52 + Math.sin(angle) / 100]
  })
  return [...ring, ring[0] as LonLat]
}

const builder = parcelIndexBuilder()
const rings = [
  squareRing(0, 0, 50),
  circle(MAX_POINTS_AT_ONCE + 1),
  circle(MAX_POINTS_AT_ONCE),
  circle(20_000),
]
for (const [i, ring] of rings.entries()) {
  builder.add(`38:06:000001:${i}`, { type: 'Polygon', coordinates: [ring] })
}
const index = openParcelIndex(builder.finish())

describe('the simpler shapes of an answer', () => {
  it('are worked out in a thread where they have many points, and there alone', async () => {
    const tasks: SimplerTask[] = []
    const shapes = createSimplerShapes({
      simpler: async (task) => {
        tasks.push(task)
        return task.parcels.map((parcel) => `in the thread: ${parcel}`)
      },
    })
    const texts = await shapes.textsOf(index, [3, 0, 1, 2], 2)
    assert.deepEqual(texts, [
      'in the thread: 3',
      simplerShapeText(index, 0, 2),
      'in the thread: 1',
      simplerShapeText(index, 2, 2),
    ])
    assert.deepEqual(
      tasks.map(({ parcels, simplifyM }) => [parcels, simplifyM]),
      [[[3, 1], 2]],
    )
  })

  it('are the same from the thread, which shares the memory of the index', async () => {
    const thread = createShapeThread()
    try {
      const texts = await createSimplerShapes(thread).textsOf(index, [0, 1, 2, 3], 2)
      assert.deepEqual(
        texts,
        [0, 1, 2, 3].map((parcel) => simplerShapeText(index, parcel, 2)),
      )
    } finally {
      await thread.close()
    }
  })
})
