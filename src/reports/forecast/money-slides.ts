// The slides of a forecast about money: prices, cash by months, what the result depends on.
import type { Forecast, ForecastComparable, Sensitivity } from '../../siteplan/forecast/forecast.ts'
import {
  formatDate,
  formatNumber,
  formatPercent,
  formatRub,
  formatRubPerM2,
  formatShort,
  NO_BREAK_SPACE,
  withUnit,
} from '../../text/russian-format.ts'
import { KIND } from '../flat-words.ts'
import { outsideText } from '../plain-text.ts'
import type { Slide, SlideChart, SlideTable } from '../slides.ts'
import { costsTable } from './cost-parts.ts'
import { forecastFigures, formatMillions, inMillions } from './forecast-figures.ts'
import { MAX_VERSION_LENGTH } from './forecast-limits.ts'
import { chartPeriodsOf, peakInvestmentRub, runningTotals } from './forecast-periods.ts'
import { SENSITIVITY_INPUT, unitTypeLabel } from './forecast-words.ts'
import { assumptionNotes, chartPart, tiles } from './slide-pieces.ts'

const NEAREST_SHOWN = 4
/** In the table and in the notes. */
const MAX_ADDRESS_LENGTH = { table: 44, notes: 80 }

export function priceSlide(forecast: Forecast): Slide {
  const { comparables, method } = forecast
  const nearest = comparables
    .toSorted((a, b) => a.distance_m - b.distance_m)
    .slice(0, NEAREST_SHOWN)
  return {
    title: 'На чём держится цена',
    parts: [
      {
        kind: 'columns',
        ratio: 0.6,
        left: [
          priceTable(forecast),
          {
            kind: 'text',
            tone: 'heading',
            text: nearest.length > 0 ? 'Ближайшие аналоги' : 'Аналоги в отчёт не вошли',
            maxLines: 1,
          },
          nearestTable(nearest),
        ],
        right: [chartPart(priceChart(forecast))],
      },
    ],
    notes: [
      `Модель цен ${outsideText(method.model_version, MAX_VERSION_LENGTH)}, данные по ${formatDate(method.data_until)}.`,
      ...nearest.map(
        ({ address, date, rub_per_m2 }) =>
          `${formatDate(date)}: ${outsideText(address, MAX_ADDRESS_LENGTH.notes)}, ${formatRubPerM2(rub_per_m2)}`,
      ),
    ],
  }
}

function priceTable({ price }: Forecast): SlideTable {
  return {
    kind: 'table',
    columns: [
      { head: 'Тип', align: 'left', share: 27 },
      { head: 'Цена, ₽/м²', align: 'right', share: 21 },
      { head: 'Диапазон 80 %, ₽/м²', align: 'right', share: 33 },
      { head: 'Аналогов', align: 'right', share: 19 },
    ],
    rows: price.map(({ type, rub_per_m2, low, high, n_comparables }) => ({
      cells: [
        unitTypeLabel(type),
        formatNumber(rub_per_m2),
        `${formatNumber(low)} – ${formatNumber(high)}`,
        formatNumber(n_comparables),
      ],
    })),
  }
}

function nearestTable(nearest: readonly ForecastComparable[]): SlideTable {
  return {
    kind: 'table',
    columns: [
      { head: 'Адрес', align: 'left', share: 32 },
      { head: 'Вид', align: 'left', share: 17 },
      { head: 'Площадь', align: 'right', share: 14 },
      { head: '₽/м²', align: 'right', share: 13 },
      { head: 'Приведено, ₽/м²', align: 'right', share: 24 },
    ],
    rows: nearest.map(({ address, kind, area_m2, rub_per_m2, adjusted_rub_per_m2 }) => ({
      cells: [
        outsideText(address, MAX_ADDRESS_LENGTH.table),
        KIND[kind],
        withUnit(formatShort(area_m2, 1), 'м²'),
        formatNumber(rub_per_m2),
        formatNumber(adjusted_rub_per_m2),
      ],
    })),
  }
}

