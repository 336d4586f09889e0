import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { drawSketchMap } from '../../../src/reports/drawings/sketch-map.ts'

const places = fc.array(
  fc.record({
    distanceM: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 10_000, noNaN: true })),
    bearingDeg: fc.double({ min: 0, max: 359.99, noNaN: true }),
  }),
  { minLength: 1, maxLength: 20, size: 'max' },
)
const numbered = (list: { distanceM: number; bearingDeg: number }[]) =>
  list.map((place, index) => ({ number: index + 1, ...place }))

/** The badges with their numbers, as boxes. */
function badgesOf(drawing: ReturnType<typeof drawSketchMap>) {
  return drawing.shapes.flatMap((shape, at) => {
    const label = drawing.shapes[at + 1]
    if (shape.shape !== 'area' || label?.shape !== 'label') return []
    const [xs, ys] = [0, 1].map((axis) => (shape.rings[0] ?? []).map((point) => point[axis] ?? 0))
    const [left, right] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? []))]
    const [top, bottom] = [Math.min(...(ys ?? [])), Math.max(...(ys ?? []))]
    return [{ text: label.text, left, right, top, bottom }]
  })
}

function dotsOf(drawing: ReturnType<typeof drawSketchMap>) {
  return drawing.shapes.filter((shape) => shape.shape === 'circle' && shape.fill === 'accent')
}

const numbersIn = (text: string) =>
  text.split(', ').flatMap((part) => {
    const [from = 0, to = from] = part.split('–').map(Number)
    return Array.from({ length: to - from + 1 }, (_, step) => from + step)
  })

describe('the sketch of comparables', () => {
  it('has every dot at its distance and bearing, on one scale', () => {
    fc.assert(
      fc.property(places, (list) => {
        const drawing = drawSketchMap(numbered(list))
        const dots = dotsOf(drawing)
        assert.equal(dots.length, list.length)
        const mmPerM = 32 / Math.max(50, ...list.map(({ distanceM }) => distanceM))
        for (const [at, dot] of dots.entries()) {
          assert.ok(dot.shape === 'circle')
          const { distanceM, bearingDeg } = list[at] as (typeof list)[number]
          const angle = (bearingDeg * Math.PI) / 180
          const x = drawing.widthMm / 2 + distanceM * mmPerM * Math.sin(angle)
          const y = drawing.heightMm / 2 - distanceM * mmPerM * Math.cos(angle)
          assert.ok(Math.hypot(dot.x - x, dot.y - y) < 0.02)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('has every number once, inside the frame, near one of its dots, and covering no other', () => {
    fc.assert(
      fc.property(places, (list) => {
        const drawing = drawSketchMap(numbered(list))
        const badges = badgesOf(drawing)
        const dots = dotsOf(drawing)
        assert.deepEqual(
          badges.flatMap(({ text }) => numbersIn(text)).toSorted((a, b) => a - b),
          list.map((_, at) => at + 1),
        )
        for (const [at, badge] of badges.entries()) {
          assert.ok(badge.left > 0 && badge.right < drawing.widthMm)
          assert.ok(badge.top > 0 && badge.bottom < drawing.heightMm)
          const own = numbersIn(badge.text).map((number) => dots[number - 1])
          const nearest = Math.min(
            ...own.map((dot) => {
              assert.ok(dot?.shape === 'circle')
              const dx = Math.max(badge.left - dot.x, 0, dot.x - badge.right)
              return Math.hypot(dx, Math.max(badge.top - dot.y, 0, dot.y - badge.bottom))
            }),
          )
          assert.ok(nearest < 12, `${badge.text} is ${nearest} mm away`)
          for (const other of badges.slice(at + 1)) {
            const isClear =
              badge.right < other.left ||
              other.right < badge.left ||
              badge.bottom < other.top ||
              other.bottom < badge.top
            assert.ok(isClear, `${badge.text} and ${other.text}`)
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it('has one badge for what lies at one point, its numbers joined', () => {
    for (const distanceM of [0, 5, 300]) {
      const list = Array.from({ length: 20 }, () => ({ distanceM, bearingDeg: 30 }))
      const apart = [{ distanceM: 500, bearingDeg: 200 }, ...list.slice(1)]
      assert.deepEqual(
        badgesOf(drawSketchMap(numbered(apart))).map(({ text }) => text),
        ['1', '2–20'],
      )
    }
    const [far, near] = [
      { distanceM: 500, bearingDeg: 90 },
      { distanceM: 100, bearingDeg: 270 },
    ]
    const mixed = badgesOf(drawSketchMap(numbered([far, near, far, far, near, near, near])))
    assert.deepEqual(
      mixed.map(({ text }) => text),
      ['1, 3, 4', '2, 5–7'],
    )
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
