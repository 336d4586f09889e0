import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { scaleBar, scaleLine } from '../../../src/reports/drawings/north-and-scale.ts'
import { textWidthMm } from '../../../src/reports/drawings/text-size.ts'
import { plainSpaces } from '../plain-spaces.ts'

/** Figures over the bar from left to right; its unit stands past the end. */
const figuresOf = (scale: number, widthMm: number) =>
  scaleBar(1000 / scale, 0, 10, widthMm).flatMap((shape) =>
    shape.shape === 'label' && shape.anchor === 'middle' ? [shape] : [],
  )

describe('the scale bar', () => {
  it('has four to six steps, dark and light, and keeps its figures apart, one at either end', () => {
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
        const steps = scaleBar(1000 / scale, 0, 10, widthMm).filter(
          (shape) => shape.shape === 'area',
        )
        assert.ok(steps.length >= 4 && steps.length <= 6, `${steps.length} steps`)
        for (const [at, { fill }] of steps.entries()) {
          assert.equal(fill, at % 2 === 0 ? 'text' : 'paper')
        }
        const bar = steps.flatMap(({ rings }) => rings[0] ?? [])
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

describe('the scale of a sketch', () => {
  it('is the shortest line of a round length from a centimetre on', () => {
    for (const [mmPerM, lengthMm, said] of [
      [0.1, 10, '100 м'],
      [0.09, 18, '200 м'],
      [0.04, 20, '500 м'],
    ] as const) {
      const [line, label] = scaleLine(mmPerM, 5, 60)
      assert.ok(line?.shape === 'line' && label?.shape === 'label')
      assert.equal((line.points[2]?.[0] ?? 0) - 5, lengthMm)
      assert.equal(plainSpaces(label.text), said)
    }
  })
})
