import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Drawing } from '../../../src/reports/drawing.ts'
import { pngOf } from '../../../src/reports/formats/drawing-png.ts'
import { svgOf } from '../../../src/reports/formats/drawing-svg.ts'
import { assertWellFormed } from '../../support/office-text.ts'

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
      shape: 'area',
      rings: [
        [
          [60, 0],
          [80, 0],
          [80, 20],
          [60, 20],
        ],
        [
          [65, 5],
          [75, 5],
          [75, 15],
          [65, 15],
        ],
      ],
      fill: 'building',
      ink: 'building-edge',
    },
    {
      shape: 'strokes',
      lines: [
        [
          [90, 0],
          [90, 10],
        ],
        [
          [95, 0],
          [95, 10],
        ],
      ],
      ink: 'boundary',
      widthPt: 0.5,
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
  alt: 'Пусто',
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

  it('turns a label around its anchor, on a ground of its own', () => {
    const turned = drawing.shapes.map((shape) =>
      shape.shape === 'label' ? { ...shape, angleDeg: -90, halo: 'paper' as const } : shape,
    )
    const svg = svgOf({ ...drawing, shapes: turned })
    assertWellFormed('svg', svg)
    assert.match(svg, /rotate\(-90 50 20\)/)
    assert.match(svg, /paint-order="stroke" stroke="#ffffff"/)
  })

  it('leaves a ring inside another open', () => {
    assert.match(svgOf(drawing), /fill-rule="evenodd"/)
  })

  it('gives the same bytes for the same drawing', () => {
    assert.deepEqual(pngOf(drawing), pngOf(structuredClone(drawing)))
  })
})
