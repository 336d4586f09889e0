import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { areaOf, boxOf, contains, type Point, type Region } from '../../../src/geometry/plane.ts'
import { inset, regionOf } from '../../../src/geometry/region.ts'
import type { Drawing, Shape } from '../../../src/reports/drawing.ts'
import { drawAxonometry } from '../../../src/reports/drawings/axonometry.ts'
import { drawInsolationMap } from '../../../src/reports/drawings/insolation-map.ts'
import {
  capHeightMm,
  cornersOf,
  type TurnedBox,
  textWidthMm,
} from '../../../src/reports/drawings/label-space.ts'
import { drawSitePlan } from '../../../src/reports/drawings/site-plan.ts'
import { drawSmallPlans } from '../../../src/reports/drawings/small-plans.ts'
import type { LayoutOption, Site } from '../../../src/siteplan/layouts/layout.ts'
import { building, rectangle, sampleLayouts } from '../../siteplan/layouts/sample-layouts.ts'

type Label = Shape & { shape: 'label' }

function siteOf(boundary: Region): Site {
  const buildable = inset(boundary, 3)
  return { origin: [104, 52], boundary, buildable, buildable_area_m2: areaOf(buildable) }
}

/** Sites of 3 to 9 corners around a centre, from gardens to quarters, and some long and thin. */
const sites = fc
  .record({
    radii: fc.array(fc.double({ min: 0.35, max: 1, noNaN: true }), { minLength: 3, maxLength: 9 }),
    sizeM: fc.double({ min: 12, max: 900, noNaN: true }),
    stretch: fc.double({ min: 0.05, max: 1, noNaN: true }),
  })
  .map(({ radii, sizeM, stretch }) =>
    siteOf(
      regionOf([
        radii.map((radius, index): Point => {
          const angle = (2 * Math.PI * index) / radii.length
          return [radius * sizeM * Math.cos(angle), radius * sizeM * stretch * Math.sin(angle)]
        }),
      ]),
    ),
  )
  .filter(({ boundary }) => areaOf(boundary) > 50)

const { site: SAMPLE_SITE, options: SAMPLES } = sampleLayouts()

function optionWith(buildings: LayoutOption['buildings']): LayoutOption {
  const [sample] = SAMPLES
  assert.ok(sample)
  const points = buildings.flatMap(({ name, footprint }) =>
    footprint.map((point, index) => ({ building: name, point, hours: index })),
  )
  const grounds = { fire_lanes: [], drives: [], parking: [], playgrounds: [] }
  return { ...sample, ...grounds, buildings, insolation: { ...sample.insolation, points } }
}

