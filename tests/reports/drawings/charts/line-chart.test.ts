import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Drawing } from '../../../../src/reports/drawing.ts'
import { drawLineChart } from '../../../../src/reports/drawings/charts/line-chart.ts'
import { textWidthMm } from '../../../../src/reports/drawings/text-size.ts'

/** Names at the axis do not touch, and none comes near the edge of the picture. */
function assertApart({ shapes, widthMm }: Drawing): void {
  const texts = shapes.filter((shape) => shape.shape === 'label')
  const lowest = Math.max(...texts.map(({ y }) => y))
  const labels = texts.filter(({ y }) => y === lowest)
  const ends = labels.map(({ x, text, anchor }) => {
    const width = textWidthMm(text, 7.5)
    const from = { start: x, middle: x - width / 2, end: x - width }[anchor]
    return { from, to: from + width }
  })
  for (const [index, { to }] of ends.entries()) {
    assert.ok(to + 1 <= (ends[index + 1]?.from ?? widthMm), labels[index]?.text)
  }
}

describe('the line chart', () => {
  it('keeps every point between the lowest and the highest grid line', () => {
    const values = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), {
      minLength: 2,
      maxLength: 60,
      size: 'max',
    })
    fc.assert(
      fc.property(values, (list) => {
        const points = list.map((value, index) => ({ label: String(index), value }))
        const drawing = drawLineChart({ kind: 'line-chart', caption: '', points })
        const lines = drawing.shapes.filter((shape) => shape.shape === 'line')
        const curve = lines.find((shape) => shape.ink === 'accent')
        const grid = lines
          .filter((shape) => shape.ink === 'rule')
          .map((line) => line.points[0]?.[1])
        const heights = grid.filter((y) => y !== undefined)
        assert.ok(curve && heights.length >= 3 && heights.length <= 7)
        assert.equal(curve.points.length, list.length)
        for (const [x, y] of curve.points) {
          assert.ok(x >= 0 && x <= drawing.widthMm)
          assert.ok(y >= Math.min(...heights) - 0.02 && y <= Math.max(...heights) + 0.02)
        }
      }),
      { examples: [[[999_999.9999999988, 999_999.999999999]]] },
    )
  })

  it('draws a flat market in the middle of its axis', () => {
    const points = ['a', 'b', 'c'].map((label) => ({ label, value: 1 }))
    const drawing = drawLineChart({ kind: 'line-chart', caption: '', points })
    const curve = drawing.shapes.find((shape) => shape.shape === 'line' && shape.ink === 'accent')
    assert.ok(curve?.shape === 'line')
    assert.ok(curve.points.every(([, y]) => Number.isFinite(y)))
  })

  it('shows of a sum how far it is from zero, also where it never comes near', () => {
    const labelsOf = (fromZero: boolean) =>
      drawLineChart({
        kind: 'line-chart',
        caption: '',
        fromZero,
        points: [-177, -190, -253].map((value, index) => ({ label: `м${index}`, value })),
      }).shapes.flatMap((shape) => (shape.shape === 'label' ? [shape.text] : []))
    assert.ok(labelsOf(true).includes('0'))
    assert.ok(!labelsOf(false).includes('0'))
  })

  it('names each of ten half-years, the last clear of the edge of the picture', () => {
    const points = Array.from({ length: 10 }, (_, at) => ({
      label: `${6 * at + 1}–${6 * at + 6}`,
      value: at,
    }))
    const drawing = drawLineChart({ kind: 'line-chart', caption: '', points })
    const labels = drawing.shapes.flatMap((shape) =>
      shape.shape === 'label' && shape.text.includes('–') ? [shape] : [],
    )
    assert.deepEqual(
      labels.map(({ text }) => text),
      points.map(({ label }) => label),
    )
    assertApart(drawing)
  })

  it('keeps the names of months with their years apart, the last in the picture too', () => {
    const points = Array.from({ length: 24 }, (_, at) => ({ label: `май ${2000 + at}`, value: at }))
    assertApart(drawLineChart({ kind: 'line-chart', caption: '', points }))
  })

  it('always names the latest of many points', () => {
    for (const count of [13, 24, 60]) {
      const points = Array.from({ length: count }, (_, at) => ({ label: `м${at + 1}`, value: at }))
      const { shapes } = drawLineChart({ kind: 'line-chart', caption: '', points })
      assert.ok(shapes.some((shape) => shape.shape === 'label' && shape.text === `м${count}`))
    }
  })
})
