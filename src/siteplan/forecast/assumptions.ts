// What a forecast assumes, for its reader: each value with its unit and where it comes from. Works
// nothing out itself; which settings there are is settings.ts's.
import { round } from '../../numbers/rounding.ts'
import { sumOf } from '../../numbers/sum.ts'
import {
  formatNumber,
  formatShort,
  NO_BREAK_SPACE,
  percentInText,
} from '../../text/russian-format.ts'
import { UNIT_TYPES, type UnitType } from '../unit-types.ts'
import { UNIT_TYPE_WORDS } from '../unit-words.ts'
import type { Absorption } from './absorption.ts'
import type { AssumptionKey, AssumptionUnit } from './assumption-codes.ts'
import { judgedMonths, USUAL_MARGIN } from './best-project.ts'
import { commissioningMonth, type Factors } from './cash-flow.ts'
import type { Assumption } from './forecast.ts'
import { MIN_PHASE_UNITS, NEXT_WHEN_SOLD } from './phases.ts'
import { SOLD_IN_COUNTRY } from './presales.ts'
import type { Programme } from './programme.ts'
import type { Project } from './project.ts'
import type { ForecastSettings } from './settings.ts'
import type { Spread } from './uncertainty.ts'

interface Taken {
  readonly settings: ForecastSettings
  readonly programme: Programme
  readonly project: Project
  readonly absorption: Absorption
  readonly turnoverPerYear: number
  readonly priceFsd: number
  readonly spread: Spread
  readonly seed: number
  /** Of the scenario, by which its figures differ from those of the base. */
  readonly centre: Factors
}

type Row = readonly [
  key: AssumptionKey,
  value: number | string,
  unit: AssumptionUnit,
  source: string,
]

const SETTING = 'Принято; настройка сервиса'
const SCENARIO = `${SETTING}: отклонение в осторожном и оптимистичном сценариях`

export function forecastAssumptions(taken: Taken): Assumption[] {
  const rows = [
    ...ofCosts(taken),
    ...ofMonths(taken),
    ...ofPace(taken),
    ...ofFinance(taken),
    ...ofChance(taken),
  ]
  return rows.map(([key, value, unit, source]) => ({ key, value, unit, source }))
}

function ofCosts({ settings, project, centre }: Taken): Row[] {
  const preparationShare = percentInText(settings.siteplanPreparationShare, 2)
  const preparation = `${SETTING}: ${preparationShare} от стоимости строительства`
  const costRubPerM2 = Math.round(settings.siteplanConstructionRubPerM2 * centre.cost)
  const preparationRub = Math.round(project.preparationRub * centre.cost)
  const byPhase = project.phases.length > 1 ? '; платят по очередям' : ''
  // A scenario moves what flats bring, not what was paid for the land.
  const ofBase = centre.price === 1 ? '' : ' в базовом сценарии'
  const whole = `цены всех квартир на дату прогноза${ofBase}`
  // With everything that it may have to say, it just fits into a report's table.
  const share = percentInText(settings.siteplanLandShare, 2)
  const land = `Настройка: ${share} от ${whole}${byPhase}`
  return [
    ['saleable_share', settings.siteplanSaleableShare, 'share', `${SETTING}: обычно 68–75 %`],
    ['construction_rub_per_m2', costRubPerM2, 'rub_per_m2', SETTING + inScenario(centre.cost)],
    ['preparation_rub', preparationRub, 'rub', preparation + inScenario(centre.cost)],
    ['land_rub', project.landRub, 'rub', land],
    ['sales_cost_share', settings.siteplanSalesCostShare, 'share', SETTING],
  ]
}

function ofMonths({ project }: Taken): Row[] {
  const { preparationMonths, constructionMonths } = project
  const salesStart = preparationMonths + 1
  const byStoreys = 'Принято по этажности; настройка сервиса'
  const withConstruction = 'С началом стройки; по 214-ФЗ — после разрешения на строительство'
  const both = 'Подготовка и строительство'
  const count = project.phases.length
  const monthsApart = project.phases[1]?.startMonth ?? 0
  const forWorth = `Чтобы NPV за ${judgedMonths(project)} мес. была наибольшей при марже от ${percentInText(USUAL_MARGIN)} без процентов; в очереди от ${MIN_PHASE_UNITS} квартир`
  const asSold = `За этот срок при базовом темпе продаётся ${percentInText(NEXT_WHEN_SOLD)} очереди`
  return [
    ...(count === 1
      ? []
      : ([
          ['phases', count, 'count', forWorth],
          ['phase_months_apart', monthsApart, 'months', asSold],
        ] as const)),
    ['preparation_months', preparationMonths, 'months', SETTING],
    ['construction_months', constructionMonths, 'months', byStoreys],
    ['sales_start_month', salesStart, 'month', withConstruction],
    ['commissioning_month', commissioningMonth(project), 'month', both],
  ]
}

