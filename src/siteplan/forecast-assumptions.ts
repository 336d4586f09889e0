// What a forecast takes for granted: the settings behind it, and every one of them told to the reader
// with its unit and where it comes from.
import type { Settings } from '../settings.ts'
import type { Absorption } from './absorption.ts'
import type { Project } from './cash-flow.ts'
import type { Assumption, Forecast } from './forecast.ts'
import { UNIT_TYPES } from './layout.ts'
import type { Spread } from './uncertainty.ts'
import { UNIT_TYPE_WORDS } from './unit-words.ts'

export type ForecastSettings = Pick<
  Settings,
  | 'siteplanSaleableShare'
  | 'siteplanUnitMix'
  | 'siteplanConstructionRubPerM2'
  | 'siteplanPreparationShare'
  | 'siteplanPreparationMonths'
  | 'siteplanConstructionMonthsBase'
  | 'siteplanConstructionMonthsPerStorey'
  | 'siteplanLandShare'
  | 'siteplanSalesCostShare'
  | 'siteplanEquityShare'
  | 'siteplanKeyRate'
  | 'siteplanLoanSpread'
  | 'siteplanCoveredRate'
  | 'siteplanDiscountRate'
  | 'siteplanSoldAtCommissioning'
  | 'siteplanPaceByType'
  | 'siteplanMarketShare'
  | 'siteplanStagePriceStep'
  | 'siteplanPriceDrift'
  | 'siteplanPaceSpread'
  | 'siteplanCostSpread'
  | 'siteplanScenarioPrice'
  | 'siteplanScenarioPace'
  | 'siteplanScenarioCost'
  | 'siteplanDraws'
>

/** The settings that a forecast depends on, and no other: they travel to its thread and its digest. */
export function forecastSettings(settings: Settings): ForecastSettings {
  return {
    siteplanSaleableShare: settings.siteplanSaleableShare,
    siteplanUnitMix: settings.siteplanUnitMix,
    siteplanConstructionRubPerM2: settings.siteplanConstructionRubPerM2,
    siteplanPreparationShare: settings.siteplanPreparationShare,
    siteplanPreparationMonths: settings.siteplanPreparationMonths,
    siteplanConstructionMonthsBase: settings.siteplanConstructionMonthsBase,
    siteplanConstructionMonthsPerStorey: settings.siteplanConstructionMonthsPerStorey,
    siteplanLandShare: settings.siteplanLandShare,
    siteplanSalesCostShare: settings.siteplanSalesCostShare,
    siteplanEquityShare: settings.siteplanEquityShare,
    siteplanKeyRate: settings.siteplanKeyRate,
    siteplanLoanSpread: settings.siteplanLoanSpread,
    siteplanCoveredRate: settings.siteplanCoveredRate,
    siteplanDiscountRate: settings.siteplanDiscountRate,
    siteplanSoldAtCommissioning: settings.siteplanSoldAtCommissioning,
    siteplanPaceByType: settings.siteplanPaceByType,
    siteplanMarketShare: settings.siteplanMarketShare,
    siteplanStagePriceStep: settings.siteplanStagePriceStep,
    siteplanPriceDrift: settings.siteplanPriceDrift,
    siteplanPaceSpread: settings.siteplanPaceSpread,
    siteplanCostSpread: settings.siteplanCostSpread,
    siteplanScenarioPrice: settings.siteplanScenarioPrice,
    siteplanScenarioPace: settings.siteplanScenarioPace,
    siteplanScenarioCost: settings.siteplanScenarioCost,
    siteplanDraws: settings.siteplanDraws,
  }
}

export interface Taken {
  readonly settings: ForecastSettings
  readonly programme: Forecast['programme']
  readonly project: Project
  readonly absorption: Absorption
  readonly turnoverPerYear: number
  readonly priceFsd: number
  readonly spread: Spread
  readonly seed: number
}

const SETTING = 'Принято; настройка сервиса'

