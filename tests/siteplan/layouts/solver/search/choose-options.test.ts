import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LayoutOption } from '../../../../../src/siteplan/layouts/layout.ts'
import { bestOptions } from '../../../../../src/siteplan/layouts/solver/search/choose-options.ts'
import { box } from '../../sites.ts'

/** One house of a size at a place. */
const option = (score: number, x: number, lengthM: number, storeys = 9, typology = 'slab') =>
  ({
    score,
    rank: 0,
    buildings: [
      {
        typology,
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
      assert.deepEqual(scoresOf(bestOptions(drawn.with(1, other), 2)), [0.99, 0.98])
    }
    // What is much worse is no better for being different.
    assert.deepEqual(
      scoresOf(bestOptions([option(0.99, 0, 60), option(0.98, 40, 60), option(0.8, 10, 90)], 2)),
      [0.99, 0.98],
    )
  })

  it('the same houses are the same in whatever order they are named, but not with one more', () => {
    const [long, short, third] = [
      option(0, 0, 60).buildings,
      option(0, 90, 30, 5).buildings,
      option(0, 150, 24, 12).buildings,
    ]
    const of = (score: number, buildings: LayoutOption['buildings']) => ({
      ...option(score, 0, 60),
      buildings,
    })
    const first = of(0.99, [...long, ...short])
    const elsewhere = [...option(0, 200, 30, 5).buildings, ...option(0, 300, 60).buildings]
    const other = of(0.95, option(0, 400, 90).buildings)
    assert.deepEqual(scoresOf(bestOptions([first, of(0.98, elsewhere), other], 2)), [0.99, 0.95])
    const more = of(0.98, [...elsewhere, ...third])
    assert.deepEqual(scoresOf(bestOptions([first, more, other], 2)), [0.99, 0.98])
    assert.deepEqual(
      scoresOf(bestOptions([more, of(0.97, first.buildings), other], 2)),
      [0.98, 0.97],
    )
  })

  it('one of another kind is taken before one that is better by less than four hundredths', () => {
    const chosen = (score: number) => {
      const tower = option(score, 90, 24, 9, 'tower')
      return scoresOf(bestOptions([option(0.99, 0, 60), option(0.96, 40, 90), tower], 2))
    }
    assert.deepEqual(chosen(0.93), [0.99, 0.93])
    assert.deepEqual(chosen(0.91), [0.99, 0.96])
  })

  it('none shares more than seven tenths of its ground with a better one', () => {
    // 49.5 m of 70.5 under both, and 49.3 of 70.7.
    const drawn = [option(0.99, 0, 60), option(0.98, 10.5, 60), option(0.97, 10.7, 60)]
    assert.deepEqual(scoresOf(bestOptions(drawn, 3)), [0.99, 0.97])
  })
})
