// A vector drawing as SVG text. Knows shapes and colours, never what a picture shows; making
// pixels of it is drawing-png.ts's.

import { round } from './chart-axis.ts'
import type { Drawing, Point, Shape } from './document.ts'
import { FONT_FAMILY } from './fonts.ts'
import { INKS } from './palette.ts'

const MM_PER_PT = 25.4 / 72
/** Height of PT Sans capitals over its size: labels are centred on their capitals. */
const CAP_HEIGHT = 0.7

/** One unit is a millimetre. Texts must be free of characters that XML forbids. */
export function svgOf(drawing: Drawing): string {
  const { widthMm, heightMm } = drawing
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthMm} ${heightMm}"`,
    ` width="${widthMm}mm" height="${heightMm}mm" font-family="${FONT_FAMILY}">`,
    ...drawing.shapes.map(elementOf),
    '</svg>',
  ].join('')
}

function elementOf(shape: Shape): string {
  switch (shape.shape) {
    case 'line': {
      const width = round(shape.widthPt * MM_PER_PT)
      const dash = shape.dashed ? ` stroke-dasharray="${width * 3} ${width * 3}"` : ''
      return (
        `<polyline points="${pointsOf(shape.points)}" fill="none" stroke="#${INKS[shape.ink]}"` +
        ` stroke-width="${width}" stroke-linejoin="round"${dash}/>`
      )
    }
    case 'polygon':
      return `<polygon points="${pointsOf(shape.points)}" fill="#${INKS[shape.fill]}"/>`
    case 'rectangle': {
      const { x, y, width, height } = shape
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#${INKS[shape.fill]}"/>`
    }
    case 'circle': {
      const fill = shape.fill ? `#${INKS[shape.fill]}` : 'none'
      const stroke = shape.ink
        ? ` stroke="#${INKS[shape.ink]}" stroke-width="${round(0.7 * MM_PER_PT)}"`
        : ''
      return `<circle cx="${shape.x}" cy="${shape.y}" r="${shape.radius}" fill="${fill}"${stroke}/>`
    }
    case 'label': {
      const size = shape.sizePt * MM_PER_PT
      const baseline = round(shape.y + (size * CAP_HEIGHT) / 2)
      const weight = shape.strong ? ' font-weight="700"' : ''
      return (
        `<text x="${shape.x}" y="${baseline}" font-size="${round(size)}"` +
        ` text-anchor="${shape.anchor}" fill="#${INKS[shape.ink]}"${weight}>` +
        `${escaped(shape.text)}</text>`
      )
    }
  }
}

function pointsOf(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(' ')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
