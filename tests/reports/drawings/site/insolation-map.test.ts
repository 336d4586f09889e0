import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceBetween } from '../../../../src/geometry/distance.ts'
import type { Point } from '../../../../src/geometry/plane.ts'
import type { Drawing } from '../../../../src/reports/drawing.ts'
import { cornersOf } from '../../../../src/reports/drawings/label-space.ts'
import { drawInsolationMap } from '../../../../src/reports/drawings/site/insolation-map.ts'
import { building, rectangle } from '../../../siteplan/layouts/sample-layouts.ts'
import { assertInside, boxOfLabel, greyOf, labelsOf, overlap } from '../drawn-ink.ts'
import { layouts, optionWith, SAMPLE_SITE, SAMPLES, siteOf } from './drawn-layouts.ts'

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

  it('tells the classes that keep the norm apart in a grey print, the sunniest darkest', () => {
    const [warn, fair, good] = [greyOf('warn'), greyOf('fair'), greyOf('good')]
    assert.ok(warn - fair > 40 && fair - good > 40, `${warn}, ${fair}, ${good}`)
  })

  it('names every tower of a large site, beside it where the dots leave no room inside', () => {
    const towers = Array.from({ length: 24 }, (_, index) => {
      const middle: Point = [(index % 6) * 75 - 190, Math.floor(index / 6) * 75 - 110]
      return building(`А${index}`, 'tower', rectangle(middle, 28, 28, 35), 10)
    })
    const option = optionWith(towers)
    const site = siteOf([rectangle([0, 0], 700, 500)])
    const drawing = drawInsolationMap(site, option, 2)
    const names = labelsOf(drawing).filter(({ text }) => /^А\d/u.test(text))
    assert.deepEqual(
      new Set(names.map(({ text }) => text)),
      new Set(towers.map(({ name }) => name)),
    )
    const walls = drawing.shapes.flatMap((shape) =>
      shape.shape === 'area' && shape.ink === 'building-edge' ? shape.rings : [],
    )
    for (const [index, name] of names.entries()) {
      const box = boxOfLabel(name)
      assert.ok(!names.slice(index + 1).some((other) => overlap(box, boxOfLabel(other))))
      assert.ok(distanceBetween([cornersOf(box)], walls) > 0, `${name.text} on a wall`)
      for (const dot of drawing.shapes) {
        if (dot.shape !== 'circle' || !VERDICTS.has(dot.ink ?? dot.fill ?? '')) continue
        const [width, height] = [2 * dot.radius, 2 * dot.radius]
        const ofDot = { x: dot.x, y: dot.y, width, height, angleDeg: 0 }
        assert.ok(!overlap(box, ofDot), `${name.text} on a dot`)
      }
    }
  })

  it('keeps everything inside, whatever the site', () => {
    fc.assert(
      fc.property(layouts, ({ site, option }) => assertInside(drawInsolationMap(site, option, 2))),
      { numRuns: 40 },
    )
  })
})