export function assumptionsOf(taken: Taken): Assumption[] {
  const { settings, programme, project, absorption, spread } = taken
  const { finance } = project
  const start = project.preparationMonths + 1
  const lotsPerMonth = programme.units.map(
    ({ type, count }) => [type, count / absorption.sellOutMonths[type]] as const,
  )
  const pace =
    absorption.basis === 'sector'
      ? `К вводу продано ${percent(settings.siteplanSoldAtCommissioning)} квартир; среднее по стране около 60 % (Минстрой)`
      : `${percent(settings.siteplanMarketShare)} оборота рынка в радиусе 1 км (${taken.turnoverPerYear} сделок и объявлений за год)`
  const row = (key: string, value: number | string, unit: string, source: string): Assumption => ({
    key,
    value,
    unit,
    source,
  })
  return [
    row('saleable_share', settings.siteplanSaleableShare, 'share', `${SETTING}: обычно 0,68–0,75`),
    row('construction_rub_per_m2', settings.siteplanConstructionRubPerM2, 'rub_per_m2', SETTING),
    row(
      'preparation_rub',
      project.preparationRub,
      'rub',
      shareOf(settings.siteplanPreparationShare, 'стоимости строительства'),
    ),
    row(
      'land_rub',
      project.landRub,
      'rub',
      shareOf(settings.siteplanLandShare, 'цены всех квартир на дату прогноза'),
    ),
    row('sales_cost_share', settings.siteplanSalesCostShare, 'share', SETTING),
    row('preparation_months', project.preparationMonths, 'months', SETTING),
    row(
      'construction_months',
      project.constructionMonths,
      'months',
      'Принято по этажности; настройка сервиса',
    ),
    row(
      'sales_start_month',
      start,
      'month',
      'Продажи открываются с началом строительства (214-ФЗ)',
    ),
    row(
      'commissioning_month',
      start - 1 + project.constructionMonths,
      'month',
      'Подготовка и строительство',
    ),
    row(
      'pace_units_per_month',
      round(
        lotsPerMonth.reduce((sum, [, lots]) => sum + lots, 0),
        2,
      ),
      'units_per_month',
      pace,
    ),
    ...lotsPerMonth.map(([type, lots]) =>
      row(
        `pace_units_per_month_${type}`,
        round(lots, 2),
        'units_per_month',
        `${pace}; поправка на тип ${decimal(settings.siteplanPaceByType[type])}`,
      ),
    ),
    row(
      'stage_price_step',
      settings.siteplanStagePriceStep,
      'share',
      `${SETTING}: котлован, каркас, отделка, после ввода; оценка действует в середине`,
    ),
    row('equity_share', finance.equityShare, 'share', SETTING),
    row(
      'interest_rate',
      round(finance.uncoveredRate, 4),
      'share_per_year',
      'Ключевая ставка и надбавка банка; настройки сервиса',
    ),
    row(
      'covered_interest_rate',
      finance.coveredRate,
      'share_per_year',
      'Часть кредита, покрытая средствами на эскроу; настройка сервиса',
    ),
    row('discount_rate', settings.siteplanDiscountRate, 'share_per_year', SETTING),
    row(
      'price_fsd',
      round(taken.priceFsd, 4),
      'share',
      'Погрешность оценки, средняя по выручке типов',
    ),
    row(
      'price_spread',
      round(spread.price, 4),
      'share',
      `Погрешность оценки и движение рынка за проект (${percent(settings.siteplanPriceDrift)})`,
    ),
    row('pace_spread', spread.pace, 'share', SETTING),
    row('cost_spread', spread.cost, 'share', SETTING),
    row(
      'scenario_price',
      settings.siteplanScenarioPrice,
      'share',
      `${SETTING}: отклонение в осторожном и оптимистичном сценариях`,
    ),
    row(
      'scenario_pace',
      settings.siteplanScenarioPace,
      'share',
      `${SETTING}: отклонение в осторожном и оптимистичном сценариях`,
    ),
    row(
      'scenario_cost',
      settings.siteplanScenarioCost,
      'share',
      `${SETTING}: отклонение в осторожном и оптимистичном сценариях`,
    ),
    row(
      'unit_mix',
      UNIT_TYPES.map(
        (type) => `${UNIT_TYPE_WORDS[type]} ${percent(settings.siteplanUnitMix[type])}`,
      ).join(', '),
      '',
      SETTING,
    ),
    row('draws', settings.siteplanDraws, 'count', SETTING),
    row('seed', taken.seed, 'count', 'Свёртка кадастрового номера'),
  ]
}

function shareOf(share: number, whole: string): string {
  return `${SETTING}: ${percent(share)} от ${whole}`
}

function percent(share: number): string {
  return `${decimal(round(100 * share, 2))} %`
}

function decimal(value: number): string {
  return String(value).replace('.', ',')
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
