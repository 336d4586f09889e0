// A vector drawing as SVG text. Knows shapes and colours, never what a picture shows; making
// pixels of it is drawing-png.ts's.
import { escapeXml } from '../../text/xml-text.ts'
import {
  CAP_HEIGHT,
  type Drawing,
  type Ink,
  MM_PER_PT,
  type Point,
  roundMm,
  type Shape,
} from '../drawing.ts'
import { FONT_FAMILY } from './fonts.ts'
import { INKS } from './palette.ts'

/** Edge of areas and circles that give no width. */
const EDGE_PT = 0.7
const HALO_MM = 0.9

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
    case 'line':
      return `<polyline points="${pointsOf(shape.points)}" fill="none"${strokeOf(shape)}/>`
    case 'strokes': {
      const path = shape.lines.map((line) => `M${pointsOf(line)}`).join('')
      return `<path d="${path}" fill="none"${strokeOf(shape)}/>`
    }
    case 'area': {
      const path = shape.rings.map((ring) => `M${pointsOf(ring)}Z`).join('')
      const fill = shape.fill ? `#${INKS[shape.fill]}` : 'none'
      const { ink, widthPt = EDGE_PT } = shape
      const stroke = ink ? strokeOf({ ...shape, ink, widthPt }) : ''
      return `<path d="${path}" fill="${fill}" fill-rule="evenodd"${stroke}/>`
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
        ? ` stroke="#${INKS[shape.ink]}" stroke-width="${roundMm(EDGE_PT * MM_PER_PT)}"`
        : ''
      return `<circle cx="${shape.x}" cy="${shape.y}" r="${shape.radius}" fill="${fill}"${stroke}/>`
    }
    case 'label': {
      const size = shape.sizePt * MM_PER_PT
      const baseline = roundMm(shape.y + (size * CAP_HEIGHT) / 2)
      const weight = shape.strong ? ' font-weight="700"' : ''
      const turn = shape.angleDeg
        ? ` transform="rotate(${shape.angleDeg} ${shape.x} ${shape.y})"`
        : ''
      // A wide stroke under the letters serves as their ground.
      const halo = shape.halo
        ? ` paint-order="stroke" stroke="#${INKS[shape.halo]}" stroke-width="${HALO_MM}"`
        : ''
      return (
        `<text x="${shape.x}" y="${baseline}" font-size="${roundMm(size)}"` +
        ` text-anchor="${shape.anchor}" fill="#${INKS[shape.ink]}"${weight}${turn}${halo}>` +
        `${escapeXml(shape.text)}</text>`
      )
    }
  }
}

function strokeOf(line: { ink: Ink; widthPt: number; dashed?: boolean }): string {
  const width = roundMm(line.widthPt * MM_PER_PT)
  const dash = line.dashed ? ` stroke-dasharray="${width * 3} ${width * 3}"` : ''
  return ` stroke="#${INKS[line.ink]}" stroke-width="${width}" stroke-linejoin="round"${dash}`
}

function pointsOf(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(' ')
}
