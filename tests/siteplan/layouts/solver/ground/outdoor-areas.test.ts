// Where parking and playgrounds lie on a strip of land a kilometre long with one house at its end.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grown,
  overlap,
  type Rect,
  rectArea,
  rectRing,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import type { FramedSite } from '../../../../../src/siteplan/layouts/solver/framed-sites.ts'
import { cellsOf } from '../../../../../src/siteplan/layouts/solver/ground/cells.ts'
import {
  type OutdoorAreas,
  placeOutdoor,
} from '../../../../../src/siteplan/layouts/solver/ground/outdoor-areas.ts'
import { PlanMisses } from '../../../../../src/siteplan/layouts/solver/ground/plan-misses.ts'
import { playgroundsBeside } from '../../../../../src/siteplan/layouts/solver/ground/playgrounds.ts'
import { siteEdgeOf } from '../../../../../src/siteplan/layouts/solver/ways/site-edge.ts'

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
  const needs = { parkingM2: spaces * SPACE_M2, playgroundM2: 200 }
  const drawGreen = (areas: OutdoorAreas) => areas
  const misses = new PlanMisses()
  const outcome = placeOutdoor({ site, wings: [HOUSE], ways: [WAY], needs, misses, drawGreen })
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

  it('parking holds a row and the way to turn into it, 11.3 m across, where there is room', () => {
    for (const spaces of [3, 5, 10, 20, 50, 100]) {
      for (const { x0, y0, x1, y1 } of parkedFor(spaces).parking) {
        const acrossM = Math.min(x1 - x0, y1 - y0)
        assert.ok(acrossM >= 11.3, `${acrossM} m of ${spaces} spaces`)
      }
    }
  })

  it('parking keeps the sanitary distance from walls, in pieces of 49 spaces at most, where there is room', () => {
    const aroundHouse = grown(HOUSE, 15 - 1e-6)
    for (const spaces of [3, 20, 100]) {
      const { parking } = parkedFor(spaces)
      assert.ok(!parking.some((rect) => overlap(rect, aroundHouse)), `${spaces} spaces`)
      assert.ok(parking.every((rect) => rectArea(rect) <= 49 * SPACE_M2))
    }
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

  const assertNoStrip = ({ x0, y0, x1, y1 }: Rect) => {
    const [short = 0, long = 0] = [x1 - x0, y1 - y0].sort((a, b) => a - b)
    assert.ok(short >= 10 && long <= 3 * short + 1e-6, `${short} × ${long}`)
  }

  it('a playground is no strip, even between ways that leave it 11 m', () => {
    const near = cellsOf(siteEdgeOf([rectRing({ ...SITE, x0: 800 })]).alongX)
    const above: Rect = { ...SITE, y0: WAY.y1 + 3 + 11.5 + 3 }
    const placed = playgroundsBeside(near, [HOUSE], [WAY, above], 600) ?? assert.fail('no room')
    assert.ok(placed.length > 1)
    for (const rect of placed) assertNoStrip(rect)
  })

  it('a playground is no strip, and keeps 10 m from ways, where there is room', () => {
    const placed = playgroundsBeside(cells, [HOUSE], [WAY], 800) ?? assert.fail('no room')
    for (const rect of placed) {
      assertNoStrip(rect)
      const { y0 } = rect
      assert.ok(y0 >= WAY.y1 + 10 - cells.cellM, `${y0 - WAY.y1} m from the way`)
    }
  })

  it('a playground is a strip beside the house before it is a wide place far away', () => {
    // Above them 7 m are free, and all of the site from 330 m on.
    const taken: Rect = { x0: 600, y0: 6, x1: 1_000, y1: 52 }
    const placed = playgroundsBeside(cells, [HOUSE], [WAY, taken], 200) ?? assert.fail('no room')
    assert.ok(placed.every(({ x0, y0 }) => x0 > HOUSE.x0 - 150 && y0 >= taken.y1))
  })

  describe('cut by ways into pieces of 16 m', () => {
    const ways = Array.from(
      { length: 50 },
      (_, at): Rect => ({ ...SITE, x0: 20 * at, x1: 20 * at + 4 }),
    )
    /**
     * How many plans placed all parking, near the house and then anywhere, where only the
     * `greenAt`-th of them leaves room for green: by default the last resort.
     */
    const plansTriedFor = (spaces: number, misses = new PlanMisses(), greenAt = 2) => {
      let drawn = 0
      const site = { edge, cells: () => cells } as FramedSite
      const needs = { parkingM2: spaces * SPACE_M2, playgroundM2: 200 }
      const drawGreen = (areas: OutdoorAreas) => {
        drawn += 1
        return drawn === greenAt ? areas : undefined
      }
      placeOutdoor({ site, wings: [HOUSE], ways, needs, misses, drawGreen })
      return drawn
    }

    it('no better plan for parking is tried once the first ones took dozens of pieces', () => {
      assert.equal(plansTriedFor(20), 14)
      assert.ok(plansTriedFor(400) < 7)
    })

    it('a better plan is given up once three drawings of the site found no room by it', () => {
      const misses = new PlanMisses()
      for (let drawing = 0; drawing < 3; drawing += 1) {
        assert.equal(plansTriedFor(20, misses), 14)
      }
      // The last resort alone, near and anywhere.
      assert.equal(plansTriedFor(20, misses, Infinity), 2)
      assert.equal(plansTriedFor(40, misses, Infinity), 2)
    })

    it('a plan that was given up is tried again for less parking', () => {
      const misses = new PlanMisses()
      for (let drawing = 0; drawing < 3; drawing += 1) plansTriedFor(20, misses)
      assert.equal(plansTriedFor(19, misses), 14)
    })

    it('a plan that has found room since it missed is not given up', () => {
      const misses = new PlanMisses()
      plansTriedFor(20, misses)
      plansTriedFor(20, misses)
      // The best plan finds room.
      assert.equal(plansTriedFor(20, misses, 1), 1)
      plansTriedFor(20, misses)
      // The best is tried before the last resort, near and anywhere.
      assert.equal(plansTriedFor(20, misses, Infinity), 4)
    })
  })
})

