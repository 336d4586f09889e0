// Where parking and playgrounds lie on a strip of land a kilometre long with one house at its end.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellsOf } from '../../../../../src/siteplan/layouts/solver/ground/cells.ts'
import {
  type OutdoorAreas,
  placeOutdoor,
} from '../../../../../src/siteplan/layouts/solver/ground/outdoor-areas.ts'
import { playgroundsBeside } from '../../../../../src/siteplan/layouts/solver/ground/playgrounds.ts'
import type { FramedSite } from '../../../../../src/siteplan/layouts/solver/massing/framed-sites.ts'
import {
  type Rect,
  rectArea,
  rectRing,
} from '../../../../../src/siteplan/layouts/solver/massing/rect.ts'
import { siteEdgeOf } from '../../../../../src/siteplan/layouts/solver/ways/mouths.ts'

const SITE: Rect = { x0: 0, y0: 0, x1: 1_000, y1: 60 }
const HOUSE: Rect = { x0: 930, y0: 25, x1: 990, y1: 40 }
/** All along the lower edge, so that any ground has a way out. */
const WAY: Rect = { x0: 0, y0: 0, x1: 1_000, y1: 6 }
const SPACE_M2 = 25

const edge = siteEdgeOf([rectRing(SITE)])
const cells = cellsOf(edge.alongX)

/** How far the farthest of the pieces reaches from the house, along the strip, m. */
const reachOf = (pieces: readonly Rect[]) => Math.max(...pieces.map(({ x0 }) => HOUSE.x0 - x0))
const areaOf = (pieces: readonly Rect[]) => pieces.reduce((sum, rect) => sum + rectArea(rect), 0)

const parkedFor = (spaces: number): OutdoorAreas => {
  const site = { edge, cells: () => cells } as FramedSite
  const needs = { parkingM2: spaces * SPACE_M2, playgroundM2: 200, spaceM2: SPACE_M2 }
  const outcome = placeOutdoor(site, [HOUSE], [WAY], needs, (areas) => areas)
  assert.ok(outcome.kind === 'placed')
  assert.ok(areaOf(outcome.drawn.parking) >= needs.parkingM2 - 1)
  return outcome.drawn
}

describe('on a long site', () => {
  it('parking reaches 300 m from the house, and farther only where there is no room', () => {
    assert.ok(reachOf(parkedFor(100).parking) <= 300 + cells.cellM)
    // They take 17,500 m², and within reach there is less than that.
    assert.ok(reachOf(parkedFor(700).parking) > 300 + cells.cellM)
  })

  it('a playground reaches 60 m from the house, else 150 m, and farther only where there is no room', () => {
    const reachBeside = (taken: readonly Rect[]) =>
      reachOf(playgroundsBeside(cells, [HOUSE], [WAY, ...taken], 400) ?? assert.fail('no room'))
    const takenFrom = (x0: number): Rect => ({ ...SITE, x0 })
    assert.ok(reachBeside([]) <= 60 + cells.cellM)
    const second = reachBeside([takenFrom(HOUSE.x0 - 70)])
    assert.ok(second > 60 + cells.cellM && second <= 150 + cells.cellM)
    assert.ok(reachBeside([takenFrom(HOUSE.x0 - 160)]) > 150 + cells.cellM)
  })
})
