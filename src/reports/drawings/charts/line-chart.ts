// Draws a line chart as a vector drawing, for formats without charts of their own.
// Knows points and axes, never what they mean.
import type { LineChart } from '../../document.ts'
import { type Drawing, type Point, roundMm, type Shape } from '../../drawing.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'
import { axisLabel, CHART_LEFT_MM, CHART_RIGHT_MM, valueAxis, valueGrid } from './chart-axis.ts'

const HEIGHT_MM = 49
const PLOT = { left: CHART_LEFT_MM, right: CHART_RIGHT_MM, top: 4, bottom: 43 }
/** Months with their year, and half-years of a long project, have room beside one another. */
const MAX_LABELS = 12

export function drawLineChart(chart: LineChart): Drawing {
  const values = chart.points.map(({ value }) => value)
  const axis = valueAxis(chart.fromZero ? [0, ...values] : values, chart.decimals)
  const { low, high } = axis
  const step = (PLOT.right - PLOT.left) / Math.max(1, chart.points.length - 1)
  const xAt = (index: number) => roundMm(PLOT.left + index * step)
  const yAt = (value: number) =>
    roundMm(PLOT.bottom - ((value - low) / (high - low)) * (PLOT.bottom - PLOT.top))

  const line = chart.points.map((point, index): Point => [xAt(index), yAt(point.value)])
  const last = line.at(-1)
  const labelEvery = Math.ceil(chart.points.length / MAX_LABELS)
  const shapes: Shape[] = valueGrid(axis, yAt, chart.decimals)

  for (const [index, point] of chart.points.entries()) {
    // Counted from the end, so that the latest point is always named.
    if ((chart.points.length - 1 - index) % labelEvery !== 0) continue
    const x = xAt(index)
    shapes.push({
      shape: 'line',
      points: [
        [x, PLOT.bottom],
        [x, PLOT.bottom + 1.2],
      ],
      ink: 'quiet',
      widthPt: 0.5,
    })
    const isLast = index === chart.points.length - 1 && chart.points.length > 1
    shapes.push({
      ...axisLabel(point.label),
      x: isLast ? PLOT.right + 4 : x,
      y: PLOT.bottom + 4,
      anchor: isLast ? 'end' : 'middle',
    })
  }
  if (low < 0 && high >= 0) {
    const zero: Point[] = [
      [PLOT.left, yAt(0)],
      [PLOT.right, yAt(0)],
    ]
    shapes.push({ shape: 'line', points: zero, ink: 'quiet', widthPt: 0.8 })
  }
  shapes.push({ shape: 'line', points: line, ink: 'accent', widthPt: 1.4 })
  if (last) shapes.push({ shape: 'circle', x: last[0], y: last[1], radius: 1, fill: 'accent' })

  return {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: HEIGHT_MM,
    shapes,
    caption: chart.caption,
  }
}
