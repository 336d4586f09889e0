// The tables of a forecast as blocks, each made in one place for every report that shows it.
// Which of them, in which order and with which words around is the reports'.
import { round } from '../../rounding.ts'
import {
  formatAreaM2,
  formatDate,
  formatDistanceM,
  formatNumber,
  formatPercent,
  formatRub,
  formatShort,
  formatWholeM2,
  NO_BREAK_SPACE,
} from '../../russian-format.ts'
import type {
  Assumption,
  Band,
  Forecast,
  ForecastComparable,
} from '../../siteplan/forecast/forecast.ts'
import type { Grid } from '../document.ts'
import { RULE, ruleValue } from '../norm-words.ts'
import { outsideText } from '../plain-text.ts'
import { formatMillions } from './forecast-figures.ts'
import { activeMonths, type Period, periodOf, yearsOf } from './forecast-periods.ts'
import {
  ASSUMPTION,
  ASSUMPTION_UNIT,
  COMPARABLE_KIND,
  SENSITIVITY_INPUT,
  unitTypeLabel,
} from './forecast-words.ts'

export const LONGEST_SOURCE = 100
export const LONGEST_WARNING = 180
const LONGEST_ADDRESS_IN_TABLE = 46
const LONGEST_KEY = 40
/** Room for a mix of flats in words, every share with two decimals. */
const LONGEST_VALUE = 100
const MOST_CONSTRAINTS = 17
const MOST_ASSUMPTIONS = 34
const MOST_WARNINGS = 10
export const MOST_COMPARABLES = 14

export function constraintsGrid({ constraints }: Forecast): Grid {
  return {
    kind: 'grid',
    columns: [
      { title: 'Норма', align: 'start', widthMm: 62 },
      { title: 'Значение', align: 'end', widthMm: 30 },
      { title: 'Источник', align: 'start' },
    ],
    rows: constraints.slice(0, MOST_CONSTRAINTS).map((constraint) => ({
      ...(constraint.binding ? { strong: true } : {}),
      cells: [
        {
          text: RULE[constraint.rule],
          ...(constraint.binding ? { sub: 'ограничивает площадь' } : {}),
        },
        { text: ruleValue(constraint.rule, constraint.value) },
        { text: outsideText(constraint.source, LONGEST_SOURCE) },
      ],
    })),
  }
}

export function programmeGrid({ programme }: Forecast): Grid {
  return {
    kind: 'grid',
    together: true,
    columns: [
      { title: 'Тип', align: 'start' },
      { title: 'Доля', align: 'end', widthMm: 26 },
      { title: 'Площадь квартиры', align: 'end', widthMm: 36 },
      { title: 'Количество', align: 'end', widthMm: 30 },
      { title: 'Всего', align: 'end', widthMm: 34 },
    ],
    rows: [
      ...programme.units.map(({ type, share, area_m2, count }) => ({
        cells: [
          { text: unitTypeLabel(type) },
          { text: formatPercent(share, 0) },
          { text: formatAreaM2(area_m2) },
          { text: formatNumber(count) },
          { text: formatWholeM2(area_m2 * count) },
        ],
      })),
      {
        strong: true,
        cells: [
          { text: 'Итого' },
          { text: '' },
          { text: '' },
          { text: formatNumber(programme.units_total) },
          {
            text: formatWholeM2(
              programme.units.reduce((sum, { area_m2, count }) => sum + area_m2 * count, 0),
            ),
          },
        ],
      },
    ],
  }
}

export function priceGrid({ price, programme }: Forecast): Grid {
  return {
    kind: 'grid',
    together: true,
    columns: [
      { title: 'Тип', align: 'start' },
      { title: 'Цена, ₽/м²', align: 'end', widthMm: 26 },
      { title: 'Диапазон, ₽/м²', align: 'end', widthMm: 42 },
      { title: 'Погрешность', align: 'end', widthMm: 24 },
      { title: 'Аналогов', align: 'end', widthMm: 20 },
      { title: 'Цена квартиры', align: 'end', widthMm: 34 },
    ],
    rows: price.map(({ type, rub_per_m2, low, high, fsd, n_comparables }) => {
      const area = programme.units.find((unit) => unit.type === type)?.area_m2
      return {
        cells: [
          { text: unitTypeLabel(type) },
          { text: formatNumber(rub_per_m2) },
          { text: `${formatNumber(low)} – ${formatNumber(high)}` },
          { text: formatPercent(fsd) },
          { text: formatNumber(n_comparables) },
          { text: formatRub(area === undefined ? undefined : Math.round(area * rub_per_m2)) },
        ],
      }
    }),
  }
}

