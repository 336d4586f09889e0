import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { pointToSegment } from '../../../../src/geometry/distance.ts'
import { contains, type Point } from '../../../../src/geometry/plane.ts'
import { cornersOf } from '../../../../src/reports/drawings/label-space.ts'
import { NORTH_ARROW_RADIUS_MM } from '../../../../src/reports/drawings/north-and-scale.ts'
import { drawAxonometry } from '../../../../src/reports/drawings/site/axonometry.ts'
import { sidesOf } from '../../../../src/reports/drawings/site/ring-sides.ts'
import { clearestView } from '../../../../src/reports/drawings/site/slanted-view.ts'
import { PAGE_WIDTH_MM } from '../../../../src/reports/page.ts'
import type { LayoutOption, Site } from '../../../../src/siteplan/layouts/layout.ts'
import { building, rectangle } from '../../../siteplan/layouts/sample-layouts.ts'
import { assertInside, boxOfLabel, labelsOf, overlap } from '../drawn-ink.ts'
import { layouts, optionWith, SAMPLE_SITE, SAMPLES, siteOf } from './drawn-layouts.ts'

describe('the massing', () => {
  it('keeps everything inside, however high the buildings', () => {
    fc.assert(
      fc.property(layouts, ({ site, option }) =>
        assertInside(drawAxonometry(site, option).drawing),
      ),
      { numRuns: 40 },
    )
  })

  it('writes a name on what is seen of its roof, or on a ground of its own', () => {
    const crowd = ['А', 'Б', 'В', 'Г', 'Д', 'Е'].map((name, index) =>
      building(
        name,
        'slab',
        rectangle([0, index * 26 - 65], 30 + index * 12, 14, 20),
        3 + index * 4,
      ),
    )
    const large = siteOf([rectangle([0, 0], 600, 400)])
    const near = siteOf([rectangle([0, 0], 110, 170)])
    const block = SAMPLES[2]
    assert.ok(block)
    for (const [site, option] of [
      [large, optionWith(crowd)],
      [near, optionWith(crowd)],
      [SAMPLE_SITE, block],
    ] as const) {
      const { drawing } = drawAxonometry(site, option)
      const solids = drawing.shapes.flatMap((shape) =>
        shape.shape === 'area' && shape.ink === 'building-edge' ? [shape] : [],
      )
      const names = labelsOf(drawing).filter(({ text }) => text !== 'С')
      assert.ok(names.length >= option.buildings.length - 1, `${names.length} names`)
      for (const name of names) {
        if (name.halo) continue
        for (const corner of cornersOf(boxOfLabel(name))) {
          const seen = solids.findLast(({ rings }) => contains(rings, corner))
          assert.equal(seen?.fill, 'roof', `${name.text} at ${name.x}, ${name.y}`)
        }
      }
    }
  })

  it('shortens a name to its letter on a roof that has no room for the storeys', () => {
    const tower = building('А', 'tower', rectangle([0, 0], 24, 24), 9)
    const namesOn = (sizeM: number) =>
      labelsOf(
        drawAxonometry(siteOf([rectangle([0, 0], sizeM, sizeM)]), optionWith([tower])).drawing,
      ).map(({ text, halo }) => `${text}${halo ? ' on its ground' : ''}`)
    assert.deepEqual(namesOn(60), ['А, 9\u00a0эт.', 'С'])
    assert.deepEqual(namesOn(400), ['А', 'С'])
    assert.deepEqual(namesOn(1500), ['А on its ground', 'С'])
  })

  it('lets no name cover another', () => {
    fc.assert(
      fc.property(layouts, ({ site, option }) => {
        const labels = labelsOf(drawAxonometry(site, option).drawing)
        for (const [index, a] of labels.entries()) {
          for (const b of labels.slice(index + 1)) {
            assert.ok(!overlap(boxOfLabel(a), boxOfLabel(b)), `${a.text} covers ${b.text}`)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('keeps the arrow to north off the site and its houses', () => {
    const holds = (site: Site, option: LayoutOption) => {
      const { drawing } = drawAxonometry(site, option)
      const arrow = drawing.shapes.find((shape) => shape.shape === 'circle' && !shape.fill)
      assert.ok(arrow?.shape === 'circle')
      for (const shape of drawing.shapes) {
        if (shape.shape !== 'area' || !['boundary', 'building-edge'].includes(shape.ink ?? ''))
          continue
        assert.ok(!contains(shape.rings, [arrow.x, arrow.y]))
        for (const side of shape.rings.flatMap(sidesOf)) {
          assert.ok(pointToSegment([arrow.x, arrow.y], side) >= NORTH_ARROW_RADIUS_MM)
        }
      }
      assertInside(drawing)
    }
    // Seen from the south this site is a rectangle that fills the sheet to its corners.
    const turned = building('А', 'slab', rectangle([0, 0], 40, 14, 45), 3)
    holds(siteOf([rectangle([0, 0], 300, 250)]), optionWith([turned]))
    fc.assert(
      fc.property(layouts, ({ site, option }) => holds(site, option)),
      { numRuns: 60 },
    )
  })

  it('points its arrow where north lies on the site that is seen aslant', () => {
    for (const turnDeg of [0, 20, 45, 70]) {
      const house = building('А', 'slab', rectangle([0, 0], 60, 15, turnDeg), 9)
      // A site of 300 m from south to north.
      const site = siteOf([rectangle([0, 0], 80, 300)])
      const { drawing, fromText } = drawAxonometry(site, optionWith([house]))
      const ground = drawing.shapes.find((shape) => 'ink' in shape && shape.ink === 'boundary')
      const circle = drawing.shapes.find((shape) => shape.shape === 'circle')
      const dart = drawing.shapes.find((shape) => shape.shape === 'polygon')
      assert.ok(ground?.shape === 'area' && circle && dart)
      const [[south, , , north] = []] = ground.rings
      const [tip] = dart.points
      assert.ok(south && north && tip)
      const [onGround, onArrow] = [north[0] - south[0], tip[0] - circle.x]
      // Seen from the west of south, it is to the left.
      assert.ok(/запада$/.test(fromText) && onGround < -1 && onArrow < -1, fromText)
      assert.ok(north[1] < south[1] && tip[1] < circle.y)
    }
  })

  it('draws a line between each two storeys, a storey above the one below', () => {
    const tower = building('А', 'tower', rectangle([0, 0], 24, 24), 3)
    const { shapes } = drawAxonometry(
      siteOf([rectangle([0, 0], 60, 60)]),
      optionWith([tower]),
    ).drawing
    const [wall, lines] = shapes.slice(
      shapes.findIndex((shape) => 'fill' in shape && /wall/.test(shape.fill ?? '')),
    )
    assert.ok(wall?.shape === 'area' && lines?.shape === 'strokes')
    const [[foot, , , top] = []] = wall.rings
    const heights = lines.lines.map(
      ([start]) => ((foot?.[1] ?? 0) - (start?.[1] ?? 0)) / ((foot?.[1] ?? 0) - (top?.[1] ?? 0)),
    )
    assert.deepEqual(
      heights.map((share) => share.toFixed(2)),
      ['0.33', '0.67'],
    )
  })

  it('paints what stands behind first', () => {
    const [south, north] = [rectangle([0, -20], 40, 12), rectangle([6, 20], 40, 12)]
    for (const order of [
      [building('Ю', 'slab', south, 3), building('С', 'slab', north, 9)],
      [building('С', 'slab', north, 9), building('Ю', 'slab', south, 3)],
    ]) {
      const { shapes } = drawAxonometry(
        siteOf([rectangle([0, 0], 90, 90)]),
        optionWith(order),
      ).drawing
      const roofs = shapes.filter((shape) => shape.shape === 'area' && shape.fill === 'roof')
      const storeysBetween = shapes.filter((shape) => shape.shape === 'strokes')
      assert.equal(roofs.length, 2)
      // Nine storeys have eight lines between them: the northern walls come before the southern.
      assert.ok(storeysBetween[0]?.shape === 'strokes' && storeysBetween[0].lines.length === 8)
      assert.ok(storeysBetween.at(-1)?.shape === 'strokes')
      assert.equal(
        (storeysBetween.at(-1) as { readonly lines: readonly unknown[] }).lines.length,
        2,
      )
    }
  })

  /** The walls in their order, each by the middle of its foot on paper. */
  const wallsOf = (site: Site, option: LayoutOption) =>
    drawAxonometry(site, option).drawing.shapes.flatMap((shape) => {
      if (shape.shape !== 'area' || !/^wall-/.test(shape.fill ?? '')) return []
      const [[from, to] = []] = shape.rings
      assert.ok(from && to)
      return [{ fill: shape.fill, x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2 }]
    })

  it('shows two walls of a house to the eye, one in the light and one in the shade', () => {
    const site = siteOf([rectangle([0, 0], 80, 80)])
    for (const turnDeg of [0, 20, 45, 70]) {
      const tower = building('А', 'tower', rectangle([0, 0], 24, 24, turnDeg), 9)
      const view = clearestView(site, [tower], PAGE_WIDTH_MM)
      const [middleX, middleY] = view.toPaper([0, 0, 0])
      const walls = wallsOf(site, optionWith([tower])).toSorted((a, b) => a.x - b.x)
      assert.equal(walls.length, 2)
      for (const { y } of walls) assert.ok(y > middleY + 1, 'a wall on the near side')
      const [left, right] = walls
      assert.ok(left && right && left.x < middleX && right.x > middleX)
      assert.deepEqual([left.fill, right.fill].toSorted(), ['wall-dark', 'wall-light'])
      assert.equal(right.fill === 'wall-light', view.across(view.light) > 0)
    }
  })

  it('shows the walls of a court that are across it from the eye', () => {
    const [court, outline] = [rectangle([0, 0], 40, 40), rectangle([0, 0], 70, 70)]
    const block = building('А', 'perimeter', outline, 5, [court.toReversed()])
    const site = siteOf([rectangle([0, 0], 120, 120)])
    const [, middleY] = clearestView(site, [block], PAGE_WIDTH_MM).toPaper([0, 0, 0])
    const sides = wallsOf(site, optionWith([block])).map(({ y }) => Math.sign(y - middleY))
    assert.deepEqual(sides, [-1, -1, 1, 1])
  })

  it('paints the walls of a house with wings from the farthest to the nearest', () => {
    const wings: Point[] = [
      [-40, -30],
      [40, -30],
      [40, 30],
      [26, 30],
      [26, -16],
      [-26, -16],
      [-26, 30],
      [-40, 30],
    ]
    const site = siteOf([rectangle([0, 0], 120, 100)])
    const walls = wallsOf(site, optionWith([building('А', 'perimeter', wings, 5)]))
    assert.ok(walls.length > 2)
    const fromTop = walls.toSorted((a, b) => a.y - b.y)
    assert.deepEqual(walls, fromTop)
  })

  it('casts shadows away from the light, 0.7 of a height long and no farther than the site', () => {
    const tower = building('А', 'tower', rectangle([0, 0], 24, 24), 10)
    const shadowOn = (site: Site) => {
      const { shapes } = drawAxonometry(site, optionWith([tower])).drawing
      const shadow = shapes.find((shape) => shape.shape === 'area' && shape.fill === 'shadow')
      assert.ok(shadow?.shape === 'area')
      return shadow.rings.flat()
    }
    const site = siteOf([rectangle([0, 0], 140, 140)])
    const { light, toPaper } = clearestView(site, [tower], PAGE_WIDTH_MM)
    // 30 m high: its shadow is 21 m long. The corner farthest from the light casts its end.
    const ends = tower.footprint.map(([x, y]) => toPaper([x - 21 * light[0], y - 21 * light[1], 0]))
    const isInShadow = ends.filter(([x, y]) =>
      shadowOn(site).some((corner) => Math.hypot(corner[0] - x, corner[1] - y) < 0.05),
    )
    assert.equal(isInShadow.length, 3)
    const tight = siteOf([rectangle([0, 0], 26, 26)])
    const view = clearestView(tight, [tower], PAGE_WIDTH_MM)
    const ground = tight.boundary.flat().map(([x, y]) => view.toPaper([x, y, 0])[1])
    for (const [, y] of shadowOn(tight)) assert.ok(y >= Math.min(...ground) - 0.02)
  })

  it('has the ways, the parking and the playgrounds of a layout on its ground', () => {
    const on = (grounds: Partial<LayoutOption>) => {
      const { shapes } = drawAxonometry(SAMPLE_SITE, { ...optionWith([]), ...grounds }).drawing
      const fills = shapes.flatMap((shape) => (shape.shape === 'area' ? (shape.fill ?? []) : []))
      // Without the arrow to north.
      return fills.filter((fill) => fill !== 'paper')
    }
    const ground = [rectangle([0, 0], 20, 6)]
    assert.deepEqual(on({}), ['green'])
    for (const [grounds, fill] of [
      [{ fire_lanes: ground }, 'lane'],
      [{ drives: ground }, 'lane'],
      [{ parking: ground }, 'parking'],
      [{ playgrounds: ground }, 'playground'],
    ] as const) {
      assert.deepEqual(on(grounds), ['green', fill])
    }
  })

  it('leaves the court of a block open', () => {
    const block = SAMPLES[2]
    assert.ok(block)
    const { shapes } = drawAxonometry(SAMPLE_SITE, block).drawing
    const roof = shapes.find((shape) => shape.shape === 'area' && shape.fill === 'roof')
    assert.ok(roof?.shape === 'area' && roof.rings.length === 2)
  })
})
