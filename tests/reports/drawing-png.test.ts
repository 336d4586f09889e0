import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Drawing } from '../../src/reports/document.ts'
import { pngOf } from '../../src/reports/drawing-png.ts'
import { svgOf } from '../../src/reports/drawing-svg.ts'
import { assertWellFormed } from '../support/office-text.ts'

const drawing: Drawing = {
  kind: 'drawing',
  widthMm: 100,
  heightMm: 40,
  shapes: [
    { shape: 'rectangle', x: 0, y: 0, width: 10, height: 5, fill: 'accent' },
    {
      shape: 'polygon',
      points: [
        [0, 0],
        [5, 5],
        [0, 5],
      ],
      fill: 'wash',
    },
    { shape: 'circle', x: 20, y: 20, radius: 3, ink: 'accent' },
    {
      shape: 'line',
      points: [
        [0, 0],
        [10, 10],
      ],
      ink: 'rule',
      widthPt: 1,
      dashed: true,
    },
    {
      shape: 'label',
      x: 50,
      y: 20,
      text: 'Цена <b>&amp;</b> "₽/м²"',
      anchor: 'middle',
      sizePt: 10,
      ink: 'text',
      strong: true,
    },
  ],
}

const without = (shape: string): Drawing => ({
  ...drawing,
  shapes: drawing.shapes.filter((candidate) => candidate.shape !== shape),
})

describe('a drawing as a picture', () => {
  it('prints markup in a label as it was written', () => {
    const svg = svgOf(drawing)
    assertWellFormed('svg', svg)
    assert.ok(svg.includes('Цена &lt;b&gt;&amp;amp;&lt;/b&gt; "₽/м²"'))
  })

  it('is a PNG of 192 dots an inch, in the drawing’s own proportions', () => {
    const png = Buffer.from(pngOf(drawing))
    assert.equal(png.subarray(1, 4).toString('latin1'), 'PNG')
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [756, 302])
  })

  it('draws every shape, labels with a font of the package', () => {
    const whole = Buffer.from(pngOf(drawing))
    for (const { shape } of drawing.shapes) {
      assert.notDeepEqual(Buffer.from(pngOf(without(shape))), whole, shape)
    }
  })

  it('gives the same bytes for the same drawing', () => {
    assert.deepEqual(pngOf(drawing), pngOf(structuredClone(drawing)))
  })
})
