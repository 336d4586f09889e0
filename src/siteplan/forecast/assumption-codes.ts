// The keys and units of a forecast's assumptions, closed lists for programs. What each says is
// assumptions.ts's; their words in a report are reports/forecast/forecast-words.ts's.

export const ASSUMPTION_KEYS = [
  'saleable_share',
  'construction_rub_per_m2',
  'preparation_rub',
  'land_rub',
  'sales_cost_share',
  'phases',
  'phase_months_apart',
  'preparation_months',
  'construction_months',
  'sales_start_month',
  'commissioning_month',
  'pace_units_per_month',
  'pace_units_per_month_studio',
  'pace_units_per_month_1',
  'pace_units_per_month_2',
  'pace_units_per_month_3',
  'stage_price_step',
  'equity_share',
  'interest_rate',
  'covered_interest_rate',
  'discount_rate',
  'price_fsd',
  'price_spread',
  'pace_spread',
  'cost_spread',
  'scenario_price',
  'scenario_pace',
  'scenario_cost',
  'unit_mix',
  'draws',
  'seed',
] as const
export type AssumptionKey = (typeof ASSUMPTION_KEYS)[number]

/** `month` is the number of a month of the project, from 1; a text has none. */
export const ASSUMPTION_UNITS = [
  'rub',
  'rub_per_m2',
  'share',
  'share_per_year',
  'months',
  'month',
  'units_per_month',
  'count',
  '',
] as const
export type AssumptionUnit = (typeof ASSUMPTION_UNITS)[number]
