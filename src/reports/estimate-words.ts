// The Russian words of the estimate report for each code of the interface.
// Every code that the valuation can give has a word, or this does not compile; another one is printed as it came,
// cut short: an estimate stored by another version must not break a report.
import type { Factor } from '../valuation/adjustments.ts'
import type { ConfidenceReason, InsufficientReason } from '../valuation/evidence-quality.ts'
import type { FeeCode, IneligibleReason } from '../valuation/trade-in-offer.ts'
import { shorten } from './plain-text.ts'

const LONGEST_CODE = 24

type Words = Readonly<Record<string, string>>

export function wordFor(words: Words, code: string): string {
  return Object.hasOwn(words, code) ? (words[code] ?? code) : shorten(code, LONGEST_CODE)
}

export const KIND: Words = { deal: 'сделка', listing: 'объявление' }

export const BASIS: Words = {
  deal: 'цена вероятной сделки',
  ask: 'цена предложения',
}

export const MATERIAL: Words = {
  panel: 'панель',
  block: 'блоки',
  brick: 'кирпич',
  monolith: 'монолит',
  monolith_brick: 'монолит-кирпич',
  stalin: 'сталинский',
  wood: 'дерево',
  other: 'иной',
}

export const CONDITION: Words = {
  none: 'без отделки',
  cosmetic: 'косметический',
  euro: 'евроремонт',
  designer: 'дизайнерский',
}

export const MARKET: Words = { new: 'новостройка', secondary: 'вторичный рынок' }

/** Headings of the adjustment grid: short, since up to nine stand side by side. */
export const FACTOR: Words & Readonly<Record<Factor, string>> = {
  bargaining: 'Торг',
  date: 'Дата',
  area: 'Площадь',
  kitchen: 'Кухня',
  kitchen_area: 'Кухня',
  kitchen_share: 'Кухня',
  rooms: 'Комнаты',
  floor: 'Этаж',
  floors: 'Этажность',
  floors_total: 'Этажность',
  year: 'Год',
  year_built: 'Год',
  age: 'Возраст',
  material: 'Стены',
  house_material: 'Стены',
  building_class: 'Класс',
  class: 'Класс',
  condition: 'Ремонт',
  market: 'Рынок',
  ceiling: 'Потолки',
  ceiling_height: 'Потолки',
  ceiling_height_m: 'Потолки',
  location: 'Место',
  district: 'Район',
  similarity: 'Сходство',
  attributes: 'Квартира',
  building: 'Дом',
}

export const FEE: Words & Readonly<Record<FeeCode, string>> = {
  hold: 'Стоимость денег за срок продажи',
  sell: 'Расходы на продажу',
  risk: 'Риск изменения цены',
  margin: 'Вознаграждение',
  repair: 'Подготовка к продаже',
  commission: 'Комиссия',
  reservation: 'Плата за бронь',
  bound: 'Поправка до границ предложения',
}

export const OFFER: Words = {
  buyout: 'Срочный выкуп',
  reservation: 'Бронь с продажей агентством',
  market: 'Самостоятельная продажа',
}

/** Why the estimate is less certain, or the offer is not made. */
type Reason = ConfidenceReason | InsufficientReason | IneligibleReason

export const REASON: Words & Readonly<Record<Reason, string>> = {
  few_same_building: 'в этом доме мало или нет аналогов',
  few_comparables: 'аналогов мало',
  distant_comparables: 'аналоги далеко',
  stale_comparables: 'аналоги давние',
  dispersed_comparables: 'цены аналогов расходятся',
  subject_incomplete: 'часть свойств квартиры неизвестна',
  too_few_comparables: 'аналогов слишком мало',
  no_comparables_in_radius: 'рядом нет аналогов',
  too_dispersed: 'цены аналогов сильно расходятся',
  address_not_found: 'адрес не найден',
  address_without_house: 'дома с таким номером нет в справочнике, взята середина улицы',
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
