import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceBetween } from '../../../../src/geometry/distance.ts'
import { contains, type Point } from '../../../../src/geometry/plane.ts'
import { type Drawing, MM_PER_PT } from '../../../../src/reports/drawing.ts'
import { cornersOf, type TurnedBox } from '../../../../src/reports/drawings/label-space.ts'
import { drawSitePlan } from '../../../../src/reports/drawings/site/site-plan.ts'
import type { LayoutOption, Site } from '../../../../src/siteplan/layouts/layout.ts'
import { building, rectangle } from '../../../siteplan/layouts/sample-layouts.ts'
import { assertInside, boxOfLabel, labelsOf, overlap } from '../drawn-ink.ts'
import { layouts, optionWith, SAMPLE_SITE, SAMPLES, siteOf, sites } from './drawn-layouts.ts'

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

/** As the plan's description has it. */
const scaleOf = ({ alt }: Drawing) => Number(/в масштабе 1:(\d+)/.exec(alt)?.[1])

/** The strokes of the boundary on paper, as thick as they are drawn. */
function boundaryStrokes({ shapes }: Drawing): TurnedBox[] {
  const drawn = shapes.find(
    (shape) => shape.shape === 'area' && shape.ink === 'boundary' && !shape.dashed,
  )
  assert.ok(drawn?.shape === 'area')
  return drawn.rings.flatMap((ring) =>
    ring.map((from, index) =>
      strokeBox(from, ring[(index + 1) % ring.length] ?? from, (drawn.widthPt ?? 0) * MM_PER_PT),
    ),
  )
}

