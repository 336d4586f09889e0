// Draws ranges as horizontal bars under one another: prices with their bands, or a tornado.
// Pure geometry to a drawing; words around it belong to the report.
import { formatNumber } from '../../../text/russian-format.ts'
import { type Drawing, lineBetween, roundMm, type Shape } from '../../drawing.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'
import { axisLabel, labelWidthMm, valueAxis } from './chart-axis.ts'

/** Names stand left of the plot; numbers of the ends stand beside the bars, inside of it. */
const PLOT = { left: 62, right: 160, top: 2 }
const ROW_MM = 8
const BAR_MM = 4.6

interface RangeBars {
  readonly caption: string
  readonly rows: readonly {
    readonly label: string
    readonly low: number
    /** Marked by a stroke across the bar. */
    readonly middle: number
    readonly high: number
  }[]
}

export function drawRangeBars({ caption, rows }: RangeBars): Drawing {
  const axis = valueAxis(rows.flatMap(({ low, middle, high }) => [low, middle, high]))
  const xAt = (value: number) =>
    roundMm(PLOT.left + ((value - axis.low) / (axis.high - axis.low)) * (PLOT.right - PLOT.left))
  const bottom = PLOT.top + rows.length * ROW_MM
  const numbers = axis.ticks.map((tick) => formatNumber(tick))
  const apartMm = (PLOT.right - PLOT.left) / (axis.ticks.length - 1)
  const numberEvery = Math.ceil((Math.max(...numbers.map(labelWidthMm)) + 2) / apartMm)
  return {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: bottom + 6,
    shapes: [
      ...axis.ticks.flatMap((tick, at) =>
        tickLine(xAt(tick), bottom, at % numberEvery === 0 ? numbers[at] : undefined),
      ),
      ...rows.flatMap((row, index) => rowShapes(row, PLOT.top + (index + 0.5) * ROW_MM, xAt)),
    ],
    alt: `Диаграмма диапазонов. ${rows.map(rowInWords).join('; ')}.`,
    caption,
  }
}

function rowInWords({ label, low, middle, high }: RangeBars['rows'][number]): string {
  const [from, to] = [Math.min(low, high), Math.max(low, high)].map((end) => formatNumber(end))
  return `${label}: от ${from} до ${to}, черта ${formatNumber(middle)}`
}

/** @param text left out where the one before it takes its room */
function tickLine(x: number, bottom: number, text: string | undefined): Shape[] {
  const line = lineBetween([x, PLOT.top], [x, bottom], 'rule', 0.5)
  return text === undefined
    ? [line]
    : [line, { ...axisLabel(text), x, y: bottom + 3.5, anchor: 'middle' }]
}

/** The name, the bar with a stroke at its middle, a number at either end. */
function rowShapes(
  { label, low, middle, high }: RangeBars['rows'][number],
  y: number,
  xAt: (value: number) => number,
): Shape[] {
  const [least, most] = [Math.min(low, high), Math.max(low, high)]
  const [from, to] = [xAt(least), xAt(most)]
  const end = (value: number) => ({
    ...axisLabel(formatNumber(value)),
    ink: 'text' as const,
    halo: 'paper' as const,
  })
  return [
    { ...axisLabel(label), ink: 'text', sizePt: 8.5, x: 0, y, anchor: 'start' },
    {
      shape: 'rectangle',
      x: from,
      y: y - BAR_MM / 2,
      width: Math.max(0.4, roundMm(to - from)),
      height: BAR_MM,
      fill: 'accent-soft',
    },
    lineBetween(
      [xAt(middle), y - BAR_MM / 2 - 0.8],
      [xAt(middle), y + BAR_MM / 2 + 0.8],
      'accent',
      1.6,
    ),
    { ...end(least), x: roundMm(from - 1), y, anchor: 'end' },
    { ...end(most), x: roundMm(to + 1), y, anchor: 'start' },
  ]
}
