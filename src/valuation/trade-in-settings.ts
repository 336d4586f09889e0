// The terms of a trade-in offer as the environment sets them, in the shape that the offer reads.
// Never here: what a term does (trade-in-offer.ts), its range and its default
// (settings/valuation.ts).
import type { Settings } from '../settings.ts'
import type { TradeInSettings } from './trade-in-offer.ts'

export function tradeInSettingsOf(settings: Settings): TradeInSettings {
  return {
    fundingRate: settings.tradeInFundingRate,
    exposureDays: settings.tradeInExposureDays,
    sellShare: settings.tradeInSellShare,
    riskPerFsd: settings.tradeInRiskPerFsd,
    lowLevelRisk: settings.tradeInLowLevelRisk,
    lowLevel: settings.tradeInLowLevel,
    marginShare: settings.tradeInMarginShare,
    repairRubPerM2: {
      none: settings.tradeInRepairNoneRubPerM2,
      cosmetic: settings.tradeInRepairCosmeticRubPerM2,
      euro: settings.tradeInRepairEuroRubPerM2,
      designer: settings.tradeInRepairDesignerRubPerM2,
      unknown: settings.tradeInRepairUnknownRubPerM2,
    },
    leastShare: settings.tradeInLeastShare,
    mostShare: settings.tradeInMostShare,
    leastLevel: settings.tradeInLeastLevel,
    reservationFee: settings.tradeInReservationFee,
    buyoutDays: settings.tradeInBuyoutDays,
    reservationDays: settings.tradeInReservationDays,
    offerDays: settings.tradeInOfferDays,
  }
}
