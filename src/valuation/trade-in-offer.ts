// What a developer can offer for a valued flat. Every term of the sum is shown, and more risk or
// time never raises it. Never here: the valuation, how settings are read (trade-in-settings.ts) and
// what they are by default (settings/valuation.ts).
import { isoOfDay } from '../calendar.ts'
import { clamp } from '../numbers/clamp.ts'
import { round } from '../numbers/rounding.ts'
import { sumOf } from '../numbers/sum.ts'
import type { Condition } from './comparables/comparable.ts'
import type { FeeCode } from './wire/estimate-codes.ts'
import type { TradeIn, TradeInOption } from './wire/estimate-schema.ts'

/** Shares are fractions of the market value as a deal; money whole roubles; times days. */
export interface TradeInSettings {
  /** Yearly cost of the money that buys the flat. */
  readonly fundingRate: number
  /** Expected days until a bought flat finds its buyer. */
  readonly exposureDays: number
  readonly sellShare: number
  /** Risk term: this share of FSD, plus `lowLevelRisk` up to the confidence level `lowLevel`. */
  readonly riskPerFsd: number
  readonly lowLevelRisk: number
  readonly lowLevel: number
  readonly marginShare: number
  /** Roubles per m² to prepare a flat for sale, by its condition. */
  readonly repairRubPerM2: Record<Condition | 'unknown', number>
  readonly leastShare: number
  readonly mostShare: number
  /** Below this confidence level nothing is offered. */
  readonly leastLevel: number
  readonly reservationFee: number
  readonly buyoutDays: number
  readonly reservationDays: number
  /** Days an offer stands. */
  readonly offerDays: number
}

/** The valued flat an offer is based on: its value as a deal, with band and confidence. */
export interface ValuedFlat {
  readonly marketDealRub: number
  readonly lowRub: number
  readonly highRub: number
  readonly fsd: number
  readonly level: number
  readonly areaM2: number
  readonly condition: Condition | null
  /** Day number the offer is made on. */
  readonly day: number
}

/** What comes off the market value, in the order in which it is shown. */
type Terms = { readonly code: FeeCode; readonly fraction: number }[]

function buyoutTerms(flat: ValuedFlat, settings: TradeInSettings): Terms {
  const low = flat.level <= settings.lowLevel ? settings.lowLevelRisk : 0
  const repair = settings.repairRubPerM2[flat.condition ?? 'unknown'] * flat.areaM2
  return [
    { code: 'hold', fraction: (settings.fundingRate * settings.exposureDays) / 365 },
    { code: 'sell', fraction: settings.sellShare },
    { code: 'risk', fraction: settings.riskPerFsd * flat.fsd + low },
    { code: 'margin', fraction: settings.marginShare },
    { code: 'repair', fraction: repair / flat.marketDealRub },
  ]
}

function reservationTerms(settings: TradeInSettings): Terms {
  return [
    { code: 'sell', fraction: settings.sellShare },
    { code: 'reservation', fraction: settings.reservationFee },
  ]
}

/** Share of the market value left after the terms, within the bounds of an offer. */
function shareLeft(terms: Terms, settings: TradeInSettings): number {
  const left = 1 - sumOf(terms, ({ fraction }) => fraction)
  return clamp(left, settings.leastShare, settings.mostShare)
}

interface Offered {
  readonly kind: TradeInOption['kind']
  readonly terms: Terms
  /** Share of a market value that is paid: the repair is a smaller share of a larger one. */
  readonly shareOf: (valueRub: number) => number
  readonly days: number
}

function option(
  flat: ValuedFlat,
  { offerDays }: TradeInSettings,
  { kind, terms, shareOf, days }: Offered,
): TradeInOption {
  const payoutOf = (valueRub: number) => Math.round(valueRub * shareOf(valueRub))
  const payout = payoutOf(flat.marketDealRub)
  const fees: TradeInOption['fees'] = terms.map(({ code, fraction }) => ({
    code,
    fraction: round(fraction, 6),
    rub: Math.round(fraction * flat.marketDealRub),
  }))
  const named = sumOf(fees, ({ rub }) => rub)
  const bound = flat.marketDealRub - payout - named
  // Rounding goes into the last share of the value: the repair is roubles per m², which anybody can
  // work out. The fee `bound` names what the bounds change.
  const absorbing = fees.findLast(({ code }) => code !== 'repair')
  if (absorbing !== undefined && Math.abs(bound) <= fees.length) absorbing.rub += bound
  else if (bound !== 0) {
    fees.push({
      code: 'bound',
      fraction: round(bound / flat.marketDealRub, 6),
      rub: bound,
    })
  }
  return {
    kind,
    payout_rub: payout,
    payout_low_rub: payoutOf(flat.lowRub),
    payout_high_rub: payoutOf(flat.highRub),
    share_of_market: round(shareOf(flat.marketDealRub), 4),
    days_to_money: days,
    fees,
    expires_at: isoOfDay(flat.day + offerDays),
  }
}

/**
 * Offers for a valued flat, or none if its confidence is too low.
 * buyout = market × (1 − hold − sell − risk − margin) − repair, between the least and most shares
 * of the market value.
 * reservation: an agency sells while the new flat's price is frozen. market: the owner sells.
 * A longer exposure or a higher FSD never raises the buyout; buyout ≤ reservation ≤ market.
 */
export function tradeInOffer(flat: ValuedFlat, settings: TradeInSettings): TradeIn {
  if (flat.level < settings.leastLevel) {
    return { eligible: false, reasons: ['low_confidence'], options: [] }
  }
  const buyoutShareOf = (valueRub: number) =>
    shareLeft(buyoutTerms({ ...flat, marketDealRub: valueRub }, settings), settings)
  const reservation = reservationTerms(settings)
  const reservationShareOf = (valueRub: number) =>
    Math.max(buyoutShareOf(valueRub), shareLeft(reservation, settings))
  return {
    eligible: true,
    reasons: [],
    options: [
      option(flat, settings, {
        kind: 'buyout',
        terms: buyoutTerms(flat, settings),
        shareOf: buyoutShareOf,
        days: settings.buyoutDays,
      }),
      option(flat, settings, {
        kind: 'reservation',
        terms: reservation,
        shareOf: reservationShareOf,
        days: settings.reservationDays,
      }),
      option(flat, settings, {
        kind: 'market',
        terms: [],
        shareOf: () => 1,
        days: settings.exposureDays,
      }),
    ],
  }
}
