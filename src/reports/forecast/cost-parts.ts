// What a forecast's money is spent on, part by part, as the table and the line that formats show.
// Knows no format; the parts are the model's.
import { sumOf } from '../../numbers/sum.ts'
import { wholeParts } from '../../numbers/whole-parts.ts'
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { formatNumber, formatPercent } from '../../text/russian-format.ts'
import { cellsOf, type Grid } from '../document.ts'
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
    rows: rows.map((texts, at) => ({
      strong: at === rows.length - 1,
      cells: cellsOf(...texts),
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
  const tenths = roundedParts(Math.round((10 * metrics.cost_rub) / MILLION), costs)
  const parts = partsOf(costs).map(
    ([part], at) => `${COST_IN_LINE[part]} ${formatMillions(((tenths[at] ?? 0) * MILLION) / 10)}`,
  )
  return `Затраты, млн ₽: ${formatMillions(metrics.cost_rub)} — ${parts.join('; ')}.`
}

const MILLION = 1_000_000
/** Tenths of a per cent in the whole. */
const WHOLE = 1000

function costRows({ costs, metrics }: Forecast): string[][] {
  const isNothing = metrics.cost_rub === 0
  const tenths = roundedParts(WHOLE, costs)
  const row = (name: string, rub: number, share: number) => [
    name,
    formatNumber(rub),
    formatPercent(isNothing ? null : share / WHOLE),
  ]
  return [
    ...partsOf(costs).map(([part, rub], at) => row(COST[part], rub, tenths[at] ?? 0)),
    row('Итого', metrics.cost_rub, WHOLE),
  ]
}

/** Each rounded by itself, the five often miss the sum beside them by its last digit. */
function roundedParts(whole: number, costs: Forecast['costs']): number[] {
  const parts = partsOf(costs)
  const total = Math.max(
    1,
    sumOf(parts, ([, rub]) => rub),
  )
  return wholeParts(
    whole,
    parts.map(([, rub]) => rub / total),
  )
}

function partsOf(costs: Forecast['costs']): [CostPart, number][] {
  return Object.entries(costs) as [CostPart, number][]
}