export function yearlyGrid(forecast: Forecast): Grid {
  const years = yearsOf(forecast)
  const rowOf = (period: Period) => [
    { text: period.label },
    { text: formatNumber(period.unitsSold) },
    { text: formatRub(period.revenueRub) },
    { text: formatRub(period.costRub) },
    { text: formatRub(period.cashRub) },
  ]
  return {
    kind: 'grid',
    together: true,
    columns: scheduleColumns('Год проекта', 26),
    rows: [
      ...years.map((year) => ({ cells: rowOf(year) })),
      {
        strong: true,
        cells: rowOf(periodOf(forecast.schedule, 'Итого')),
      },
    ],
  }
}

/** Month by month, without those at the end in which nothing moves. */
export function monthlyGrid(forecast: Forecast): Grid {
  const schedule = forecast.schedule.slice(0, activeMonths(forecast))
  return {
    kind: 'grid',
    columns: scheduleColumns('Месяц', 18),
    rows: schedule.map(({ month, units_sold, revenue_rub, cost_rub, cash_rub }) => ({
      cells: [
        { text: formatNumber(month) },
        { text: formatNumber(units_sold) },
        { text: formatNumber(revenue_rub) },
        { text: formatNumber(cost_rub) },
        { text: formatNumber(cash_rub) },
      ],
    })),
  }
}

function scheduleColumns(first: string, widthMm: number): Grid['columns'] {
  return [
    { title: first, align: 'start', widthMm },
    { title: 'Продано квартир', align: 'end', widthMm: 30 },
    { title: 'Продажи, ₽', align: 'end' },
    { title: 'Затраты, ₽', align: 'end' },
    { title: 'Денежный поток, ₽', align: 'end' },
  ]
}

export function uncertaintyGrid({ metrics }: Forecast): Grid {
  const row = (title: string, { p10, p50, p90 }: Band) => ({
    cells: [
      { text: title },
      { text: formatRub(p10) },
      { text: formatRub(p50) },
      { text: formatRub(p90) },
    ],
  })
  return {
    kind: 'grid',
    together: true,
    columns: [
      { title: 'Показатель', align: 'start' },
      { title: 'P10', align: 'end', widthMm: 42 },
      { title: 'P50', align: 'end', widthMm: 42 },
      { title: 'P90', align: 'end', widthMm: 42 },
    ],
    rows: [row('Выручка', metrics.revenue_rub), row('NPV', metrics.npv_rub)],
  }
}

export function sensitivityGrid({ sensitivity }: Forecast): Grid {
  return {
    kind: 'grid',
    together: true,
    columns: [
      { title: 'Что меняется', align: 'start' },
      { title: 'На сколько', align: 'end', widthMm: 26 },
      { title: 'NPV не ниже, ₽', align: 'end', widthMm: 38 },
      { title: 'NPV не выше, ₽', align: 'end', widthMm: 38 },
      { title: 'Размах, млн ₽', align: 'end', widthMm: 30 },
    ],
    rows: sensitivity.map(({ input, change, npv_low_rub, npv_high_rub }) => ({
      cells: [
        { text: SENSITIVITY_INPUT[input] },
        { text: `±${formatPercent(change, 0)}` },
        { text: formatNumber(npv_low_rub) },
        { text: formatNumber(npv_high_rub) },
        { text: formatMillions(npv_high_rub - npv_low_rub) },
      ],
    })),
  }
}

