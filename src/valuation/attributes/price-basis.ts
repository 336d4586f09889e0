// Prices asked and prices paid, and how one becomes the other. Never here: how far they differ in a
// market (fit-hedonic.ts).
import type { MarketTable } from '../market/market-table.ts'
import type { Hedonic } from './hedonic.ts'

export const PRICE_BASES = ['ask', 'deal'] as const
export type PriceBasis = (typeof PRICE_BASES)[number]

interface PricedRows {
  readonly table: Pick<MarketTable, 'listing' | 'lnPrice'>
  readonly attribute: { readonly hedonic: Pick<Hedonic, 'lnAskOverDeal'> }
}

/** What to add to a row's recorded ln price to get it on the requested basis. */
export function bargainingLn(market: PricedRows, row: number, basis: PriceBasis): number {
  const listing = market.table.listing[row] === 1
  if (listing && basis === 'deal') return -market.attribute.hedonic.lnAskOverDeal
  return !listing && basis === 'ask' ? market.attribute.hedonic.lnAskOverDeal : 0
}

/** ln of a row's price on a basis, roubles. */
export function lnPriceAs(market: PricedRows, row: number, basis: PriceBasis): number {
  return (market.table.lnPrice[row] as number) + bargainingLn(market, row, basis)
}
