// The months of a forecast summed by longer periods and up to a month. Sums only:
// money-sections.ts and forecast-charts.ts show them.
import { sumOf } from '../../numbers/sum.ts'
import type { Forecast, ScheduleMonth } from '../../siteplan/forecast/forecast.ts'

export interface Period {
  readonly label: string
  readonly unitsSold: number
  readonly revenueRub: number
  readonly costRub: number
  readonly cashRub: number
}

/** Months summed by years, quarters or so, counted from the start of the project. */
function periodsOf(
  schedule: readonly ScheduleMonth[],
  months: number,
  labelOf: (rows: readonly ScheduleMonth[], number: number) => string,
): Period[] {
  const count = Math.ceil(schedule.length / months)
  return Array.from({ length: count }, (_, index) => {
    const rows = schedule.slice(index * months, (index + 1) * months)
    return periodOf(rows, labelOf(rows, index + 1))
  })
}

export function periodOf(rows: readonly ScheduleMonth[], label: string): Period {
  return {
    label,
    unitsSold: sumOf(rows, (row) => row.units_sold),
    revenueRub: sumOf(rows, (row) => row.revenue_rub),
    costRub: sumOf(rows, (row) => row.cost_rub),
    cashRub: sumOf(rows, (row) => row.cash_rub),
  }
}

export function yearsOf({ schedule }: Forecast): Period[] {
  return periodsOf(schedule, 12, (_, year) => `Год ${year}`)
}

/** Quarters; of a long project half-years, so that the bars stay apart. Named by months: `4–6`. */
export function chartPeriodsOf({ schedule }: Forecast): Period[] {
  return periodsOf(schedule, schedule.length > 48 ? 6 : 3, (rows) =>
    [...new Set([rows[0]?.month, rows.at(-1)?.month])].join('–'),
  )
}

/** How many months it takes until nothing moves any more. */
export function activeMonths({ schedule }: Forecast): number {
  const moves = ({ units_sold, cost_rub, cash_rub }: ScheduleMonth) =>
    units_sold !== 0 || cost_rub !== 0 || cash_rub !== 0
  return schedule.findLastIndex(moves) + 1
}

/** The sum up to each value, itself included. */
export function runningTotals(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => {
    sum += value
    return sum
  })
}

/** Cash summed up to each month, ₽. */
export function cumulativeCash({ schedule }: Forecast): number[] {
  return runningTotals(schedule.map(({ cash_rub }) => cash_rub))
}

/** The most of the developer's own money that is out at the end of any month. */
export function peakInvestmentRub(forecast: Forecast): number {
  return Math.max(0, -Math.min(...cumulativeCash(forecast), 0))
}
