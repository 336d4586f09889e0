import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../../src/geometry/plane.ts'
import { MAX_LINES, stallLines } from '../../../../src/reports/drawings/site/hatching.ts'
import { rectangle } from '../../../siteplan/layouts/sample-layouts.ts'

/** Where the lines end, along the longer side and across it. */
const reachOf = (lines: ReturnType<typeof stallLines>) => ({
  right: Math.max(...lines.flat().map(([x]) => x)),
  top: Math.max(...lines.flat().map(([, y]) => y)),
})

/** Its longest side looks down into a notch between two legs. */
const NOTCHED: Point[] = [
  [-70, -40],
  [-50, -40],
  [-50, 0],
  [50, 0],
  [50, -40],
  [70, -40],
  [70, 20],
  [0, 20],
  [0, 24],
  [-70, 24],
]

describe('the hatching of a parking', () => {
  it('has a line per stall on a sheet that can show them', () => {
    assert.equal(stallLines([rectangle([0, 0], 50, 5.3)], 2).length, 21)
  })

  it('reaches the far end of the largest lot: its lines stand farther apart, none is missing', () => {
    for (const sizeM of [150, 300, 600]) {
      const lines = stallLines([rectangle([0, 0], sizeM, sizeM * 0.9)], 1)
      assert.ok(lines.length <= MAX_LINES && lines.length > MAX_LINES / 4, `${lines.length}`)
      const { right, top } = reachOf(lines)
      assert.ok(right > sizeM / 2 - 50, `${right} of ${sizeM / 2}`)
      assert.ok(top > sizeM * 0.45 - 12, `${top} of ${sizeM * 0.45}`)
    }
  })

  it('covers also what lies behind the longest side of a lot with a notch', () => {
    const legs = stallLines([NOTCHED], 2).filter(([[, y]]) => y < -6)
    assert.ok(Math.min(...legs.flat().map(([, y]) => y)) < -30)
    assert.ok(legs.some(([[x]]) => x < 0) && legs.some(([[x]]) => x > 0))
  })

  it('is alike in all lots of a plan', () => {
    const [large, small] = [rectangle([0, 0], 300, 270), rectangle([0, 400], 300, 5.3)]
    const xs = (rings: (typeof large)[]) =>
      new Set(
        stallLines(rings, 1)
          .filter(([[, y]]) => y > 390)
          .map(([[x]]) => Math.round(x)),
      )
    assert.ok(xs([large, small]).size < xs([small]).size)
  })

  it('is left out where rows would be illegible', () => {
    assert.deepEqual(stallLines([rectangle([0, 0], 50, 50)], 0.2), [])
  })
})