function priceChart({ price }: Forecast): SlideChart {
  const thousands = (rub: number) => rub / 1000
  return {
    kind: 'chart',
    caption: 'Цена и её границы, тыс. ₽/м²',
    bars: 'up',
    labels: price.map(({ type }) => unitTypeLabel(type)),
    series: [
      { name: 'Нижняя', values: price.map(({ low }) => thousands(low)) },
      { name: 'Цена', values: price.map(({ rub_per_m2 }) => thousands(rub_per_m2)) },
      { name: 'Верхняя', values: price.map(({ high }) => thousands(high)) },
    ],
  }
}

export function cashSlide(forecast: Forecast): Slide {
  const figures = forecastFigures(forecast)
  const periods = chartPeriodsOf(forecast)
  const totals = runningTotals(periods.map(({ cashRub }) => cashRub)).map(inMillions)
  return {
    title: 'Денежный поток',
    parts: [
      tiles(4, [figures.cost, figures.sellout, figures.payback, figures.soldAtCommissioning]),
      {
        kind: 'columns',
        ratio: 0.4,
        left: [costsTable(forecast)],
        right: [
          chartPart({
            kind: 'chart',
            caption: 'По периодам (месяцы проекта), млн ₽',
            bars: 'up',
            labels: periods.map(({ label }) => label),
            series: [
              { name: 'Продажи', values: periods.map(({ revenueRub }) => inMillions(revenueRub)) },
              { name: 'Затраты', values: periods.map(({ costRub }) => inMillions(costRub)) },
            ],
            line: { name: 'Денежный поток нарастающим итогом', values: totals },
          }),
        ],
      },
      {
        kind: 'text',
        tone: 'quiet',
        text:
          `Пик собственных вложений: ${formatRub(peakInvestmentRub(forecast))}. Деньги покупателей до ввода дома находятся на счетах ` +
          'эскроу.',
      },
    ],
    notes: [
      'Продажи показаны по месяцу договора, денежный поток — по раскрытию счетов эскроу.',
      ...assumptionNotes(forecast),
    ],
  }
}

export function sensitivitySlide({ sensitivity, metrics }: Forecast): Slide {
  const base = metrics.npv_rub.p50
  const table: SlideTable = {
    kind: 'table',
    columns: [
      { head: 'Что меняется', align: 'left', share: 42 },
      { head: `NPV хуже, млн${NO_BREAK_SPACE}₽`, align: 'right', share: 29 },
      { head: `NPV лучше, млн${NO_BREAK_SPACE}₽`, align: 'right', share: 29 },
    ],
    rows: sensitivity.map(({ input, change, npv_low_rub, npv_high_rub }) => ({
      cells: [
        `${SENSITIVITY_INPUT[input]}, ±${formatPercent(change, 0)}`,
        formatMillions(npv_low_rub),
        formatMillions(npv_high_rub),
      ],
    })),
  }
  const chart: SlideChart = {
    kind: 'chart',
    caption: 'Насколько сдвигается NPV, млн ₽',
    bars: 'across',
    labels: sensitivity.map(({ input }) => SENSITIVITY_INPUT[input]),
    series: [
      { name: 'Хуже', values: sensitivity.map((row) => inMillions(row.npv_low_rub - base)) },
      { name: 'Лучше', values: sensitivity.map((row) => inMillions(row.npv_high_rub - base)) },
    ],
  }
  const strongest = sensitivity[0]
  return {
    title: 'От чего зависит результат',
    parts: [
      { kind: 'text', tone: 'verdict', text: strongestInput(strongest) },
      {
        kind: 'columns',
        ratio: 0.47,
        left: [
          table,
          { kind: 'text', tone: 'quiet', text: `NPV в расчётном случае (P50): ${formatRub(base)}` },
        ],
        right: [chartPart(chart)],
      },
    ],
    notes: [
      'Меняется один показатель, остальные остаются как в сценарии.',
      `NPV в расчётном случае (P50): ${formatRub(base)}. Прогонов модели вокруг него: ${formatNumber(metrics.draws)}.`,
    ],
  }
}

function strongestInput(strongest: Sensitivity | undefined): string {
  return strongest
    ? `Сильнее всего на NPV влияет показатель «${SENSITIVITY_INPUT[strongest.input].toLowerCase()}».`
    : 'Чувствительность NPV не посчитана.'
}
