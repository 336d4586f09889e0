import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LayoutOption } from '../../../../../src/siteplan/layouts/layout.ts'
import { bestOptions } from '../../../../../src/siteplan/layouts/solver/search/choose-options.ts'
import { box } from '../../sites.ts'

/** One house of a size at a place. */
const option = (score: number, x: number, lengthM: number, storeys = 9) =>
  ({
    score,
    rank: 0,
    buildings: [
      {
        typology: 'slab',
        storeys,
        footprint: box(lengthM, 15, x),
        courts: [],
        footprint_m2: lengthM * 15,
      },
    ],
  }) as unknown as LayoutOption

const scoresOf = (options: readonly LayoutOption[]) => options.map(({ score }) => score)

describe('of several options', () => {
  it('the same houses elsewhere are taken after others that are about as good', () => {
    const drawn = [option(0.99, 0, 60), option(0.98, 40, 60.5), option(0.95, 10, 90)]
    assert.deepEqual(scoresOf(bestOptions(drawn, 2)), [0.99, 0.95])
    assert.deepEqual(scoresOf(bestOptions(drawn, 3)), [0.99, 0.98, 0.95])
    // Other storeys, or three per cent more ground, are other houses.
    for (const other of [option(0.98, 40, 60, 8), option(0.98, 40, 62)]) {
      assert.deepEqual(scoresOf(bestOptions([...drawn.slice(0, 1), other], 2)), [0.99, 0.98])
    }
    assert.deepEqual(
      scoresOf(bestOptions([option(0.99, 0, 60), option(0.98, 40, 62), option(0.95, 10, 90)], 2)),
      [0.99, 0.98],
    )
    // What is much worse is no better for being different.
    assert.deepEqual(
      scoresOf(bestOptions([option(0.99, 0, 60), option(0.98, 40, 60), option(0.8, 10, 90)], 2)),
      [0.99, 0.98],
    )
  })

  it('none shares more than seven tenths of its ground with a better one', () => {
    const drawn = [option(0.99, 0, 60), option(0.98, 5, 60), option(0.97, 30, 60)]
    assert.deepEqual(scoresOf(bestOptions(drawn, 3)), [0.99, 0.97])
  })
})