export function comparablesGrid({ comparables }: Forecast): Grid {
  return {
    kind: 'grid',
    columns: [
      { title: '№', align: 'end', widthMm: 8 },
      { title: 'Адрес', align: 'start' },
      { title: 'Дата', align: 'start', widthMm: 21 },
      { title: 'Квартира', align: 'end', widthMm: 22 },
      { title: 'Цена', align: 'end', widthMm: 28 },
      { title: 'Приведено, ₽/м²', align: 'end', widthMm: 22 },
      { title: 'Расстояние', align: 'end', widthMm: 20 },
    ],
    rows: comparables.slice(0, MOST_COMPARABLES).map((comparable, index) => ({
      cells: [
        { text: String(index + 1) },
        {
          text: outsideText(comparable.address, LONGEST_ADDRESS_IN_TABLE, 'Адрес не указан'),
          sub: houseOf(comparable),
        },
        { text: formatDate(comparable.date), sub: COMPARABLE_KIND[comparable.kind] },
        { text: formatAreaM2(comparable.area_m2), sub: roomsOf(comparable) },
        {
          text: formatRub(comparable.price_rub),
          sub: `${formatNumber(comparable.rub_per_m2)}${NO_BREAK_SPACE}₽/м²`,
        },
        { text: formatNumber(comparable.adjusted_rub_per_m2) },
        { text: formatDistanceM(comparable.distance_m) },
      ],
    })),
  }
}

/** `2021 г., 5/17 эт.`, as far as it is known. */
function houseOf({ year_built, floor, floors_total }: ForecastComparable): string {
  const storey = [floor, floors_total].filter((each) => each !== null).join('/')
  const parts = [
    year_built === null ? '' : `${year_built} г.`,
    storey === '' ? '' : `${storey} эт.`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function roomsOf({ rooms }: ForecastComparable): string {
  return rooms === 0 ? 'студия' : `${formatNumber(rooms)}-комн.`
}

export function warningsGrid({ warnings }: Forecast): Grid {
  return {
    kind: 'grid',
    columns: [
      { title: '№', align: 'end', widthMm: 8 },
      { title: 'Риск или недостающие данные', align: 'start' },
    ],
    rows: warnings.slice(0, MOST_WARNINGS).map(({ text }, index) => ({
      cells: [{ text: String(index + 1) }, { text: outsideText(text, LONGEST_WARNING) }],
    })),
  }
}

export function assumptionsGrid({ assumptions }: Forecast): Grid {
  return {
    kind: 'grid',
    columns: [
      { title: 'Допущение', align: 'start', widthMm: 62 },
      { title: 'Значение', align: 'end', widthMm: 36 },
      { title: 'Источник', align: 'start' },
    ],
    rows: assumptions.slice(0, MOST_ASSUMPTIONS).map((assumption) => ({
      cells: [
        { text: assumptionName(assumption) },
        { text: assumptionValue(assumption) },
        { text: outsideText(assumption.source, LONGEST_SOURCE) },
      ],
    })),
  }
}

/** Its words; the key of an assumption that has none yet. */
export function assumptionName({ key }: Assumption): string {
  return Object.hasOwn(ASSUMPTION, key) ? (ASSUMPTION[key] ?? key) : outsideText(key, LONGEST_KEY)
}

/** A share as per cent; another number with its unit; a text as it is. */
function assumptionValue({ key, value, unit }: Assumption): string {
  const word = Object.hasOwn(ASSUMPTION_UNIT, unit) ? ASSUMPTION_UNIT[unit] : undefined
  const shown = outsideText(word ?? unit, LONGEST_KEY, '')
  if (typeof value === 'string') {
    return [outsideText(value, LONGEST_VALUE), shown].filter(Boolean).join(NO_BREAK_SPACE)
  }
  // A seed is a name, a month of the project a place in a row: neither is a quantity.
  if (key === 'seed') return String(value)
  if (unit === 'month') return `${formatNumber(value)}-й${NO_BREAK_SPACE}месяц`
  const isShare = word?.startsWith('%') ?? false
  const number = formatShort(isShare ? round(value * 100, 8) : value, 3)
  return shown === '' ? number : `${number}${NO_BREAK_SPACE}${shown}`
}