/** What is placed for so many spaces beside houses on a site of some size, with ways. */
const placedOn = (
  site: Rect,
  {
    wings,
    ways,
    spaces,
    playgroundM2 = 0,
  }: {
    readonly wings: readonly Rect[]
    readonly ways: readonly Rect[]
    readonly spaces: number
    readonly playgroundM2?: number
  },
) => {
  const ownEdge = siteEdgeOf([rectRing(site)])
  const ownCells = cellsOf(ownEdge.alongX)
  return placeOutdoor({
    site: { edge: ownEdge, cells: () => ownCells } as FramedSite,
    wings,
    ways,
    needs: { parkingM2: spaces * SPACE_M2, playgroundM2 },
    misses: new PlanMisses(),
    drawGreen: (areas: OutdoorAreas) => areas,
  })
}

describe('parking between a house and a way', () => {
  /** The house lies along the lower edge, the way along the upper one. */
  const distanceM = (depthM: number) => {
    const wing: Rect = { x0: 0, y0: 0, x1: 200, y1: 15 }
    const way: Rect = { x0: 0, y0: 15 + depthM, x1: 200, y1: 15 + depthM + 6 }
    const outcome = placedOn({ ...wing, y1: way.y1 }, { wings: [wing], ways: [way], spaces: 20 })
    if (outcome.kind !== 'placed') return undefined
    return Math.min(...outcome.drawn.parking.map(({ y0 }) => y0 - wing.y1))
  }

  it('keeps 15 m from the wall, else 10, 6 or 3 m, before it gets narrower than 11.3 m', () => {
    for (const clearM of [15, 10, 6, 3]) {
      const keptM = distanceM(clearM + 12)
      assert.ok(keptM !== undefined && keptM >= clearM && keptM < clearM + 1, `${keptM} m`)
    }
  })

  it('is as narrow as a row with its way, then as a row, before it lies nearer than 3 m', () => {
    for (const acrossM of [8, 6]) assert.ok((distanceM(3 + acrossM) ?? 0) >= 3)
    assert.equal(distanceM(3 + 5), undefined)
  })
})

describe('a drive between two houses', () => {
  const site: Rect = { x0: 0, y0: 0, x1: 80, y1: 70 }
  const way: Rect = { x0: 0, y0: 0, x1: 80, y1: 4 }
  const drivesThrough = (gapM: number) => {
    const wings: Rect[] = [
      { x0: 0, y0: 9, x1: 40 - gapM / 2, y1: 24 },
      { x0: 40 + gapM / 2, y0: 9, x1: 80, y1: 24 },
    ]
    const outcome = placedOn(site, { wings, ways: [way], spaces: 20, playgroundM2: 900 })
    assert.ok(outcome.kind === 'placed')
    const { drives, parking, playgrounds } = outcome.drawn
    const uses = [...wings, way, ...drives, ...parking].map((rect) => grown(rect, -1e-6))
    assert.ok(playgrounds.length > 0)
    assert.ok(!playgrounds.some((rect) => uses.some((use) => overlap(use, rect))))
    assert.ok(!drives.some((drive) => wings.some((wing) => overlap(grown(wing, 2.5), drive))))
    return drives.map(({ x0, x1 }) => x1 - x0)
  }

  it('is 6 m wide, or one lane where no drive of 6 m fits, and 2.5 m off their walls', () => {
    assert.deepEqual(drivesThrough(13), [6])
    assert.deepEqual(drivesThrough(10), [4])
  })
})
