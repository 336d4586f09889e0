import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaOf, type Point } from '../../../../../src/geometry/plane.ts'
import {
  drawBuildings,
  northWestFirst,
} from '../../../../../src/siteplan/layouts/solver/drawing/draw-buildings.ts'
import { frameAt } from '../../../../../src/siteplan/layouts/solver/frame/frame.ts'
import type { Mass } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'

const towerAt = ([x, y]: Point): Mass => ({
  typology: 'tower',
  outer: { x0: x, y0: y, x1: x + 24, y1: y + 24 },
  wingM: null,
  open: null,
  storeys: 9,
})

const cornersOf = (...places: readonly Point[]) =>
  northWestFirst(frameAt(0), places.map(towerAt)).map(({ outer }) => [outer.x0, outer.y0])

describe('the buildings of an option', () => {
  it('are named row by row from the north, each row from the west', () => {
    assert.deepEqual(cornersOf([0, 0], [100, 0], [0, 100], [100, 100]), [
      [0, 100],
      [100, 100],
      [0, 0],
      [100, 0],
    ])
    // A little farther north is the same row.
    assert.deepEqual(cornersOf([100, 20], [0, 0]), [
      [0, 0],
      [100, 20],
    ])
    assert.deepEqual(cornersOf([100, 30], [0, 0]), [
      [100, 30],
      [0, 0],
    ])
  })

  it('have letters, then letters with numbers', () => {
    const masses = Array.from({ length: 27 }, (_, i) => towerAt([i * 50, 0]))
    const names = drawBuildings(frameAt(0), masses, 3).map(({ name }) => name)
    assert.deepEqual(names.slice(0, 3), ['А', 'Б', 'В'])
    assert.equal(new Set(names).size, 27)
    assert.equal(names[24], 'А1')
    // The plan writes P for parking.
    assert.ok(!names.some((name) => /[РP]/.test(name)))
  })

  it('cover the ground of their wings, and none of an open court', () => {
    const block = (open: Mass['open']): Mass => ({
      typology: 'perimeter',
      outer: { x0: 0, y0: 0, x1: 60, y1: 50 },
      wingM: 15,
      open,
      storeys: 5,
    })
    for (const [open, groundM2] of [
      [null, 60 * 50 - 30 * 20],
      ['n', 60 * 50 - 30 * 35],
      ['s', 60 * 50 - 30 * 35],
      ['e', 60 * 50 - 45 * 20],
      ['w', 60 * 50 - 45 * 20],
    ] as const) {
      const [drawn] = drawBuildings(frameAt(0), [block(open)], 3)
      assert.equal(drawn?.footprint_m2, groundM2)
      assert.equal(drawn.gfa_m2, groundM2 * 5)
      assert.equal(drawn.height_m, 15)
      assert.equal(drawn.courts.length, open === null ? 1 : 0)
      assert.ok(areaOf([drawn.footprint]) > 0, 'counter-clockwise')
    }
  })
})
