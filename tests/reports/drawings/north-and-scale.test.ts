import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { scaleBar } from '../../../src/reports/drawings/north-and-scale.ts'
import { textWidthMm } from '../../../src/reports/drawings/text-size.ts'

/** Figures over the bar from left to right; its unit stands past the end. */
const figuresOf = (scale: number, widthMm: number) =>
  scaleBar(1000 / scale, 0, 10, widthMm).flatMap((shape) =>
    shape.shape === 'label' && shape.anchor === 'middle' ? [shape] : [],
  )

describe('the scale bar', () => {
  it('keeps its figures apart, with one at either end', () => {
    const widths = fc.integer({ min: 28, max: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 50_000 }), widths, (scale, widthMm) => {
        const figures = figuresOf(scale, widthMm)
        for (const [index, figure] of figures.entries()) {
          const next = figures[index + 1]
          if (!next) continue
          const width = (textWidthMm(figure.text, 6) + textWidthMm(next.text, 6)) / 2
          assert.ok(next.x - figure.x > width + 0.5, `${figure.text}${next.text}`)
        }
        const bar = scaleBar(1000 / scale, 0, 10, widthMm).flatMap((shape) =>
          shape.shape === 'area' ? (shape.rings[0] ?? []) : [],
        )
        assert.ok(figures[0]?.x === 0)
        assert.equal(figures.at(-1)?.x, Math.max(...bar.map(([x]) => x)))
      }),
      { examples: [[5000, 28]] },
    )
  })

  it('has a figure at every tick where they have room', () => {
    const texts = figuresOf(1000, 58).map(({ text }) => text)
    assert.deepEqual(texts, ['0', '10', '20', '30', '40', '50'])
  })
})
