// The Russian words of the estimate report for each code of the interface. The compiler checks that
// every code of the valuation has a word. A code of another version is printed as it is, cut short:
// it must not break a report.
import type { PriceBasis } from '../../valuation/attributes/price-basis.ts'
import type { Condition, HouseMaterial, Market } from '../../valuation/comparables/comparable.ts'
import type {
  ConfidenceReason,
  Factor,
  FeeCode,
  IneligibleReason,
  InsufficientReason,
  OPTION_KINDS,
  SubjectAttribute,
} from '../../valuation/wire/estimate-codes.ts'
import { DISTANT_ABOVE_M, STALE_ABOVE_DAYS } from '../../valuation/wire/evidence-bounds.ts'
import { shorten } from '../plain-text.ts'

const MAX_CODE_LENGTH = 24

type Words = Readonly<Record<string, string>>

export function wordFor(words: Words, code: string): string {
  return Object.hasOwn(words, code) ? (words[code] ?? code) : shorten(code, MAX_CODE_LENGTH)
}

export const BASIS: Readonly<Record<PriceBasis, string>> = {
  deal: 'цена вероятной сделки',
  ask: 'цена предложения',
}

export const MATERIAL: Readonly<Record<HouseMaterial, string>> = {
  panel: 'панельный',
  block: 'блочный',
  brick: 'кирпичный',
  monolith: 'монолитный',
  monolith_brick: 'монолитно-кирпичный',
  stalin: 'сталинский',
  wood: 'деревянный',
  other: 'иной',
}

export const CONDITION: Readonly<Record<Condition, string>> = {
  none: 'без отделки',
  cosmetic: 'косметический',
  euro: 'евроремонт',
  designer: 'дизайнерский',
}

export const MARKET: Readonly<Record<Market, string>> = {
  new: 'первичный',
  secondary: 'вторичный',
}

/** Attributes that a value can leave out. */
export const ATTRIBUTE: Readonly<Record<SubjectAttribute, string>> = {
  floor: 'этаж',
  floors_total: 'этажность',
  kitchen_area_m2: 'площадь кухни',
  living_area_m2: 'жилая площадь',
  year_built: 'год постройки',
  ceiling_height_m: 'высота потолков',
  house_material: 'тип дома',
  condition: 'ремонт',
  market: 'рынок',
  building_class: 'класс дома',
}

/**
 * Headings of the adjustment grid, in the order of its columns, which is that of the adjustments
 * themselves: short, since up to nine stand side by side.
 */
export const FACTOR: Readonly<Record<Factor, string>> = {
  bargaining: 'Торг',
  date: 'Дата',
  area: 'Площадь',
  floor: 'Этаж',
  building: 'Дом',
  condition: 'Ремонт',
  market: 'Рынок',
  location: 'Место',
}

export const FEE: Readonly<Record<FeeCode, string>> = {
  hold: 'Финансирование на срок продажи',
  sell: 'Расходы на продажу',
  risk: 'Риск ошибки оценки',
  margin: 'Вознаграждение компании',
  repair: 'Подготовка к продаже',
  reservation: 'Плата за бронь',
  bound: 'Ограничение размера выплаты',
}

export const OFFER: Readonly<Record<(typeof OPTION_KINDS)[number], string>> = {
  buyout: 'Срочный выкуп',
  reservation: 'Бронь с продажей агентством',
  market: 'Самостоятельная продажа',
}

/** Why the estimate is less certain, or the offer is not made. */
type Reason = ConfidenceReason | InsufficientReason | IneligibleReason

export const REASON: Readonly<Record<Reason, string>> = {
  few_same_building: 'аналогов в этом доме мало или нет',
  few_comparables: 'аналогов мало',
  distant_comparables: `есть аналоги дальше ${DISTANT_ABOVE_M / 1000} км`,
  stale_comparables: `половина аналогов старше ${STALE_ABOVE_DAYS} дней`,
  dispersed_comparables: 'цены аналогов расходятся',
  subject_incomplete: 'в запросе не указан ремонт или год постройки',
  subject_unusual:
    'квартира необычна для рынка: проверьте площадь (общую, кухни и жилую), число комнат, этаж, этажность, год постройки и высоту потолков',
  subject_contradicts_building:
    'этажность или год постройки не те, что у других квартир этого дома: проверьте их',
  too_few_comparables: 'аналогов слишком мало',
  no_comparables_in_radius: 'рядом нет аналогов не старше двух лет',
  too_dispersed: 'цены аналогов сильно расходятся',
  address_not_found: 'адрес не найден',
  address_without_house: 'номер дома не указан или его нет в справочнике, взята середина улицы',
  address_corrected: 'адрес прочитан с исправлениями: проверьте город, улицу и дом',
  address_elsewhere: 'адрес и координаты указывают на разные места, взяты координаты: проверьте их',
  low_confidence: 'надёжность оценки низкая',
  insufficient_data: 'данных недостаточно',
}

/** Names of confidence levels, 1 to 7. */
export const LEVELS = [
  'очень низкая',
  'низкая',
  'ниже средней',
  'средняя',
  'выше средней',
  'высокая',
  'очень высокая',
]
