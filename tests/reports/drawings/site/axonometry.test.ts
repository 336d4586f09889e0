import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { pointToSegment } from '../../../../src/geometry/distance.ts'
import { contains } from '../../../../src/geometry/plane.ts'
import { NORTH_ARROW_RADIUS_MM } from '../../../../src/reports/drawings/north-and-scale.ts'
import { drawAxonometry } from '../../../../src/reports/drawings/site/axonometry.ts'
import { sidesOf } from '../../../../src/reports/drawings/site/ring-sides.ts'
import type { LayoutOption, Site } from '../../../../src/siteplan/layouts/layout.ts'
import { building, rectangle } from '../../../siteplan/layouts/sample-layouts.ts'
import { assertInside } from '../drawn-ink.ts'
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

  it('keeps the arrow to north off the site and its houses', () => {
    const holds = (site: Site, option: LayoutOption) => {
      const { drawing } = drawAxonometry(site, option)
      const arrow = drawing.shapes.find((shape) => shape.shape === 'circle' && !shape.fill)
      assert.ok(arrow?.shape === 'circle')
      for (const shape of drawing.shapes) {
        if (shape.shape !== 'area' || !['boundary', 'building-edge'].includes(shape.ink ?? ''))
          continue
        assert.ok(!contains(shape.rings, [arrow.x, arrow.y]))
        for (const { from, to } of shape.rings.flatMap(sidesOf)) {
          assert.ok(pointToSegment([arrow.x, arrow.y], from, to) >= NORTH_ARROW_RADIUS_MM)
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

  it('leaves the court of a block open', () => {
    const block = SAMPLES[2]
    assert.ok(block)
    const { shapes } = drawAxonometry(SAMPLE_SITE, block).drawing
    const roof = shapes.find((shape) => shape.shape === 'area' && shape.fill === 'roof')
    assert.ok(roof?.shape === 'area' && roof.rings.length === 2)
  })
})
