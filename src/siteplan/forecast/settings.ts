// The settings that a forecast depends on, and no other: they travel to its thread and its digest.
// The words that explain them to a reader are assumptions.ts's.
import type { Settings } from '../../settings.ts'

/** In this order they enter the digest. */
const NAMES = [
  'siteplanSaleableShare',
  'siteplanUnitMix',
  'siteplanConstructionRubPerM2',
  'siteplanPreparationShare',
  'siteplanPreparationMonths',
  'siteplanConstructionMonthsBase',
  'siteplanConstructionMonthsPerStorey',
  'siteplanLandShare',
  'siteplanSalesCostShare',
  'siteplanEquityShare',
  'siteplanKeyRate',
  'siteplanLoanSpread',
  'siteplanCoveredRate',
  'siteplanDiscountRate',
  'siteplanSoldAtCommissioning',
  'siteplanPaceByType',
  'siteplanMarketShare',
  'siteplanStagePriceStep',
  'siteplanPriceDrift',
  'siteplanPaceSpread',
  'siteplanCostSpread',
  'siteplanScenarioPrice',
  'siteplanScenarioPace',
  'siteplanScenarioCost',
  'siteplanDraws',
] as const satisfies readonly (keyof Settings)[]

export type ForecastSettings = Pick<Settings, (typeof NAMES)[number]>

export function forecastSettings(settings: Settings): ForecastSettings {
  return Object.fromEntries(NAMES.map((name) => [name, settings[name]])) as ForecastSettings
}
