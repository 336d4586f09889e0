export type TradeInSettings = object
export const DEFAULT_TRADE_IN_SETTINGS: TradeInSettings = {}
export function tradeInOffer(..._a: unknown[]): {
  options: { payout_rub: number; kind: string }[]
} {
  return { options: [] }
}