function ofPace(taken: Taken): Row[] {
  const { settings, programme, project, absorption, turnoverPerYear, centre } = taken
  const ofPhase = project.phases.length > 1 ? '; 1-я очередь' : ''
  const changes = ofPhase + inScenario(centre.pace)
  const inCountry = `; среднее по стране около ${percentInText(SOLD_IN_COUNTRY)} (Минстрой)`
  // A report's table has no room for the country beside what changes the pace.
  const source =
    absorption.basis === 'sector'
      ? `Из расчёта ${percentInText(settings.siteplanSoldAtCommissioning, 2)} квартир к вводу, до поправок${changes || inCountry}`
      : `Темп отрасли, снижен по рынку; сделок и объявлений за год: ${formatNumber(turnoverPerYear)}${changes}`
  const perMonth = programme.units.map(
    ({ type }, at) =>
      [
        type,
        (centre.pace * (project.phases[0]?.units[at]?.count ?? 0)) / absorption.sellOutMonths[type],
      ] as const,
  )
  const total = sumOf(perMonth, ([, units]) => units)
  const ofType = (type: UnitType) =>
    `Доля общего темпа; поправка на тип ${formatShort(settings.siteplanPaceByType[type], 6)}`
  return [
    ['pace_units_per_month', round(total, 2), 'units_per_month', source],
    ...perMonth.map(
      ([type, units]): Row => [
        `pace_units_per_month_${type}`,
        round(units, 2),
        'units_per_month',
        ofType(type),
      ],
    ),
  ]
}

function ofFinance({ settings, project }: Taken): Row[] {
  const { equityShare, uncoveredRate, coveredRate } = project.finance
  const stages = `${SETTING}: котлован, каркас, отделка, после ввода; сама оценка — посередине`
  const uncovered = 'Ключевая ставка и надбавка банка; настройки сервиса'
  const covered = 'Часть кредита, покрытая средствами на эскроу; настройка сервиса'
  return [
    ['stage_price_step', settings.siteplanStagePriceStep, 'share', stages],
    ['equity_share', equityShare, 'share', SETTING],
    ['interest_rate', round(uncoveredRate, 4), 'share_per_year', uncovered],
    ['covered_interest_rate', coveredRate, 'share_per_year', covered],
    ['discount_rate', settings.siteplanDiscountRate, 'share_per_year', SETTING],
  ]
}

function ofChance({ settings, priceFsd, spread, seed }: Taken): Row[] {
  const fsd = 'Средняя по типам квартир, взвешенная по выручке'
  const drift = `Погрешность оценки и движение рынка за проект (${percentInText(settings.siteplanPriceDrift, 2)})`
  const mix = UNIT_TYPES.map(
    (type) => `${UNIT_TYPE_WORDS[type]} ${percentInText(settings.siteplanUnitMix[type], 2)}`,
  )
  return [
    ['price_fsd', round(priceFsd, 4), 'share', fsd],
    ['price_spread', round(spread.price, 4), 'share', drift],
    ['pace_spread', spread.pace, 'share', SETTING],
    ['cost_spread', spread.cost, 'share', SETTING],
    ['scenario_price', settings.siteplanScenarioPrice, 'share', SCENARIO],
    ['scenario_pace', settings.siteplanScenarioPace, 'share', SCENARIO],
    ['scenario_cost', settings.siteplanScenarioCost, 'share', SCENARIO],
    ['unit_mix', mix.join(', '), '', SETTING],
    ['draws', settings.siteplanDraws, 'count', SETTING],
    ['seed', seed, 'count', 'Вычислено по кадастровому номеру'],
  ]
}

/** What a scenario makes of a value, in words; nothing in the base. */
function inScenario(factor: number): string {
  return factor === 1 ? '' : `; сценарий ×${NO_BREAK_SPACE}${formatShort(factor, 4)}`
}
