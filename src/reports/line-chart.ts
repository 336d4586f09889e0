// Draws a line chart as a vector drawing, for formats without charts of their own.
// Knows points and axes, never what they mean.
import type { Drawing, LineChart, Point, Shape } from './document.ts'
import { formatNumber } from './russian-format.ts'

const WIDTH_MM = 178
const HEIGHT_MM = 49
const PLOT = { left: 14, right: 174, top: 4, bottom: 43 }
const MAX_MONTH_LABELS = 9

export function drawLineChart(chart: LineChart): Drawing {
  const { ticks, low, high } = axisTicks(chart.points.map((point) => point.value))
  const step = (PLOT.right - PLOT.left) / Math.max(1, chart.points.length - 1)
  const xAt = (index: number) => round(PLOT.left + index * step)
  const yAt = (value: number) =>
    round(PLOT.bottom - ((value - low) / (high - low)) * (PLOT.bottom - PLOT.top))

  const line = chart.points.map((point, index): Point => [xAt(index), yAt(point.value)])
  const last = line.at(-1)
  const labelEvery = Math.ceil(chart.points.length / MAX_MONTH_LABELS)
  const shapes: Shape[] = []

  for (const tick of ticks) {
    const y = yAt(tick)
    shapes.push({
      shape: 'line',
      points: [
        [PLOT.left, y],
        [PLOT.right, y],
      ],
      ink: 'rule',
      widthPt: 0.5,
    })
    const text = formatNumber(tick, chart.decimals)
    shapes.push({ ...axisLabel(text), x: PLOT.left - 2, y, anchor: 'end' })
  }
  for (const [index, point] of chart.points.entries()) {
    // Counted from the end, so that the latest month is always named.
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
  shapes.push({ shape: 'line', points: line, ink: 'accent', widthPt: 1.4 })
  if (last) shapes.push({ shape: 'circle', x: last[0], y: last[1], radius: 1, fill: 'accent' })

  return {
    kind: 'drawing',
    widthMm: WIDTH_MM,
    heightMm: HEIGHT_MM,
    shapes,
    caption: chart.caption,
  }
}

function axisLabel(text: string) {
  return { shape: 'label', text, sizePt: 7.5, ink: 'quiet' } as const
}

/** Three to six ticks at 1, 2 or 5 × 10ⁿ that enclose all values. */
function axisTicks(values: number[]): { ticks: number[]; low: number; high: number } {
  const min = Math.min(...values)
  const max = Math.max(...values)
  const spread = max - min || Math.abs(max) * 0.1 || 1
  const step = niceStep(spread / 4)
  const first = Math.floor(min / step)
  const last = Math.max(first + 2, Math.ceil(max / step))
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { ticks, low: first * step, high: last * step }
}

/** The smallest of 1, 2 or 5 × 10ⁿ that is not below `atLeast`. */
export function niceStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const factor = [1, 2, 5].find((candidate) => candidate * power >= atLeast * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Hundredths of a millimetre: finer digits would only make bytes differ. */
export function round(mm: number): number {
  return Math.round(mm * 100) / 100
}
