// Where the ink of a drawing lies: its shapes and texts as boxes, and whether two of them meet.
import assert from 'node:assert/strict'
import type { Point } from '../../../src/geometry/plane.ts'
import type { Drawing, Ink, Shape } from '../../../src/reports/drawing.ts'
import { cornersOf, type TurnedBox } from '../../../src/reports/drawings/label-space.ts'
import { capHeightMm, textWidthMm } from '../../../src/reports/drawings/text-size.ts'
import { INKS } from '../../../src/reports/formats/palette.ts'

type Label = Shape & { shape: 'label' }

export function assertInside(drawing: Drawing): void {
  for (const shape of drawing.shapes) {
    for (const [x, y] of pointsOf(shape)) {
      assert.ok(
        x >= -0.01 && y >= -0.01 && x <= drawing.widthMm + 0.01 && y <= drawing.heightMm + 0.01,
        `${JSON.stringify(shape)} leaves ${drawing.widthMm} × ${drawing.heightMm}`,
      )
    }
  }
}

function pointsOf(shape: Shape): readonly Point[] {
  switch (shape.shape) {
    case 'line':
    case 'polygon':
      return shape.points
    case 'area':
      return shape.rings.flat()
    case 'strokes':
      return shape.lines.flat()
    case 'rectangle':
      return [
        [shape.x, shape.y],
        [shape.x + shape.width, shape.y + shape.height],
      ]
    case 'circle':
      return [
        [shape.x - shape.radius, shape.y - shape.radius],
        [shape.x + shape.radius, shape.y + shape.radius],
      ]
    case 'label':
      return cornersOf(boxOfLabel(shape))
  }
}

export const labelsOf = ({ shapes }: Drawing) =>
  shapes.filter((shape): shape is Label => shape.shape === 'label')

export function boxOfLabel({ x, y, text, anchor, sizePt, strong = false, angleDeg = 0 }: Label) {
  // Narrower than what drawings reckon with: what counts is ink on ink.
  const width = textWidthMm(text, sizePt, { strong }) * 0.9
  const middle = { start: x + width / 2, middle: x, end: x - width / 2 }[anchor]
  return { x: middle, y, width, height: capHeightMm(sizePt) * 0.9, angleDeg }
}

/** By the separating axis, as two boxes at any angle. */
export function overlap(a: TurnedBox, b: TurnedBox): boolean {
  const [cornersA, cornersB] = [cornersOf(a), cornersOf(b)]
  return [a, b].every(({ angleDeg }) =>
    [angleDeg, angleDeg + 90].every((degrees) => {
      const angle = (degrees * Math.PI) / 180
      const along = ([x, y]: readonly [number, number]) => x * Math.cos(angle) + y * Math.sin(angle)
      const [spanA, spanB] = [cornersA.map(along), cornersB.map(along)]
      return (
        Math.min(...spanA) < Math.max(...spanB) - 0.05 &&
        Math.min(...spanB) < Math.max(...spanA) - 0.05
      )
    }),
  )
}

/** What a grey print makes of the ink, 0 for black to 255 for paper. */
export function greyOf(ink: Ink): number {
  const [red = 0, green = 0, blue = 0] = (INKS[ink].match(/../g) ?? []).map((two) =>
    Number.parseInt(two, 16),
  )
  return 0.299 * red + 0.587 * green + 0.114 * blue
}