/** Up to three houses somewhere on the site, whether or not a rule would let them stand there. */
const layouts = fc
  .record({
    site: sites,
    places: fc.array(
      fc.record({
        x: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
        y: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
        angle: fc.double({ min: 0, max: 180, noNaN: true }),
        storeys: fc.integer({ min: 1, max: 25 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ site, places }) => {
    const { minX, minY, maxX, maxY } = boxOf(site.boundary)
    const buildings = places.map(({ x, y, angle, storeys }, index) => {
      const centre: Point = [minX + (maxX - minX) * x, minY + (maxY - minY) * y]
      return building('АБВ'[index] ?? 'Г', 'slab', rectangle(centre, 30, 12, angle), storeys)
    })
    const isOnSite = ({ footprint }: (typeof buildings)[number]) =>
      footprint.every((corner) => contains(site.boundary, corner))
    return { site, option: optionWith(buildings.filter(isOnSite)) }
  })

function pointsOf(shape: Shape): readonly Point[] {
  switch (shape.shape) {
    case 'line':
    case 'polygon':
      return shape.points
    case 'area':
      return shape.rings.flat()
    case 'strokes':
      return shape.lines.flat()
    case 'rectangle':
      return [
        [shape.x, shape.y],
        [shape.x + shape.width, shape.y + shape.height],
      ]
    case 'circle':
      return [
        [shape.x - shape.radius, shape.y - shape.radius],
        [shape.x + shape.radius, shape.y + shape.radius],
      ]
    case 'label':
      return cornersOf(boxOfLabel(shape))
  }
}

function boxOfLabel({ x, y, text, anchor, sizePt, strong = false, angleDeg = 0 }: Label) {
  // Narrower than what drawings reckon with: what counts is ink on ink.
  const width = textWidthMm(text, sizePt, strong) * 0.9
  const middle = { start: x + width / 2, middle: x, end: x - width / 2 }[anchor]
  return { x: middle, y, width, height: capHeightMm(sizePt) * 0.9, angleDeg }
}

const labelsOf = ({ shapes }: Drawing) =>
  shapes.filter((shape): shape is Label => shape.shape === 'label')

function assertInside(drawing: Drawing): void {
  for (const shape of drawing.shapes) {
    for (const [x, y] of pointsOf(shape)) {
      assert.ok(
        x >= -0.01 && y >= -0.01 && x <= drawing.widthMm + 0.01 && y <= drawing.heightMm + 0.01,
        `${JSON.stringify(shape)} leaves ${drawing.widthMm} × ${drawing.heightMm}`,
      )
    }
  }
}

const collide = (a: Label, b: Label) => overlap(boxOfLabel(a), boxOfLabel(b))

/** By the separating axis, as two boxes at any angle. */
function overlap(a: TurnedBox, b: TurnedBox): boolean {
  const [cornersA, cornersB] = [cornersOf(a), cornersOf(b)]
  return [a, b].every(({ angleDeg }) =>
    [angleDeg, angleDeg + 90].every((degrees) => {
      const angle = (degrees * Math.PI) / 180
      const along = ([x, y]: readonly [number, number]) => x * Math.cos(angle) + y * Math.sin(angle)
      const [spanA, spanB] = [cornersA.map(along), cornersB.map(along)]
      return (
        Math.min(...spanA) < Math.max(...spanB) - 0.05 &&
        Math.min(...spanB) < Math.max(...spanA) - 0.05
      )
    }),
  )
}

/** A comb whose gaps are narrow on paper, and squares beside each other with narrow gaps. */
const combOf = (teeth: number, gapM: number): Site => {
  const wide = teeth * (20 + gapM) - gapM
  const tops = Array.from({ length: teeth }, (_, index): Point[] => {
    const right = wide - index * (20 + gapM)
    return [
      [right, index === 0 ? 0 : 40],
      [right, 150],
      [right - 20, 150],
      [right - 20, index === teeth - 1 ? 0 : 40],
    ]
  })
  return siteOf([tops.flat()])
}
const squaresOf = (columns: number, gapM: number): Site =>
  siteOf(
    Array.from({ length: columns * 3 }, (_, index) =>
      rectangle(
        [(index % columns) * (50 + gapM), Math.floor(index / columns) * (50 + gapM)],
        50,
        50,
      ),
    ),
  )
const CROWDED = [combOf(7, 20), combOf(4, 12), squaresOf(8, 10), squaresOf(4, 25)]

/** The strokes of the boundary on paper, as thick as they are drawn. */
function boundaryStrokes({ shapes }: Drawing): TurnedBox[] {
  const drawn = shapes.find(
    (shape) => shape.shape === 'area' && shape.ink === 'boundary' && !shape.dashed,
  )
  assert.ok(drawn?.shape === 'area')
  return drawn.rings.flatMap((ring) =>
    ring.map(([x1, y1], index): TurnedBox => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1]
      return {
        x: (x1 + x2) / 2,
        y: (y1 + y2) / 2,
        width: Math.hypot(x2 - x1, y2 - y1),
        height: (drawn.widthPt ?? 0) * 0.3528,
        angleDeg: (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI,
      }
    }),
  )
}

describe('the plan of a layout', () => {
  it('is true to its scale: millimetres on paper × scale are metres', () => {
    fc.assert(
      fc.property(sites, (site) => {
        const { drawing, scale } = drawSitePlan(site)
        const drawn = drawing.shapes.find(
          (shape) => shape.shape === 'area' && shape.ink === 'boundary' && !shape.dashed,
        )
        assert.ok(drawn?.shape === 'area')
        for (const [ringAt, ring] of site.boundary.entries()) {
          for (const [at, corner] of ring.entries()) {
            const next = (at + 1) % ring.length
            const [a, b] = [drawn.rings[ringAt]?.[at], drawn.rings[ringAt]?.[next]]
            const other = ring[next]
            assert.ok(a && b && other)
            const onPaperM = (Math.hypot(b[0] - a[0], b[1] - a[1]) * scale) / 1000
            const inPlaceM = Math.hypot(other[0] - corner[0], other[1] - corner[1])
            // Coordinates are rounded to a hundredth of a millimetre.
            assert.ok(Math.abs(onPaperM - inPlaceM) <= (0.015 * scale) / 1000)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('has a scale that a ruler has', () => {
    fc.assert(
      fc.property(sites, (site) => {
        const { scale } = drawSitePlan(site)
        const mantissa = scale / 10 ** Math.floor(Math.log10(scale))
        assert.ok([1, 1.25, 2, 2.5, 5, 7.5].includes(mantissa), `1:${scale}`)
      }),
      { numRuns: 60 },
    )
  })

  it('prints its scale and true lengths of buildings and gaps', () => {
    const site = siteOf([rectangle([0, 0], 140, 100)])
    const option = optionWith([
      building('А', 'slab', rectangle([-40, 0], 15, 60), 9),
      building('Б', 'slab', rectangle([0, 0], 15, 60), 9),
    ])
    const texts = labelsOf(drawSitePlan(site, option).drawing).map(({ text }) => text)
    for (const expected of ['М\u00a01:1000', '140,00', '100,00', '15,00', '60,00', '25,00']) {
      assert.ok(texts.includes(expected), `${expected} in ${texts.join(' · ')}`)
    }
  })

  it('keeps every shape and text inside the drawing', () => {
    fc.assert(
      fc.property(layouts, ({ site, option }) => assertInside(drawSitePlan(site, option).drawing)),
      { numRuns: 60 },
    )
    for (const option of SAMPLES) assertInside(drawSitePlan(SAMPLE_SITE, option).drawing)
  })

  it('lets no text cover another', () => {
    fc.assert(
      fc.property(layouts, ({ site, option }) => {
        const labels = labelsOf(drawSitePlan(site, option).drawing)
        for (const [index, a] of labels.entries()) {
          for (const b of labels.slice(index + 1)) {
            assert.ok(!collide(a, b), `${JSON.stringify(a)} covers ${JSON.stringify(b)}`)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('lets no text lie on the boundary, its own or that of another part', () => {
    const holds = (site: Site, option?: LayoutOption) => {
      const { drawing } = drawSitePlan(site, option)
      const strokes = boundaryStrokes(drawing)
      for (const label of labelsOf(drawing)) {
        const struck = strokes.some((stroke) => overlap(boxOfLabel(label), stroke))
        assert.ok(!struck, `${label.text} at ${label.x}, ${label.y}`)
      }
    }
    for (const site of CROWDED) holds(site)
    fc.assert(
      fc.property(layouts, ({ site, option }) => holds(site, option)),
      { numRuns: 60 },
    )
  })

  it('keeps texts of the boundary apart, so that two numbers in a line do not read as one', () => {
    const holds = (site: Site) => {
      const labels = labelsOf(drawSitePlan(site).drawing).filter(({ ink }) => ink === 'boundary')
      for (const [index, a] of labels.entries()) {
        for (const b of labels.slice(index + 1)) {
          if ((a.angleDeg ?? 0) !== (b.angleDeg ?? 0)) continue
          const box = boxOfLabel(a)
          const apart = { ...box, width: box.width + 2 }
          assert.ok(!overlap(apart, boxOfLabel(b)), `${a.text} and ${b.text} at ${a.x}, ${a.y}`)
        }
      }
      return labels.length
    }
    for (const site of CROWDED) assert.ok(holds(site) > 6)
    fc.assert(
      fc.property(sites, (site) => {
        holds(site)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps the arrow to north off the site: below it where no corner of the sheet is free', () => {
    const arrowOf = (site: Site) => {
      const { drawing } = drawSitePlan(site)
      const arrow = drawing.shapes.find((shape) => shape.shape === 'circle' && !shape.fill)
      assert.ok(arrow?.shape === 'circle')
      const { x, y, radius } = arrow
      const box = { x, y: y - 1.5, width: 2 * radius, height: 2 * radius + 3, angleDeg: 0 }
      assert.ok(!boundaryStrokes(drawing).some((stroke) => overlap(box, stroke)))
      return y
    }
    fc.assert(
      fc.property(sites, (site) => {
        arrowOf(site)
      }),
      { numRuns: 60 },
    )
    // 320 m at 1:2000 are all of the sheet but its margins.
    const wide = siteOf([rectangle([0, 0], 320, 150)])
    const frameMm = (150 * 1000) / 2000 + 2 * 9
    assert.ok(arrowOf(wide) > frameMm)
    assertInside(drawSitePlan(wide).drawing)
    assert.ok(arrowOf(siteOf([rectangle([0, 0], 100, 100)])) < frameMm)
  })

  it('is the same drawing for the same layout', () => {
    for (const option of SAMPLES) {
      assert.deepEqual(drawSitePlan(SAMPLE_SITE, option), drawSitePlan(SAMPLE_SITE, option))
    }
  })
})

describe('the map of sun on facades', () => {
  const VERDICTS = new Set(['bad', 'warn', 'fair', 'good'])
  const dots = (drawing: Pick<Drawing, 'shapes'>, ink: string) =>
    drawing.shapes.filter((shape) => shape.shape === 'circle' && (shape.ink ?? shape.fill) === ink)
  /** Of points with these hours along one side of a house. */
  const mapOf = (hours: readonly number[]) => {
    const [slab] = SAMPLES[0]?.buildings ?? []
    const [from, to] = slab?.footprint ?? []
    assert.ok(slab && from && to)
    const points = hours.map((count, index) => {
      const share = (index + 0.5) / hours.length
      const at = (axis: 0 | 1) => from[axis] + share * (to[axis] - from[axis])
      return { building: slab.name, point: [at(0), at(1)] as Point, hours: count }
    })
    const option = { buildings: [slab], insolation: { day: '04-22', latitude: 52.3, points } }
    return drawInsolationMap(SAMPLE_SITE, option, 2)
  }

  it('colours each point by its hours against the norm', () => {
    const drawing = mapOf([0, 1.99, 2, 2.5, 3, 4.9, 5, 9])
    // One more of each colour stands in the legend.
    for (const ink of VERDICTS) {
      assert.equal(dots(drawing, ink).length, 2 + 1, ink)
    }
  })

  it('tells what is below the norm without colour: a hollow dot, a thin stretch', () => {
    const { shapes } = mapOf([0, 2, 3, 9])
    const below = (ink: string | undefined) => ink === 'bad'
    for (const shape of shapes) {
      if (shape.shape === 'circle' && VERDICTS.has(shape.ink ?? shape.fill ?? ''))
        assert.equal(shape.fill === 'paper', below(shape.ink ?? shape.fill))
      if (shape.shape === 'line' && VERDICTS.has(shape.ink))
        assert.equal(shape.widthPt < 1, below(shape.ink))
    }
    assert.equal(dots({ shapes }, 'bad').length, 1 + 1)
    assert.equal(shapes.filter((shape) => shape.shape === 'line' && below(shape.ink)).length, 1)
  })

  it('keeps everything inside, whatever the site', () => {
    fc.assert(
      fc.property(layouts, ({ site, option }) => assertInside(drawInsolationMap(site, option, 2))),
      { numRuns: 40 },
    )
  })
})

describe('the massing', () => {
  it('keeps everything inside, however high the buildings', () => {
    fc.assert(
      fc.property(layouts, ({ site, option }) =>
        assertInside(drawAxonometry(site, option).drawing),
      ),
      { numRuns: 40 },
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

describe('the small plans', () => {
  it('stand beside each other inside the drawing, from one to five', () => {
    fc.assert(
      fc.property(sites, fc.integer({ min: 1, max: 5 }), (site, count) => {
        const options = Array.from({ length: count }, (_, index) => ({
          ...optionWith([]),
          rank: index + 1,
        }))
        assertInside(drawSmallPlans(site, options))
      }),
      { numRuns: 40 },
    )
  })
})
