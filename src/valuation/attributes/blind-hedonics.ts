// The hedonic regression once more for each fold, without the fold's rows: it values trials, on
// whose own prices it must not be fitted. Never here: the regression that values requests.
import { flatOf } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import { fitHedonic } from './fit-hedonic.ts'
import { type Hedonic, marketIndexOf } from './hedonic.ts'
import { INTERCEPT } from './hedonic-columns.ts'
import { indexLevel } from './time-index.ts'

/** One regression a fold. Months and bargaining stay those of the whole market. */
export function blindHedonics(
  table: MarketTable,
  hedonic: Hedonic,
  { folds, foldOfRow }: { readonly folds: number; readonly foldOfRow: Uint8Array },
): Hedonic[] {
  return Array.from({ length: folds }, (_, fold) => {
    const isTraining = (row: number): boolean => foldOfRow[row] !== fold
    const blind = fitHedonic(table, isTraining)
    let shift = 0
    let count = 0
    for (let i = 0; i < table.n; i += 1) {
      if (!isTraining(i)) continue
      shift += levelOf(table, blind, i) - levelOf(table, hedonic, i)
      count += 1
    }
    const intercept = (blind.coefficients[INTERCEPT] as number) + shift / Math.max(1, count)
    return { ...hedonic, coefficients: blind.coefficients.with(INTERCEPT, intercept) }
  })
}

/** What a regression adds to f for a row's price as recorded: its index and its bargaining, ln. */
function levelOf(table: MarketTable, hedonic: Hedonic, row: number): number {
  const index = marketIndexOf(hedonic, flatOf(table, row))
  return (
    indexLevel(index, table.day[row] as number) +
    (table.listing[row] === 1 ? hedonic.lnAskOverDeal : 0)
  )
}
