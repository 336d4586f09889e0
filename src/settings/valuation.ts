// Valuation and the terms of trade-in offers.
import { availableParallelism } from 'node:os'
import { clamp } from '../numbers/clamp.ts'
import { decimal, integer, type Setting } from './kinds.ts'

export const valuationSettings = {
  valuationWorkers: {
    ...integer(
      'VALUATION_WORKERS',
      { fallback: clamp(availableParallelism() - 1, 1, 16), from: 1, to: 16 },
      'Threads that make estimates; each holds the fitted model.',
    ),
    fallbackNote: 'the machine’s cores less one, at least `1`',
  } satisfies Setting<number>,
  tradeInFundingRate: decimal(
    'TRADE_IN_FUNDING_RATE',
    { fallback: 0.18, from: 0, to: 2 },
    'Yearly cost of the money that buys a flat, a fraction: 0.18 is 18 %.',
  ),
  tradeInExposureDays: integer(
    'TRADE_IN_EXPOSURE_DAYS',
    { fallback: 75, from: 1, to: 1825 },
    'Days until a bought flat is resold; a buyout is charged for holding it that long.',
  ),
  tradeInSellShare: decimal(
    'TRADE_IN_SELL_SHARE',
    { fallback: 0.03, from: 0, to: 0.3 },
    'Cost of selling the flat, a fraction of its market value.',
  ),
  tradeInRiskPerFsd: decimal(
    'TRADE_IN_RISK_PER_FSD',
    { fallback: 0.7, from: 0, to: 5 },
    'Share of an estimate’s forecast standard deviation (`confidence.fsd`) that a buyout deducts for the risk of being wrong.',
  ),
  tradeInLowLevel: integer(
    'TRADE_IN_LOW_LEVEL',
    { fallback: 3, from: 0, to: 7 },
    'Confidence level up to which `TRADE_IN_LOW_LEVEL_RISK` is deducted too; 0 turns it off.',
  ),
  tradeInLowLevelRisk: decimal(
    'TRADE_IN_LOW_LEVEL_RISK',
    { fallback: 0.01, from: 0, to: 0.3 },
    'Deducted from a buyout at a low confidence level, a fraction of the market value.',
  ),
  tradeInMarginShare: decimal(
    'TRADE_IN_MARGIN_SHARE',
    { fallback: 0.04, from: 0, to: 0.5 },
    'Margin of a buyout, a fraction of the market value.',
  ),
  tradeInRepairNoneRubPerM2: integer(
    'TRADE_IN_REPAIR_NONE_RUB_PER_M2',
    { fallback: 6000, from: 0, to: 1_000_000 },
    'Cost of making a flat without any finish ready for sale, roubles per m².',
  ),
  tradeInRepairCosmeticRubPerM2: integer(
    'TRADE_IN_REPAIR_COSMETIC_RUB_PER_M2',
    { fallback: 3000, from: 0, to: 1_000_000 },
    'Cost of making a flat with cosmetic repair ready for sale, roubles per m².',
  ),
  tradeInRepairEuroRubPerM2: integer(
    'TRADE_IN_REPAIR_EURO_RUB_PER_M2',
    { fallback: 1000, from: 0, to: 1_000_000 },
    'Cost of making a flat with euro repair ready for sale, roubles per m².',
  ),
  tradeInRepairDesignerRubPerM2: integer(
    'TRADE_IN_REPAIR_DESIGNER_RUB_PER_M2',
    { fallback: 1000, from: 0, to: 1_000_000 },
    'Cost of making a flat with designer repair ready for sale, roubles per m².',
  ),
  tradeInRepairUnknownRubPerM2: integer(
    'TRADE_IN_REPAIR_UNKNOWN_RUB_PER_M2',
    { fallback: 3000, from: 0, to: 1_000_000 },
    'Cost of making a flat of unknown condition ready for sale, roubles per m².',
  ),
  tradeInLeastShare: decimal(
    'TRADE_IN_LEAST_SHARE',
    { fallback: 0.7, from: 0, to: 1 },
    'Least share of the market value that a buyout or a reservation pays.',
  ),
  tradeInMostShare: decimal(
    'TRADE_IN_MOST_SHARE',
    { fallback: 0.97, from: 0, to: 1 },
    'Largest share of the market value that a buyout or a reservation pays.',
  ),
  tradeInLeastLevel: integer(
    'TRADE_IN_LEAST_LEVEL',
    { fallback: 2, from: 1, to: 7 },
    'Confidence level below which nothing is offered.',
  ),
  tradeInReservationFee: decimal(
    'TRADE_IN_RESERVATION_FEE',
    { fallback: 0.01, from: 0, to: 0.3 },
    'Fee for freezing the new flat’s price, a fraction of the market value.',
  ),
  tradeInBuyoutDays: integer(
    'TRADE_IN_BUYOUT_DAYS',
    { fallback: 10, from: 1, to: 365 },
    'Days until a buyout is paid.',
  ),
  tradeInReservationDays: integer(
    'TRADE_IN_RESERVATION_DAYS',
    { fallback: 75, from: 1, to: 730 },
    'Days until a reservation is paid.',
  ),
  tradeInOfferDays: integer(
    'TRADE_IN_OFFER_DAYS',
    { fallback: 7, from: 1, to: 365 },
    'Days for which an offer is valid.',
  ),
} as const