function strokeBox([x1, y1]: Point, [x2, y2]: Point, height: number): TurnedBox {
  return {
    x: (x1 + x2) / 2,
    y: (y1 + y2) / 2,
    width: Math.hypot(x2 - x1, y2 - y1),
    height,
    angleDeg: (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI,
  }
}

describe('the plan of a layout', () => {
  it('is true to its scale: millimetres on paper × scale are metres', () => {
    fc.assert(
      fc.property(sites, (site) => {
        const drawing = drawSitePlan(site)
        const scale = scaleOf(drawing)
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

  it('has a scale that a ruler has, or one usual for large sites', () => {
    fc.assert(
      fc.property(sites, (site) => {
        const scale = scaleOf(drawSitePlan(site))
        const mantissa = scale / 10 ** Math.floor(Math.log10(scale))
        const isOnRuler = [1, 1.25, 2, 2.5, 5, 7.5].includes(mantissa)
        assert.ok(isOnRuler || [3000, 4000].includes(scale), `1:${scale}`)
      }),
      { numRuns: 60 },
    )
  })

  it('draws no gap through a third building, however thin that is', () => {
    const pair = [
      building('А', 'slab', rectangle([-27, 0], 14, 50), 9),
      building('Б', 'slab', rectangle([27, 0], 14, 50), 9),
    ]
    // Its name stands off the gap.
    const wall = building('В', 'slab', rectangle([0.9, 15], 0.4, 50), 9)
    const site = siteOf([rectangle([0, 0], 120, 90)])
    const hasGap = (buildings: LayoutOption['buildings']) =>
      labelsOf(drawSitePlan(site, optionWith(buildings))).some(({ text }) => text === '40,00')
    assert.ok(hasGap(pair))
    assert.ok(!hasGap([...pair, wall]))
  })

  it('prints its scale and true lengths of buildings and gaps', () => {
    const site = siteOf([rectangle([0, 0], 140, 100)])
    const option = optionWith([
      building('А', 'slab', rectangle([-40, 0], 15, 60), 9),
      building('Б', 'slab', rectangle([0, 0], 15, 60), 9),
    ])
    const texts = labelsOf(drawSitePlan(site, option)).map(({ text }) => text)
    for (const expected of ['М\u00a01:1000', '140,00', '100,00', '15,00', '60,00', '25,00']) {
      assert.ok(texts.includes(expected), `${expected} in ${texts.join(' · ')}`)
    }
  })

  it('sizes a rectangular house once along and once across, though its corners are rounded', () => {
    const site = siteOf([rectangle([0, 0], 120, 90)])
    // 31.3 × 12.4 m turned by 37.5°, 80° and 170°, to a millimetre: opposite sides differ by a hair.
    const houses: readonly (readonly Point[])[] = [
      [
        [-5.556, -13.09],
        [19.276, 5.965],
        [11.727, 15.802],
        [-13.105, -3.252],
      ],
      [
        [5.702, -15.472],
        [11.137, 15.353],
        [-1.074, 17.506],
        [-6.51, -13.318],
      ],
      [
        [17.26, 3.727],
        [-13.564, 9.163],
        [-15.718, -3.049],
        [15.107, -8.484],
      ],
    ]
    for (const footprint of houses) {
      const drawing = drawSitePlan(site, optionWith([building('А', 'slab', footprint, 5)]))
      const texts = labelsOf(drawing).map(({ text }) => text)
      const sizes = texts.filter((text) => ['31,30', '12,40'].includes(text))
      assert.deepEqual(sizes, ['31,30', '12,40'])
    }
  })

  it('sizes both ways of a square house, and each length of one with wings', () => {
    const textsOf = (footprint: readonly Point[]) => {
      const site = siteOf([rectangle([0, 0], 120, 90)])
      const option = optionWith([building('А', 'slab', footprint, 5)])
      return labelsOf(drawSitePlan(site, option)).map(({ text }) => text)
    }
    const square = textsOf(rectangle([0, 0], 24, 24))
    assert.equal(square.filter((text) => text === '24,00').length, 2, square.join(' · '))
    const wings = textsOf([
      [-30, -20],
      [30, -20],
      [30, -6],
      [-16, -6],
      [-16, 20],
      [-30, 20],
    ])
    for (const length of ['60,00', '14,00', '46,00', '26,00', '40,00']) {
      assert.ok(wings.includes(length), `${length}: ${wings.join(' · ')}`)
    }
  })

  it('shows how far the nearest house is from the boundary, also where that is shorter than its figure', () => {
    for (const sizeM of [60, 120, 200, 280]) {
      for (const turnDeg of [0, 25, 70]) {
        const site = siteOf([rectangle([0, 0], sizeM, sizeM * 0.6, turnDeg)])
        const angle = (turnDeg * Math.PI) / 180
        // 16 m deep, 3.2 m from the long side.
        const aside = sizeM * 0.3 - 3.2 - 8
        const middle: Point = [Math.sin(angle) * aside, -Math.cos(angle) * aside]
        const house = building('А', 'slab', rectangle(middle, 30, 16, turnDeg), 5)
        const drawing = drawSitePlan(site, optionWith([house]))
        const scale = scaleOf(drawing)
        assert.ok(scale <= 2500)
        const texts = labelsOf(drawing).map(({ text }) => text)
        const expected = scale <= 1000 ? '3,20' : '3,2'
        assert.ok(texts.includes(expected), `1:${scale}, ${turnDeg}°: ${texts.join(' · ')}`)
      }
    }
  })

  it('shows the gap of houses up to 45 m apart, and of a house up to 15 m off the boundary', () => {
    const site = siteOf([rectangle([0, 0], 200, 120)])
    const textsWith = (gapM: number, setbackM: number) => {
      const y = 60 - setbackM - 8
      const houses = [-1, 1].map((side, index) =>
        building('АБ'[index] ?? 'В', 'slab', rectangle([side * (gapM / 2 + 15), y], 30, 16), 5),
      )
      return labelsOf(drawSitePlan(site, optionWith(houses))).map(({ text }) => text)
    }
    for (const [gapM, setbackM, shown] of [
      [44.8, 14.8, ['14,8', '44,8']],
      [45.2, 15.2, []],
    ] as const) {
      const texts = textsWith(gapM, setbackM)
      const gaps = ['14,8', '44,8', '15,2', '45,2'].filter((text) => texts.includes(text))
      assert.deepEqual(gaps, shown, texts.join(' · '))
    }
  })

  it('shows how far a house is from the nearest boundary, that of land left out among them', () => {
    const left = rectangle([0, 0], 20, 20).toReversed()
    const site = siteOf([rectangle([0, 0], 120, 100), left])
    const house = building('А', 'slab', rectangle([0, 27.2], 40, 16), 5)
    const texts = labelsOf(drawSitePlan(site, optionWith([house]))).map(({ text }) => text)
    // 9.2 m from what is left out, 14.8 m from the boundary around.
    assert.ok(texts.includes('9,20') && !texts.includes('14,80'), texts.join(' · '))
  })

  it('draws no distance to a boundary that another house stands before', () => {
    const site = siteOf([rectangle([0, 0], 120, 100)])
    const behind = building('А', 'slab', rectangle([0, -30], 30, 14), 5)
    const textsWith = (houses: LayoutOption['buildings']) =>
      labelsOf(drawSitePlan(site, optionWith(houses))).map(({ text }) => text)
    const before = building('Б', 'slab', rectangle([12, -48.5], 60, 0.4), 1)
    assert.ok(textsWith([behind]).includes('13,00'))
    const texts = textsWith([behind, before])
    assert.ok(!texts.includes('13,00'), texts.join(' · '))
  })

  it('writes the length of a house beside it, on a side towards neither boundary nor neighbour', () => {
    const site = siteOf([rectangle([0, 0], 140, 100)])
    const house = building('А', 'slab', rectangle([0, -10], 60, 15), 5)
    const low = { ...house, footprint: rectangle([25, -50 + 1 + 7.5], 60, 15) }
    const neighbour = building('Б', 'slab', rectangle([15, -17.5 - 1 - 14], 100, 28), 5)
    const sideOfLength = (houses: readonly [typeof house, ...(typeof house)[]]) => {
      const drawing = drawSitePlan(site, optionWith([...houses]))
      const length = labelsOf(drawing).find(({ text }) => text === '60,00')
      assert.ok(length)
      const outlines = drawing.shapes.flatMap((shape) =>
        shape.shape === 'area' && shape.ink === 'building-edge' ? [shape.rings.flat()] : [],
      )
      const ys = (outlines[0] ?? []).map(([, y]) => y)
      if (length.y < Math.min(...ys)) return 'north'
      return length.y > Math.max(...ys) ? 'south' : 'inside'
    }
    assert.equal(sideOfLength([house]), 'south')
    assert.equal(sideOfLength([low]), 'north')
    assert.equal(sideOfLength([house, neighbour]), 'north')
  })

  it('leaves the sizes of houses to the report where a plan is smaller than 1:4000', () => {
    const textsOn = (sizeM: number) => {
      const house = building('А', 'slab', rectangle([0, 0], 160, 60), 9)
      const drawing = drawSitePlan(siteOf([rectangle([0, 0], sizeM, 300)]), optionWith([house]))
      return [scaleOf(drawing), labelsOf(drawing).some(({ text }) => text === '160,0')]
    }
    assert.deepEqual([600, 700].map(textsOn), [
      [4000, true],
      [5000, false],
    ])
  })

  it('draws a site of seven hectares or more at 1:3000 and 1:4000, with its dimensions', () => {
    for (const [sizeM, expected] of [
      [430, 3000],
      [590, 4000],
    ] as const) {
      const site = siteOf([rectangle([0, 0], sizeM, 200)])
      const houses = [-100, 0].map((x, index) =>
        building('АБ'[index] ?? 'В', 'slab', rectangle([x, -100 + 3.4 + 10], 70, 20), 9),
      )
      const drawing = drawSitePlan(site, optionWith(houses))
      const texts = labelsOf(drawing).map(({ text }) => text)
      assert.equal(scaleOf(drawing), expected)
      for (const text of ['3,4', '30,0', '70,0', '20,0']) assert.ok(texts.includes(text), text)
    }
  })

  it('hatches parking in its legend where it does on the plan, and only there', () => {
    const hatchings = (wide: number) => {
      const option = { ...optionWith([]), parking: [rectangle([50, 50], 80, 17)] }
      const { shapes } = drawSitePlan(siteOf([rectangle([0, 0], wide, 200)]), option)
      return shapes.filter(({ shape }) => shape === 'strokes').length
    }
    assert.equal(hatchings(400), 2)
    assert.equal(hatchings(600), 0)
  })

  it('keeps the sizes that stand inside a house off its walls', () => {
    const houses = ['А', 'Б', 'В'].map((name, index) =>
      // Turned, so that figures above their lines stand between line and wall.
      building(name, 'slab', rectangle([index * 32 - 32, -1], 26, 20, 180), 9),
    )
    const drawing = drawSitePlan(siteOf([rectangle([0, 0], 100, 28)]), optionWith(houses))
    const walls = drawing.shapes.flatMap((shape) =>
      shape.shape === 'area' && shape.ink === 'building-edge' ? shape.rings : [],
    )
    const inside = labelsOf(drawing).filter(
      ({ text, x, y }) => text.includes(',') && walls.some((ring) => contains([ring], [x, y])),
    )
    assert.ok(inside.length >= 3, `${inside.length} inside`)
    for (const label of inside) {
      const clearMm = distanceBetween([cornersOf(boxOfLabel(label))], walls)
      assert.ok(clearMm > 0.8, `${label.text}: ${clearMm} mm`)
    }
  })

  it('says how wide a narrow site is, though the figure is wider on paper', () => {
    for (const turnDeg of [0, 20, 90, 130]) {
      const narrow = siteOf([rectangle([0, 0], 160, 6, turnDeg)])
      const texts = labelsOf(drawSitePlan(narrow)).map(({ text }) => text)
      const widths = texts.filter((text) => text === '6,0' || text === '6,00')
      assert.equal(widths.length, 2, `${turnDeg}°: ${texts.join(' · ')}`)
    }
  })

  it('keeps every shape and text inside the drawing', () => {
    fc.assert(
      fc.property(layouts, ({ site, option }) => assertInside(drawSitePlan(site, option))),
      { numRuns: 60 },
    )
    for (const option of SAMPLES) assertInside(drawSitePlan(SAMPLE_SITE, option))
  })

  it('lets no text cover another', () => {
    fc.assert(
      fc.property(layouts, ({ site, option }) => {
        const labels = labelsOf(drawSitePlan(site, option))
        for (const [index, a] of labels.entries()) {
          for (const b of labels.slice(index + 1)) {
            assert.ok(
              !overlap(boxOfLabel(a), boxOfLabel(b)),
              `${JSON.stringify(a)} covers ${JSON.stringify(b)}`,
            )
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('lets no text lie on the boundary, its own or that of another part', () => {
    const holds = (site: Site, option?: LayoutOption) => {
      const drawing = drawSitePlan(site, option)
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

  it('lets no figure lie over the outline of a house, where it would read as another', () => {
    const holds = (site: Site, option: LayoutOption) => {
      const drawing = drawSitePlan(site, option)
      const walls = drawing.shapes.flatMap((shape) =>
        shape.shape === 'area' && shape.ink === 'building-edge' ? shape.rings : [],
      )
      const figures = labelsOf(drawing).filter(({ text }) => /^[\d,]+$/.test(text))
      for (const label of figures) {
        const clearMm = distanceBetween([cornersOf(boxOfLabel(label))], walls)
        assert.ok(clearMm > 0, `${label.text} at ${label.x}, ${label.y}`)
      }
      return figures.map(({ text }) => text)
    }
    const houses = [-60, 60].map((x, index) =>
      building('АБ'[index] ?? 'В', 'slab', rectangle([x, 0], 106, 17), 9),
    )
    const figures = holds(siteOf([rectangle([0, 0], 590, 200)]), optionWith(houses))
    assert.ok(figures.includes('14,0'), figures.join(' '))
    fc.assert(
      fc.property(layouts, ({ site, option }) => void holds(site, option)),
      { numRuns: 60 },
    )
  })

  it('lets no line of a dimension, its ends included, cross the text of another or a name', () => {
    const holds = ({ site, option }: { site: Site; option: LayoutOption }) => {
      const drawing = drawSitePlan(site, option)
      const dimensions = drawing.shapes.flatMap((shape, index) => {
        const [ticks, figure] = drawing.shapes.slice(index + 1)
        const isDimension =
          shape.shape === 'strokes' &&
          ticks?.shape === 'strokes' &&
          figure?.shape === 'label' &&
          figure.ink === 'text'
        return isDimension ? [{ lines: [...shape.lines, ...ticks.lines], figure }] : []
      })
      const texts = labelsOf(drawing).filter(({ anchor }) => anchor === 'middle')
      for (const { lines, figure } of dimensions) {
        for (const [from, to] of lines) {
          assert.ok(from && to)
          const stroke = strokeBox(from, to, 0.1)
          const struck = texts.find((text) => text !== figure && overlap(stroke, boxOfLabel(text)))
          assert.ok(!struck, `${figure.text} crosses ${struck?.text}`)
        }
      }
      return dimensions.length
    }
    // The name has most room in a corner of the wings, where the size of the court ends too.
    const wings: Point[] = [
      [-45.8, -57.8],
      [0.3, -39.9],
      [-28.7, 34.6],
      [-74.7, 16.8],
      [-69.7, 3.7],
      [-36.6, 16.5],
      [-17.8, -32],
      [-50.9, -44.8],
    ]
    const option = optionWith([building('А', 'perimeter', wings, 10)])
    assert.ok(holds({ site: siteOf([rectangle([0, 0], 160, 110, 21.2)]), option }) > 3)
    fc.assert(
      fc.property(layouts, (layout) => {
        holds(layout)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps texts of the boundary apart, so that two numbers in a line do not read as one', () => {
    const holds = (site: Site) => {
      const labels = labelsOf(drawSitePlan(site)).filter(({ ink }) => ink === 'boundary')
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
      const drawing = drawSitePlan(site)
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
    assertInside(drawSitePlan(wide))
    assert.ok(arrowOf(siteOf([rectangle([0, 0], 100, 100)])) < frameMm)
  })

  it('is the same drawing for the same layout', () => {
    for (const option of SAMPLES) {
      assert.deepEqual(drawSitePlan(SAMPLE_SITE, option), drawSitePlan(SAMPLE_SITE, option))
    }
  })
})
