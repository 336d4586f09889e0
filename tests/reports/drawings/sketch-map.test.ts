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

  it('covers with its badges no dot, no name of a ring and not the subject', () => {
    for (let drawn = 0; drawn < 60; drawn += 1) {
      const list = Array.from({ length: 18 }, (_, at) => ({
        distanceM: (at * 571 + drawn * 97) % 1000,
        bearingDeg: (at * 133 + drawn * 31) % 360,
      }))
      const drawing = drawSketchMap(numbered(list))
      const marks = drawing.shapes.flatMap((shape) => {
        if (shape.shape === 'polygon') return shape.points
        const isMark =
          (shape.shape === 'circle' && shape.fill) ||
          (shape.shape === 'label' && shape.ink === 'quiet')
        return isMark ? [[shape.x, shape.y] as const] : []
      })
      for (const { text, left, right, top, bottom } of badgesOf(drawing)) {
        for (const [x, y] of marks) {
          const isCovered = x > left && x < right && y > top && y < bottom
          assert.ok(!isCovered, `${text} at ${x}, ${y}`)
        }
      }
    }
  })

  it('leads from each dot to its badge', () => {
    const list = [0, 40, 170, 171].map((bearingDeg) => ({ distanceM: 400, bearingDeg }))
    const drawing = drawSketchMap(numbered(list))
    const badges = badgesOf(drawing)
    for (const [at, dot] of dotsOf(drawing).entries()) {
      assert.ok(dot.shape === 'circle')
      const leader = drawing.shapes.find(
        (shape) =>
          shape.shape === 'line' && shape.points[0]?.[0] === dot.x && shape.points[0][1] === dot.y,
      )
      assert.ok(leader?.shape === 'line')
      const [x = 0, y = 0] = leader.points.at(-1) ?? []
      const own = badges.find(({ text }) => numbersIn(text).includes(at + 1))
      assert.ok(own && x > own.left && x < own.right && y > own.top && y < own.bottom)
    }
  })

  it('takes dots that cover each other for one point', () => {
    // 32 mm are 500 m: dots of 1.4 mm cover each other up to 21.9 m apart.
    const badgesFor = (apartM: number) => {
      const bearingDeg = (2 * Math.asin(apartM / 2 / 100) * 180) / Math.PI
      const list = [
        { distanceM: 500, bearingDeg: 200 },
        { distanceM: 100, bearingDeg: 0 },
        { distanceM: 100, bearingDeg },
      ]
      return badgesOf(drawSketchMap(numbered(list))).map(({ text }) => text)
    }
    assert.deepEqual(badgesFor(21), ['1', '2, 3'])
    assert.deepEqual(badgesFor(23), ['1', '2', '3'])
  })

  it('has one to four rings at the distances that they name, and a scale as true', () => {
    const metres = (text: string) => {
      const [number = '', unit] = text.split('\u00a0')
      return Number(number.replace(',', '.')) * (unit === 'км' ? 1000 : 1)
    }
    const farthest = (distanceM: number) => [{ distanceM, bearingDeg: 0 }]
    fc.assert(
      fc.property(places, (list) => {
        const { shapes } = drawSketchMap(numbered(list))
        const farthestM = Math.max(50, ...list.map(({ distanceM }) => distanceM))
        const mmPerM = 32 / farthestM
        const radii = shapes.flatMap((shape) =>
          shape.shape === 'circle' && shape.ink === 'rule' ? [shape.radius] : [],
        )
        const labels = shapes.flatMap((shape) => (shape.shape === 'label' ? [shape] : []))
        const names = labels.filter(({ ink }) => ink === 'quiet').map(({ text }) => metres(text))
        assert.ok(radii.length >= 1 && radii.length <= 4)
        assert.equal(names.length, radii.length)
        for (const [at, radius] of radii.entries()) {
          assert.ok(Math.abs(radius - (names[at] ?? 0) * mmPerM) < 0.01)
        }
        // One more would lie beyond the farthest comparable.
        assert.ok((names.at(-1) ?? 0) + (names[0] ?? 0) > farthestM)
        const bar = shapes.findLast((shape) => shape.shape === 'line')
        assert.ok(bar?.shape === 'line')
        const [left = 0, right = 0] = [bar.points[0]?.[0], bar.points.at(-1)?.[0]]
        assert.ok(Math.abs(right - left - metres(labels.at(-1)?.text ?? '') * mmPerM) < 0.02)
      }),
      { numRuns: 100, examples: [60, 210, 410].map((distanceM) => [farthest(distanceM)]) },
    )
  })

  it('names its rings away from the comparables', () => {
    for (const bearingDeg of [20, 100, 200, 300]) {
      const list = [0, 10, 20].map((turn) => ({
        distanceM: 200 + turn,
        bearingDeg: bearingDeg + turn,
      }))
      const drawing = drawSketchMap(numbered(list))
      for (const shape of drawing.shapes) {
        if (shape.shape !== 'label' || shape.ink !== 'quiet') continue
        const nearestMm = Math.min(
          ...dotsOf(drawing).map((dot) =>
            dot.shape === 'circle' ? Math.hypot(dot.x - shape.x, dot.y - shape.y) : 0,
          ),
        )
        const fromSubjectMm = Math.hypot(
          shape.x - drawing.widthMm / 2,
          shape.y - drawing.heightMm / 2,
        )
        assert.ok(nearestMm > fromSubjectMm, `${shape.text} for ${bearingDeg}°`)
      }
    }
  })

  it('tells those who cannot see it how many there are, and how far the farthest is', () => {
    const list = [120, 940, 60].map((distanceM) => ({ distanceM, bearingDeg: 0 }))
    const { alt } = drawSketchMap(numbered(list))
    assert.match(alt, /аналогов вокруг объекта оценки — 3, самый дальний — на расстоянии 940\sм/)
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
