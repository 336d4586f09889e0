// Sections of a forecast about money: the cash flow by years and months, and how sure it is.
import type { Band, Forecast } from '../../siteplan/forecast/forecast.ts'
import {
  formatNumber,
  formatPercent,
  formatRub,
  NO_BREAK_SPACE,
  nounAfter,
} from '../../text/russian-format.ts'
import { type Block, cellsOf, type Grid, type GridColumn, type GridRow, note } from '../document.ts'
import { costsGrid } from './cost-parts.ts'
import { cashChart, tornadoDrawing } from './forecast-charts.ts'
import { factOf, forecastFigures, formatMillions } from './forecast-figures.ts'
import {
  activeMonths,
  cumulativeCash,
  type Period,
  peakInvestmentRub,
  periodOf,
  yearsOf,
} from './forecast-periods.ts'
import { SENSITIVITY_INPUT } from './forecast-words.ts'

export function cashSection(forecast: Forecast): Block[] {
  const { payback } = forecastFigures(forecast)
  return [
    { kind: 'heading', level: 2, text: 'Денежный поток' },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        factOf(payback),
        { label: 'Пик собственных вложений', value: formatRub(peakInvestmentRub(forecast)) },
        { label: 'Итог к концу горизонта', value: formatRub(cumulativeCash(forecast).at(-1)) },
      ],
    },
    costsGrid(forecast),
    yearlyGrid(forecast),
    // The table needs it: its cash flow is not its sales less its costs.
    note(
      'Продажи — договоры, заключённые за период. Денежный поток — собственные средства ' +
        'застройщика: до ввода дома деньги покупателей находятся на счетах эскроу, а стройку оплачивают ' +
        'собственные средства и кредит; после ввода счета раскрывают, и деньги с них сначала гасят ' +
        'кредит. По месяцам — в конце отчёта.',
    ),
    cashChart(forecast),
  ]
}

function yearlyGrid(forecast: Forecast): Grid {
  return {
    kind: 'grid',
    together: true,
    columns: scheduleColumns('Год проекта', 26),
    rows: [
      ...yearsOf(forecast).map(scheduleRow),
      { strong: true, ...scheduleRow(periodOf(forecast.schedule, 'Итого')) },
    ],
  }
}

export function uncertaintySection(forecast: Forecast): Block[] {
  const { draws } = forecast.metrics
  const times = `${formatNumber(draws)} ${nounAfter(draws, 'раз', 'раза', 'раз')}`
  return [
    { kind: 'heading', level: 2, text: 'Неопределённость' },
    {
      kind: 'paragraph',
      text:
        `Модель просчитана ${times} со случайными ценой, темпом ` +
        'продаж и стоимостью строительства; разброс каждой величины — в «Допущениях».',
    },
    uncertaintyGrid(forecast),
    { kind: 'heading', level: 2, text: 'Что сильнее всего меняет результат' },
    tornadoDrawing(forecast),
    sensitivityGrid(forecast),
  ]
}

function uncertaintyGrid({ metrics }: Forecast): Grid {
  const row = (title: string, { p10, p50, p90 }: Band) => ({
    cells: cellsOf(title, formatRub(p10), formatRub(p50), formatRub(p90)),
  })
  return {
    kind: 'grid',
    together: true,
    columns: [
      { head: 'Показатель', align: 'start' },
      { head: 'P10', align: 'end', widthMm: 42 },
      { head: 'P50', align: 'end', widthMm: 42 },
      { head: 'P90', align: 'end', widthMm: 42 },
    ],
    rows: [row('Выручка', metrics.revenue_rub), row('NPV', metrics.npv_rub)],
  }
}

function sensitivityGrid({ sensitivity }: Forecast): Grid {
  return {
    kind: 'grid',
    together: true,
    columns: [
      { head: 'Что меняется', align: 'start' },
      { head: 'От принятого', align: 'end', widthMm: 26 },
      { head: 'NPV хуже, ₽', align: 'end', widthMm: 38 },
      { head: 'NPV лучше, ₽', align: 'end', widthMm: 38 },
      { head: `Размах, млн${NO_BREAK_SPACE}₽`, align: 'end', widthMm: 30 },
    ],
    rows: sensitivity.map(({ input, change, npv_low_rub, npv_high_rub }) => ({
      cells: cellsOf(
        SENSITIVITY_INPUT[input],
        `±${formatPercent(change, 0)}`,
        formatNumber(npv_low_rub),
        formatNumber(npv_high_rub),
        formatMillions(npv_high_rub - npv_low_rub),
      ),
    })),
  }
}

export function monthlySection(forecast: Forecast): Block[] {
  const shown = activeMonths(forecast)
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Приложение: по месяцам' },
    // Before the table: after one that fills its page it would get a page to itself.
    ...(shown === forecast.schedule.length
      ? []
      : [
          note(
            `После ${shown}-го месяца и до конца горизонта продаж, затрат и денежного потока нет.`,
          ),
        ]),
    ...monthlyGrids(forecast.schedule.slice(0, shown)),
  ]
}

/** So many months stand on a page of their own under their heading, in Word too. */
const MONTHS_ON_PAGE = 50

/** More than a page holds are divided at the end of a year, lest the last few get a page alone. */
function monthlyGrids(schedule: Forecast['schedule']): Block[] {
  if (schedule.length <= MONTHS_ON_PAGE) return [monthlyGrid(schedule)]
  const half = 12 * Math.ceil(schedule.length / 24)
  return [
    monthlyGrid(schedule.slice(0, half)),
    { kind: 'page-break' },
    monthlyGrid(schedule.slice(half)),
  ]
}

function monthlyGrid(months: Forecast['schedule']): Grid {
  return {
    kind: 'grid',
    columns: scheduleColumns('Месяц', 18),
    rows: months.map((month) => scheduleRow(periodOf([month], formatNumber(month.month)))),
  }
}

function scheduleColumns(first: string, widthMm: number): GridColumn[] {
  return [
    { head: first, align: 'start', widthMm },
    { head: 'Продано квартир', align: 'end', widthMm: 30 },
    { head: 'Продажи, ₽', align: 'end' },
    { head: 'Затраты, ₽', align: 'end' },
    { head: 'Денежный поток, ₽', align: 'end' },
  ]
}

function scheduleRow({ label, unitsSold, revenueRub, costRub, cashRub }: Period): GridRow {
  return {
    cells: cellsOf(
      label,
      formatNumber(unitsSold),
      formatNumber(revenueRub),
      formatNumber(costRub),
      formatNumber(cashRub),
    ),
  }
}
