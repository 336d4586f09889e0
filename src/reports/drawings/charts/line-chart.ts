// Draws a line chart as a vector drawing, for formats without charts of their own.
// Knows points and axes, never what they mean.
import type { LineChart } from '../../document.ts'
import { type Drawing, lineBetween, type Point, roundMm, type Shape } from '../../drawing.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'
import { axisLabel, CHART_RIGHT_MM, labelWidthMm, pointsInWords, valuePlot } from './chart-axis.ts'

const HEIGHT_MM = 49
const PLOT = { top: 4, bottom: 43 }
/** Months with their year, and half-years of a long project, have room beside one another. */
const MAX_LABELS = 12
/** A text may come out a little wider than reckoned: what sticks out of a picture is cut off. */
const LABELS_RIGHT_MM = PAGE_WIDTH_MM - 1.5

export function drawLineChart(chart: LineChart): Drawing {
  const values = chart.points.map(({ value }) => value)
  const plot = valuePlot(chart.fromZero ? [0, ...values] : values, PLOT)
  const right = plotRightMm(chart)
  const step = (right - plot.left) / Math.max(1, chart.points.length - 1)
  const xAt = (index: number) => roundMm(plot.left + index * step)
  return {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: HEIGHT_MM,
    shapes: [
      ...plot.gridTo(right),
      ...pointLabels(chart, xAt),
      ...(plot.isZeroInside ? [plot.zeroLineTo(right)] : []),
      ...curve(chart.points.map(({ value }, index): Point => [xAt(index), plot.yAt(value)])),
    ],
    alt: `Линейный график. ${pointsInWords(chart.points)}.`,
    caption: chart.caption,
  }
}

/**
 * Where the plot ends, mm: so that the last point's name, centred on its tick, is in the picture.
 */
function plotRightMm({ points }: LineChart): number {
  const lastMm = labelWidthMm(points.at(-1)?.label ?? '')
  return Math.min(CHART_RIGHT_MM, roundMm(LABELS_RIGHT_MM - lastMm / 2))
}

/** A tick and a name for as many points as have room. */
function pointLabels({ points }: LineChart, xAt: (index: number) => number): Shape[] {
  const labelEvery = Math.ceil(points.length / MAX_LABELS)
  return points.flatMap(({ label }, index): Shape[] => {
    // Counted from the end, so that the latest point is always named.
    if ((points.length - 1 - index) % labelEvery !== 0) return []
    const x = xAt(index)
    return [
      lineBetween([x, PLOT.bottom], [x, PLOT.bottom + 1.2], 'quiet', 0.5),
      {
        ...axisLabel(label),
        x,
        y: PLOT.bottom + 4,
        anchor: 'middle',
      },
    ]
  })
}

/** The line, with a dot at its last point. */
function curve(points: readonly Point[]): Shape[] {
  const line: Shape = { shape: 'line', points, ink: 'accent', widthPt: 1.4 }
  const last = points.at(-1)
  if (!last) return [line]
  return [line, { shape: 'circle', x: last[0], y: last[1], radius: 1, fill: 'accent' }]
}
