// Draws a bar chart as a vector drawing, for formats without charts of their own.
// Knows labels and series, never what they mean.
import type { BarChart } from '../../document.ts'
import { type Drawing, type Ink, roundMm, type Shape } from '../../drawing.ts'
import { PAGE_WIDTH_MM } from '../../page.ts'
import { axisLabel, CHART_RIGHT_MM, pointsInWords, valuePlot } from './chart-axis.ts'

const HEIGHT_MM = 64
const PLOT_BOTTOM_MM = 56
/** Room above the plot, for the legend where there is one. */
const TOP_MM = { plain: 4, legend: 11 }
const MAX_LABELS = 16
/** Share of a label's width that its bars fill together. */
const FILLED = 0.76
const WIDEST_BAR_MM = 18
/** A lower bar is not drawn: its value is about zero. */
const LEAST_BAR_MM = 0.01
/** Distinct in greys too. Later series begin again at the first ink. */
export const SERIES_INKS: readonly Ink[] = ['accent', 'accent-soft', 'accent-warm']
/** About the width of a letter of the legend; the widest would be drawn a little close. */
const LETTER_MM = 1.5

/** Bars stand on zero, which is always in the picture; those below it hang. */
export function drawBarChart(chart: BarChart): Drawing {
  const values = chart.series.flatMap((series) => series.values).filter(Number.isFinite)
  const top = chart.series.length > 1 ? TOP_MM.legend : TOP_MM.plain
  const plot = valuePlot([0, ...values], { top, bottom: PLOT_BOTTOM_MM })
  const slotMm = (CHART_RIGHT_MM - plot.left) / Math.max(1, chart.labels.length)
  const slots = { leftMm: plot.left, slotMm }
  return {
    kind: 'drawing',
    widthMm: PAGE_WIDTH_MM,
    heightMm: HEIGHT_MM,
    shapes: [
      ...legend(chart, plot.left),
      ...plot.gridTo(CHART_RIGHT_MM),
      ...bars(chart, slots, plot.yAt),
      plot.zeroLineTo(CHART_RIGHT_MM),
      ...slotLabels(chart, slots),
    ],
    alt: `Столбчатая диаграмма. ${seriesInWords(chart).join(' ')}`,
    caption: chart.caption,
  }
}

/** Where the room begins that labels share, and how wide that of one label is. */
interface Slots {
  readonly leftMm: number
  readonly slotMm: number
}

function bars(
  { labels, series }: BarChart,
  { leftMm, slotMm }: Slots,
  yAt: (value: number) => number,
): Shape[] {
  const zero = yAt(0)
  const bar = Math.min(WIDEST_BAR_MM, (slotMm * FILLED) / Math.max(1, series.length))
  return series.flatMap(({ values }, index) =>
    values.slice(0, labels.length).flatMap((value, at): Shape[] => {
      const y = yAt(value)
      if (!Number.isFinite(value) || Math.abs(y - zero) < LEAST_BAR_MM) return []
      return [
        {
          shape: 'rectangle',
          x: roundMm(leftMm + (at + 0.5) * slotMm + (index - series.length / 2) * bar),
          y: Math.min(y, zero),
          width: roundMm(bar),
          height: roundMm(Math.abs(y - zero)),
          fill: inkOf(index),
        },
      ]
    }),
  )
}

function slotLabels({ labels }: BarChart, { leftMm, slotMm }: Slots): Shape[] {
  const labelEvery = Math.ceil(labels.length / MAX_LABELS)
  return labels.flatMap((label, at): Shape[] => {
    if (at % labelEvery !== 0) return []
    const x = roundMm(leftMm + (at + 0.5) * slotMm)
    return [{ ...axisLabel(label), x, y: PLOT_BOTTOM_MM + 4, anchor: 'middle' }]
  })
}

/** One series needs no names: the caption says what it is. */
function legend({ series }: BarChart, leftMm: number): Shape[] {
  if (series.length < 2) return []
  let x = leftMm
  return series.flatMap(({ name }, index): Shape[] => {
    const from = x
    x = roundMm(x + 10 + name.length * LETTER_MM)
    return [
      { shape: 'rectangle', x: from, y: 2, width: 3, height: 3, fill: inkOf(index) },
      { ...axisLabel(name), x: from + 4.5, y: 3.5, anchor: 'start' },
    ]
  })
}

/** A sentence for each series; of one alone the caption has the name. */
function seriesInWords({ labels, series }: BarChart): string[] {
  return series.map(({ name, values }) => {
    const points = labels.map((label, at) => ({ label, value: values[at] ?? Number.NaN }))
    return `${series.length > 1 ? `${name} — ` : ''}${pointsInWords(points)}.`
  })
}

function inkOf(series: number): Ink {
  return SERIES_INKS[series % SERIES_INKS.length] ?? 'accent'
}
