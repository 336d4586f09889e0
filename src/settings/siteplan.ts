// Site planning: norms, assumptions of a forecast.
import type { ByUnitType } from '../siteplan/unit-types.ts'
import { byUnitType, parseUnitMix } from './by-unit-type.ts'
import { decimal, integer, oneOf, optional, path, type Setting } from './kinds.ts'

export const siteplanSettings = {
  ruleSetsDir: optional(
    path(
      'RULE_SETS_DIR',
      'Folder of JSON files with the building norms of places; the default set applies elsewhere.',
    ),
  ),
  siteplanWorkers: integer(
    'SITEPLAN_WORKERS',
    { fallback: 1, from: 1, to: 16 },
    'Threads that make forecasts and layouts, in processor time that nothing else needs.',
  ),
  siteplanPriority: oneOf(
    'SITEPLAN_PRIORITY',
    'idle',
    ['idle', 'low'],
    'How far those threads stand back. `idle`: nobody notices them; where they get nowhere for 3 s, since this or other programs keep all cores busy, niced ones take over for a minute. `low`: niced ones from the start.',
  ),
  siteplanTimeLimitS: integer(
    'SITEPLAN_TIME_LIMIT_S',
    { fallback: 20, from: 5, to: 300 },
    'Seconds that one forecast or layout may take before its request gets 503; a proxy in front must wait for longer. Most take a second or two of processor time.',
  ),
  siteplanSaleableShare: decimal(
    'SITEPLAN_SALEABLE_SHARE',
    { fallback: 0.72, from: 0.4, to: 0.95 },
    'Area of flats as a share of floor area; 0.68–0.75 is usual.',
  ),
  siteplanUnitMix: {
    ...byUnitType(
      'SITEPLAN_UNIT_MIX',
      { fallback: 'studio:0.25,1:0.35,2:0.28,3:0.12', from: 0, to: 1 },
      'Share of each type among the flats of a forecast, by number; shares sum to 1.',
    ),
    allowed: 'studio:SHARE,1:SHARE,2:SHARE,3:SHARE that sum to 1',
    read: parseUnitMix,
  } satisfies Setting<ByUnitType>,
  siteplanConstructionRubPerM2: integer(
    'SITEPLAN_CONSTRUCTION_RUB_PER_M2',
    { fallback: 75_000, from: 1_000, to: 1_000_000 },
    'Construction cost including contractor’s and developer’s overhead, roubles per m² of floor area.',
  ),
  siteplanPreparationShare: decimal(
    'SITEPLAN_PREPARATION_SHARE',
    { fallback: 0.08, from: 0, to: 1 },
    'Design, permits and networks before construction, as a share of its cost.',
  ),
  siteplanPreparationMonths: integer(
    'SITEPLAN_PREPARATION_MONTHS',
    { fallback: 9, from: 0, to: 60 },
    'Months from the purchase of land to the start of construction and sales.',
  ),
  siteplanConstructionMonthsBase: decimal(
    'SITEPLAN_CONSTRUCTION_MONTHS_BASE',
    { fallback: 10, from: 1, to: 60 },
    'Months of construction before storeys are counted.',
  ),
  siteplanConstructionMonthsPerStorey: decimal(
    'SITEPLAN_CONSTRUCTION_MONTHS_PER_STOREY',
    { fallback: 0.9, from: 0, to: 6 },
    'Months of construction per storey.',
  ),
  siteplanLandShare: decimal(
    'SITEPLAN_LAND_SHARE',
    { fallback: 0.12, from: 0, to: 0.9 },
    'Price of the land, as a share of what all flats would sell for today.',
  ),
  siteplanSalesCostShare: decimal(
    'SITEPLAN_SALES_COST_SHARE',
    { fallback: 0.04, from: 0, to: 0.5 },
    'Advertising and commissions, as a share of revenue.',
  ),
  siteplanEquityShare: decimal(
    'SITEPLAN_EQUITY_SHARE',
    { fallback: 0.2, from: 0, to: 1 },
    'Share of land, preparation and construction costs that the developer pays before the bank does.',
  ),
  siteplanKeyRate: decimal(
    'SITEPLAN_KEY_RATE',
    { fallback: 0.15, from: 0, to: 1 },
    'Key rate, per year: 0.15 is 15 %.',
  ),
  siteplanLoanSpread: decimal(
    'SITEPLAN_LOAN_SPREAD',
    { fallback: 0.03, from: 0, to: 0.5 },
    'Added to the key rate for the part of a loan that escrow does not cover, per year.',
  ),
  siteplanCoveredRate: decimal(
    'SITEPLAN_COVERED_RATE',
    { fallback: 0.045, from: 0, to: 1 },
    'Rate per year for the part of a loan that escrow covers.',
  ),
  siteplanDiscountRate: decimal(
    'SITEPLAN_DISCOUNT_RATE',
    { fallback: 0.2, from: 0, to: 2 },
    'Rate per year at which the developer’s own money is discounted.',
  ),
  siteplanSoldAtCommissioning: decimal(
    'SITEPLAN_SOLD_AT_COMMISSIONING',
    { fallback: 0.6, from: 0.05, to: 0.95 },
    'Share of flats sold by commissioning where local turnover sets no slower pace.',
  ),
  siteplanPaceByType: byUnitType(
    'SITEPLAN_PACE_BY_TYPE',
    { fallback: 'studio:1.15,1:1.05,2:0.95,3:0.85', from: 0.1, to: 10 },
    'Sales paces of the types against each other: one of twice another’s sells in half of its time.',
  ),
  siteplanMarketShare: decimal(
    'SITEPLAN_MARKET_SHARE',
    { fallback: 0.25, from: 0.01, to: 1 },
    'Share of the deals and adverts around the site that one project can take.',
  ),
  siteplanStagePriceStep: decimal(
    'SITEPLAN_STAGE_PRICE_STEP',
    { fallback: 0.04, from: 0, to: 0.2 },
    'Price rise from one stage of sale to the next; there are four stages.',
  ),
  siteplanPriceDrift: decimal(
    'SITEPLAN_PRICE_DRIFT',
    { fallback: 0.06, from: 0, to: 1 },
    'Standard deviation of the drift of prices during a project, in addition to the valuation’s own.',
  ),
  siteplanPaceSpread: decimal(
    'SITEPLAN_PACE_SPREAD',
    { fallback: 0.2, from: 0, to: 1 },
    'Standard deviation of the pace of sales around plan.',
  ),
  siteplanCostSpread: decimal(
    'SITEPLAN_COST_SPREAD',
    { fallback: 0.1, from: 0, to: 1 },
    'Standard deviation of construction cost around plan.',
  ),
  siteplanScenarioPrice: decimal(
    'SITEPLAN_SCENARIO_PRICE',
    { fallback: 0.08, from: 0, to: 0.9 },
    'Prices in scenario `low` are lower by this share, in `high` higher.',
  ),
  siteplanScenarioPace: decimal(
    'SITEPLAN_SCENARIO_PACE',
    { fallback: 0.2, from: 0, to: 0.9 },
    'The same for the pace of sales.',
  ),
  siteplanScenarioCost: decimal(
    'SITEPLAN_SCENARIO_COST',
    { fallback: 0.05, from: 0, to: 0.9 },
    'Construction cost in scenario `low` is higher by this share, in `high` lower.',
  ),
  siteplanDraws: integer(
    'SITEPLAN_DRAWS',
    { fallback: 2000, from: 1000, to: 20_000 },
    'Random draws behind P10 and P90 of a forecast.',
  ),
} as const
