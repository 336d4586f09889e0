// The legend of a drawing: what each ink, hatching and line stands for.
import { boxRing, type Ink, lineBetween, type Point, roundMm, type Shape } from '../../drawing.ts'
import { textWidthMm } from '../text-size.ts'

export interface LegendEntry {
  readonly text: string
  readonly swatch:
    | { readonly fill: Ink; readonly ink?: Ink; readonly hatched?: boolean }
    | { readonly line: Ink; readonly widthPt: number; readonly dashed?: boolean }
    | { readonly dot: Ink; readonly hollow?: boolean }
}

const LEGEND_SIZE_PT = 7
const LEGEND_ROW_MM = 4.6
const SWATCH_MM = 6
/** Between a swatch and its words. */
const SWATCH_GAP_MM = 1.6
const COLUMNS_APART_MM = 2

/** Entries in columns of equal width, each read from the top down; `heightMm` is what they take. */
export function legend(
  entries: readonly LegendEntry[],
  left: number,
  top: number,
  widthMm: number,
): { readonly shapes: Shape[]; readonly heightMm: number } {
  const widest = Math.max(...entries.map(({ text }) => textWidthMm(text, LEGEND_SIZE_PT)))
  const columns = Math.max(
    1,
    Math.floor(widthMm / (SWATCH_MM + SWATCH_GAP_MM + widest + COLUMNS_APART_MM)),
  )
  const rows = Math.ceil(entries.length / columns)
  const shapes = entries.flatMap(({ text, swatch }, index): Shape[] => {
    const x = roundMm(left + (Math.floor(index / rows) * widthMm) / columns)
    const y = roundMm(top + ((index % rows) + 0.5) * LEGEND_ROW_MM)
    return [
      ...swatchShapes(swatch, x, y),
      {
        shape: 'label',
        x: roundMm(x + SWATCH_MM + SWATCH_GAP_MM),
        y,
        text,
        anchor: 'start',
        sizePt: LEGEND_SIZE_PT,
        ink: 'text',
      },
    ]
  })
  return { shapes, heightMm: roundMm(rows * LEGEND_ROW_MM) }
}

export function dotShape(
  x: number,
  y: number,
  radius: number,
  { dot, hollow }: { readonly dot: Ink; readonly hollow?: boolean },
): Shape {
  const inks = hollow ? ({ fill: 'paper', ink: dot } as const) : { fill: dot }
  return { shape: 'circle', x, y, radius, ...inks }
}

function swatchShapes(swatch: LegendEntry['swatch'], x: number, y: number): Shape[] {
  if ('dot' in swatch) return [dotShape(x + SWATCH_MM - 1.5, y, 1.1, swatch)]
  if ('line' in swatch) {
    const { line, widthPt, dashed = false } = swatch
    return [{ ...lineBetween([x, y], [x + SWATCH_MM, y], line, widthPt), dashed }]
  }
  const half = 1.5
  return [
    {
      shape: 'area',
      rings: [boxRing(x, y - half, x + SWATCH_MM, y + half)],
      fill: swatch.fill,
      ...(swatch.ink ? { ink: swatch.ink, widthPt: 0.6 } : {}),
    },
    ...(swatch.hatched
      ? [
          {
            shape: 'strokes',
            lines: [1.5, 3, 4.5].map((dx): Point[] => [
              [roundMm(x + dx), y - half],
              [roundMm(x + dx), y + half],
            ]),
            ink: 'quiet',
            widthPt: 0.3,
          } as const,
        ]
      : []),
  ]
}
