// The charts and drawings of a forecast as blocks, each made in one place for every document that
// shows it; slides have simpler ones of their own. How they are drawn is each format’s.
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import type { BarChart, LineChart } from '../document.ts'
import type { Drawing } from '../drawing.ts'
import { drawRangeBars } from '../drawings/charts/range-bars.ts'
import { inMillions } from './forecast-figures.ts'
import { chartPeriodsOf, runningTotals } from './forecast-periods.ts'
import { SENSITIVITY_INPUT, unitTypeLabel } from './forecast-words.ts'

export function priceDrawing({ price }: Forecast): Drawing {
  return drawRangeBars({
    caption: 'Цена, тыс. ₽/м². Полоса — диапазон с вероятностью 80 %, черта — принятая цена.',
    rows: price.map(({ type, rub_per_m2, low, high }) => ({
      label: unitTypeLabel(type),
      low: low / 1000,
      middle: rub_per_m2 / 1000,
      high: high / 1000,
    })),
  })
}

export function cashChart(forecast: Forecast): BarChart {
  const periods = chartPeriodsOf(forecast)
  return {
    kind: 'bar-chart',
    caption: 'Продажи, затраты и денежный поток по периодам (месяцы проекта), млн ₽.',
    labels: periods.map(({ label }) => label),
    series: [
      { name: 'Продажи', values: periods.map(({ revenueRub }) => inMillions(revenueRub)) },
      { name: 'Затраты', values: periods.map(({ costRub }) => inMillions(costRub)) },
      { name: 'Денежный поток', values: periods.map(({ cashRub }) => inMillions(cashRub)) },
    ],
  }
}

/** Flats sold in each period, all types together. */
export function salesChart(forecast: Forecast): BarChart {
  const periods = chartPeriodsOf(forecast)
  return {
    kind: 'bar-chart',
    caption: 'Продано квартир по периодам (месяцы проекта).',
    labels: periods.map(({ label }) => label),
    series: [{ name: 'Квартиры', values: periods.map(({ unitsSold }) => unitsSold) }],
  }
}

/** Cash summed up to the end of each period, mln ₽. */
export function cumulativeChart(forecast: Forecast): LineChart {
  const periods = chartPeriodsOf(forecast)
  const sums = runningTotals(periods.map(({ cashRub }) => cashRub))
  return {
    kind: 'line-chart',
    caption: 'Денежный поток нарастающим итогом к концу периода (месяцы проекта), млн ₽.',
    fromZero: true,
    points: periods.map(({ label }, at) => ({ label, value: inMillions(sums[at] ?? 0) })),
  }
}

/** How many flats of each type. */
export function programmeChart({ programme }: Forecast): BarChart {
  return {
    kind: 'bar-chart',
    caption: 'Квартир каждого типа.',
    labels: programme.units.map(({ type }) => unitTypeLabel(type)),
    series: [{ name: 'Квартиры', values: programme.units.map(({ count }) => count) }],
  }
}

/** Share of the flats that count sold by the end of each period, per cent. */
export function absorptionChart(forecast: Forecast): LineChart {
  const { count, counted, units_counted } = forecast.programme.phases
  const ofWhat = counted === count ? 'всех' : 'квартир в расчёте'
  const total = Math.max(1, units_counted)
  const periods = chartPeriodsOf(forecast)
  const sold = runningTotals(periods.map(({ unitsSold }) => unitsSold))
  return {
    kind: 'line-chart',
    caption: `Продано квартир нарастающим итогом к концу периода (месяцы проекта), % от ${ofWhat}.`,
    fromZero: true,
    points: periods.map(({ label }, at) => ({
      label,
      value: (100 * (sold[at] ?? 0)) / total,
    })),
  }
}

export function tornadoDrawing({ sensitivity, metrics }: Forecast): Drawing {
  return drawRangeBars({
    caption: 'NPV при изменении одного показателя, млн ₽. Черта — расчётный случай.',
    rows: sensitivity.map(({ input, npv_low_rub, npv_high_rub }) => ({
      label: SENSITIVITY_INPUT[input],
      low: inMillions(npv_low_rub),
      middle: inMillions(metrics.npv_rub.p50),
      high: inMillions(npv_high_rub),
    })),
  })
}
