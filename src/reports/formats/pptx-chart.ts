// A chart on a slide as the presentation's own, with the numbers behind it in a workbook.
// Draws in the box it is given; what a chart shows is decided in *-slides.ts.
import type { SlideChart } from '../slides.ts'
import { OFFICE_FONT_FAMILY } from './fonts.ts'
import { ALARM, INKS, NATIVE_SERIES } from './palette.ts'
import type { Canvas, ChartName, ChartOptions } from './pptx-library.ts'
import { type SlideBox, SMALL, SMALL_STRONG, write } from './pptx-text.ts'
import { textHeightIn } from './slide-fit.ts'

export function placeChart(canvas: Canvas, chart: SlideChart, box: SlideBox): void {
  const captionH = textHeightIn(chart.caption, box.w, SMALL_STRONG)
  write(canvas, chart.caption, { ...box, h: captionH }, SMALL_STRONG, { color: INKS.text })
  const room = { ...box, y: box.y + captionH, h: box.h - captionH }

  // A chart of horizontal bars counts its labels from the bottom.
  const isAcross = chart.bars === 'across'
  const inOrder = <Item>(items: readonly Item[]) => (isAcross ? items.toReversed() : [...items])
  const labels = inOrder(chart.labels)
  const series = chart.series.map(({ name, values }) => ({ name, labels, values: inOrder(values) }))
  const options = optionsOf(chart, room)
  if (chart.line === undefined) {
    canvas.addChart('bar' as ChartName, series, options)
    return
  }
  const barOptions = { chartColors: NATIVE_SERIES.slice(0, series.length), barGapWidthPct: 45 }
  const lineOptions = {
    chartColors: [NATIVE_SERIES[2] ?? ALARM],
    lineSize: 2.5,
    lineDataSymbol: 'none' as const,
  }
  const overlay = { name: chart.line.name, labels, values: [...chart.line.values] }
  canvas.addChart(
    [
      { type: 'bar' as ChartName, data: series, options: barOptions },
      { type: 'line' as ChartName, data: [overlay], options: lineOptions },
    ],
    // The library's own reader takes the options second when there are several types.
    options as never,
  )
}

/** How the library is to draw the bars, in the show's own type and colours. */
function optionsOf(chart: SlideChart, room: SlideBox): ChartOptions {
  const isAcross = chart.bars === 'across'
  // By default programs write a hyphen where the table beside it has a minus.
  const format = '[$-419]#,##0;[$-419]"\u2212"#,##0'
  const seriesCount = chart.series.length + (chart.line ? 1 : 0)
  return {
    ...room,
    altText: chart.caption,
    chartArea: { roundedCorners: false },
    chartColors: NATIVE_SERIES.slice(0, Math.max(1, chart.series.length)),
    showLegend: seriesCount > 1,
    legendPos: 'b',
    legendFontSize: SMALL.pt,
    legendFontFace: OFFICE_FONT_FAMILY,
    legendColor: INKS.text,
    catAxisLabelFontSize: SMALL.pt,
    catAxisLabelFontFace: OFFICE_FONT_FAMILY,
    catAxisLabelColor: INKS.text,
    catAxisLabelPos: 'low',
    catAxisLineColor: INKS.quiet,
    valAxisLabelFontSize: SMALL.pt,
    valAxisLabelFontFace: OFFICE_FONT_FAMILY,
    valAxisLabelColor: INKS.quiet,
    valAxisLabelFormatCode: format,
    valAxisLineShow: false,
    valGridLine: { color: INKS.rule, size: 0.75 },
    barDir: isAcross ? 'bar' : 'col',
    barGapWidthPct: 45,
    ...(isAcross ? { barOverlapPct: 100 } : {}),
    showValue: chart.labelled ?? false,
    dataLabelFontSize: SMALL.pt,
    dataLabelFontFace: OFFICE_FONT_FAMILY,
    dataLabelColor: INKS.text,
    dataLabelFormatCode: format,
    lang: 'ru-RU',
  }
}
