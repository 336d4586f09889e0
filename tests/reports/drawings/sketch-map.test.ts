import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  compassPoint,
  directionTo,
  drawSketchMap,
} from '../../../src/reports/drawings/sketch-map.ts'

const places = fc.array(
  fc.record({
    distanceM: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 10_000, noNaN: true })),
    bearingDeg: fc.double({ min: 0, max: 359.99, noNaN: true }),
  }),
  { minLength: 1, maxLength: 20 },
)
const numbered = (list: { distanceM: number; bearingDeg: number }[]) =>
  list.map((place, index) => ({ number: index + 1, ...place }))

function badgesOf(drawing: ReturnType<typeof drawSketchMap>) {
  return drawing.shapes.filter((shape) => shape.shape === 'circle' && shape.fill === 'paper')
}

describe('directions on the ground', () => {
  const irkutsk = { lat: 52.2645, lon: 104.3312 }

  it('knows north, east, south and west', () => {
    const side = (lat: number, lon: number) =>
      compassPoint(directionTo(irkutsk, { lat: 52.2645 + lat, lon: 104.3312 + lon }).bearingDeg)
    assert.deepEqual(
      [side(0.01, 0), side(0, 0.01), side(-0.01, 0), side(0, -0.01)],
      ['С', 'В', 'Ю', 'З'],
    )
    assert.equal(compassPoint(350), 'С')
    assert.equal(compassPoint(45), 'СВ')
  })

  it('measures a degree of latitude as 111.2 km, also across the date line', () => {
    assert.equal(Math.round(directionTo({ lat: 0, lon: 0 }, { lat: 1, lon: 0 }).distanceM), 111_195)
    const across = directionTo({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })
    assert.equal(Math.round(across.distanceM), 111_195)
    assert.equal(compassPoint(across.bearingDeg), 'В')
  })
})

describe('the sketch of comparables', () => {
  it('keeps every number inside the frame', () => {
    fc.assert(
      fc.property(places, (list) => {
        const drawing = drawSketchMap(numbered(list))
        const badges = badgesOf(drawing)
        assert.equal(badges.length, list.length)
        for (const badge of badges) {
          assert.ok(badge.shape === 'circle')
          assert.ok(badge.x >= badge.radius && badge.x <= drawing.widthMm - badge.radius)
          assert.ok(badge.y >= badge.radius && badge.y <= drawing.heightMm - badge.radius)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('lets no two numbers cover each other, even twenty in one house', () => {
    for (const distanceM of [0, 5, 300]) {
      const list = Array.from({ length: 20 }, () => ({ distanceM, bearingDeg: 30 }))
      const badges = badgesOf(drawSketchMap(numbered(list)))
      for (const [index, a] of badges.entries()) {
        for (const b of badges.slice(index + 1)) {
          assert.ok(a.shape === 'circle' && b.shape === 'circle')
          assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > a.radius * 2 * 0.9)
        }
      }
    }
  })

  it('puts a lone comparable at its distance and bearing', () => {
    const drawing = drawSketchMap([{ number: 1, distanceM: 500, bearingDeg: 90 }])
    const [badge] = badgesOf(drawing)
    assert.ok(badge?.shape === 'circle')
    assert.equal(badge.y, drawing.heightMm / 2)
    assert.ok(badge.x > drawing.widthMm / 2 + 20)
  })

  it('is the same drawing for the same places', () => {
    fc.assert(
      fc.property(places, (list) => {
        assert.deepEqual(drawSketchMap(numbered(list)), drawSketchMap(numbered(list)))
      }),
      { numRuns: 20 },
    )
  })
})
