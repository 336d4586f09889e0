import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { drawRangeBars } from '../../../../src/reports/drawings/charts/range-bars.ts'
import { textWidthMm } from '../../../../src/reports/drawings/text-size.ts'

const value = fc.integer({ min: -1e8, max: 1e8 }).map((hundredths) => hundredths / 100)

describe('ranges as bars', () => {
  it('hold their middle between their ends, inside the picture', () => {
    const row = fc
      .tuple(value, value, value)
      .map((values) => values.toSorted((a, b) => a - b) as [number, number, number])
      .map(([low, middle, high]) => ({ label: 'x', low, middle, high }))
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
        const drawing = drawRangeBars({ caption: '', rows })
        const bars = drawing.shapes.filter((shape) => shape.shape === 'rectangle')
        const middles = drawing.shapes
          .filter((shape) => shape.shape === 'line' && shape.ink === 'accent')
          .map((shape) => (shape.shape === 'line' ? (shape.points[0]?.[0] ?? -1) : -1))
        assert.equal(bars.length, rows.length)
        for (const [index, bar] of bars.entries()) {
          const middle = middles[index] ?? -1
          assert.ok(middle >= bar.x - 0.02 && middle <= bar.x + bar.width + 0.02)
          assert.ok(bar.x >= 0 && bar.x + bar.width <= drawing.widthMm)
        }
      }),
    )
  })

  it('keep the numbers at their ends readable over the lines of the grid', () => {
    const { shapes } = drawRangeBars({
      caption: '',
      rows: [{ label: 'Цена', low: 3, middle: 58, high: 113 }],
    })
    const labels = shapes.flatMap((shape) => (shape.shape === 'label' ? [shape] : []))
    for (const text of ['3', '113']) {
      assert.equal(labels.find((label) => label.text === text)?.halo, 'paper', text)
    }
  })

  it('stand over an axis with numbers', () => {
    const rows = [{ label: 'Цена', low: 3, middle: 58, high: 113 }]
    const labels = drawRangeBars({ caption: '', rows }).shapes.flatMap((shape) =>
      shape.shape === 'label' ? [shape] : [],
    )
    const lowest = Math.max(...labels.map(({ y }) => y))
    const numbers = labels.filter(({ y }) => y === lowest).map(({ text }) => text)
    assert.deepEqual(numbers, ['0', '50', '100', '150'])
  })

  it('leave out numbers of the axis where the one before takes their room', () => {
    const rows = [{ label: 'NPV', low: -1e9, middle: 1e12, high: 7.9e12 }]
    const labels = drawRangeBars({ caption: '', rows }).shapes.flatMap((shape) =>
      shape.shape === 'label' ? [shape] : [],
    )
    const lowest = Math.max(...labels.map(({ y }) => y))
    const numbers = labels.filter(({ y }) => y === lowest)
    for (const [at, { x, text }] of numbers.entries()) {
      const next = numbers[at + 1]
      if (!next) continue
      const halves = (textWidthMm(text, 7.5) + textWidthMm(next.text, 7.5)) / 2
      assert.ok(next.x - x >= halves, `${text} and ${next.text}`)
    }
  })

  it('say their ends from the lower one, whichever comes first', () => {
    const { alt } = drawRangeBars({
      caption: '',
      rows: [
        { label: 'Цена', low: -3, middle: 58, high: 113 },
        { label: 'Затраты', low: 90, middle: 58, high: 20 },
      ],
    })
    assert.equal(
      alt,
      'Диаграмма диапазонов. Цена: от −3 до 113, черта 58; Затраты: от 20 до 90, черта 58.',
    )
  })
})
