// The Russian words of the forecast report: its title, and a word for each code of the interface.
// Every code that the forecast can give has one, or this does not compile.
import type { AssumptionKey, AssumptionUnit } from '../../siteplan/forecast/assumption-codes.ts'
import type { Forecast, Scenario, Sensitivity } from '../../siteplan/forecast/forecast.ts'
import type { UnitType } from '../../siteplan/unit-types.ts'
import { UNIT_TYPE_WORDS } from '../../siteplan/unit-words.ts'
import { capitalise } from '../../text/russian-format.ts'

/** A type of flats at the beginning of a row or beside a bar. */
export function unitTypeLabel(type: UnitType): string {
  return capitalise(UNIT_TYPE_WORDS[type])
}

export const SCENARIO: Readonly<Record<Scenario, string>> = {
  base: 'базовый',
  low: 'осторожный',
  high: 'оптимистичный',
}

export const SENSITIVITY_INPUT: Readonly<Record<Sensitivity['input'], string>> = {
  price: 'Цена квартир',
  pace: 'Темп продаж',
  cost: 'Стоимость строительства',
  finance: 'Ставки по кредиту',
  saleable_share: 'Доля продаваемой площади',
}

/** What money is spent on. */
export type CostPart = keyof Forecast['costs']

export const COST: Readonly<Record<CostPart, string>> = {
  land_rub: 'Участок',
  preparation_rub: 'Проект, разрешения и сети',
  construction_rub: 'Строительство',
  sales_rub: 'Расходы на продажу',
  interest_rub: 'Проценты по кредиту',
}

/** Shorter, in the middle of a sentence. */
export const COST_IN_LINE: Readonly<Record<CostPart, string>> = {
  land_rub: 'участок',
  preparation_rub: 'проект и сети',
  construction_rub: 'строительство',
  sales_rub: 'продажа',
  interest_rub: 'проценты',
}

export const ASSUMPTION: Readonly<Record<AssumptionKey, string>> = {
  saleable_share: 'Доля продаваемой площади',
  construction_rub_per_m2: 'Строительство 1 м² площади этажей',
  preparation_rub: COST.preparation_rub,
  land_rub: COST.land_rub,
  sales_cost_share: 'Расходы на продажу, от выручки',
  phases: 'Очередей',
  phase_months_apart: 'Интервал между очередями',
  preparation_months: 'Подготовка до начала стройки',
  construction_months: 'Срок строительства',
  sales_start_month: 'Начало продаж',
  commissioning_month: 'Ввод дома',
  pace_units_per_month: 'Темп продаж, все типы',
  pace_units_per_month_studio: `Темп продаж, ${UNIT_TYPE_WORDS.studio}`,
  pace_units_per_month_1: `Темп продаж, ${UNIT_TYPE_WORDS[1]}`,
  pace_units_per_month_2: `Темп продаж, ${UNIT_TYPE_WORDS[2]}`,
  pace_units_per_month_3: `Темп продаж, ${UNIT_TYPE_WORDS[3]}`,
  stage_price_step: 'Рост цены за стадию стройки',
  equity_share: 'Доля собственных средств в затратах',
  interest_rate: 'Ставка кредита без покрытия эскроу',
  covered_interest_rate: 'Ставка кредита, покрытого эскроу',
  discount_rate: 'Ставка дисконтирования',
  price_fsd: 'Погрешность оценки цены',
  price_spread: 'Разброс цены в прогонах',
  pace_spread: 'Разброс темпа в прогонах',
  cost_spread: 'Разброс стоимости строительства в прогонах',
  scenario_price: 'Сценарии: отклонение цены',
  scenario_pace: 'Сценарии: отклонение темпа',
  scenario_cost: 'Сценарии: отклонение стоимости строительства',
  unit_mix: 'Квартирография',
  draws: 'Прогонов модели',
  seed: 'Начальное число случайного ряда',
}

export const ASSUMPTION_UNIT: Readonly<Record<AssumptionUnit, string>> = {
  rub: '₽',
  rub_per_m2: '₽/м²',
  months: 'мес.',
  month: 'месяц',
  units_per_month: 'шт./мес.',
  count: '',
  '': '',
  share: '%',
  share_per_year: '% годовых',
}

export function forecastTitle({ parcel }: Forecast): string {
  return `Прогноз продаж: участок ${parcel.cadastral_number}`
}

/** What the names of the headline figures mean. */
export const FIGURES_EXPLAINED =
  'P50 — расчётный случай; P10 и P90 отложены от него по прогонам модели: хуже P10 и лучше P90 — по ' +
  'одному исходу из десяти. NPV (чистая приведённая стоимость) — денежный поток застройщика, ' +
  'приведённый к началу проекта; IRR (внутренняя норма доходности) — годовая ставка, при которой NPV ' +
  'равна нулю. Маржа — доля выручки, которая остаётся после затрат. Срок продаж — от их начала, срок ' +
  'окупаемости — от начала проекта.'
