// What a forecast's money is spent on, part by part, as the table and the line that formats show.
// Knows no format; the parts are the model's.
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { formatNumber, formatPercent } from '../../text/russian-format.ts'
import type { Grid } from '../document.ts'
import type { SlideTable } from '../slides.ts'
import { formatMillions } from './forecast-figures.ts'
import { COST, COST_IN_LINE, type CostPart } from './forecast-words.ts'

const HEADS = ['На что идут затраты', 'Сумма, ₽', 'Доля'] as const

/** The last row is the sum. */
export function costsGrid(forecast: Forecast): Grid {
  const rows = costRows(forecast)
  const [head, sum, share] = HEADS
  return {
    kind: 'grid',
    together: true,
    columns: [
      { head, align: 'start' },
      { head: sum, align: 'end', widthMm: 46 },
      { head: share, align: 'end', widthMm: 30 },
    ],
    rows: rows.map((cells, at) => ({
      strong: at === rows.length - 1,
      cells: cells.map((text) => ({ text })),
    })),
  }
}

export function costsTable(forecast: Forecast): SlideTable {
  const rows = costRows(forecast)
  const [head, sum, share] = HEADS
  return {
    kind: 'table',
    columns: [
      { head, align: 'left', share: 48 },
      { head: sum, align: 'right', share: 34 },
      { head: share, align: 'right', share: 18 },
    ],
    rows: rows.map((cells, at) => ({ cells, strong: at === rows.length - 1 })),
  }
}

/** `Затраты, млн ₽: 827,6 — участок 96,0; …`: for a message. */
export function costsLine({ costs, metrics }: Forecast): string {
  const parts = partsOf(costs).map(([part, rub]) => `${COST_IN_LINE[part]} ${formatMillions(rub)}`)
  return `Затраты, млн ₽: ${formatMillions(metrics.cost_rub)} — ${parts.join('; ')}.`
}

function costRows({ costs, metrics }: Forecast): string[][] {
  const row = (name: string, rub: number) => [
    name,
    formatNumber(rub),
    formatPercent(metrics.cost_rub === 0 ? null : rub / metrics.cost_rub),
  ]
  return [
    ...partsOf(costs).map(([part, rub]) => row(COST[part], rub)),
    row('Итого', metrics.cost_rub),
  ]
}

function partsOf(costs: Forecast['costs']): [CostPart, number][] {
  return Object.entries(costs) as [CostPart, number][]
}
