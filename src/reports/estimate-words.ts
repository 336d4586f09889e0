// The Russian words of the estimate report for each code of the interface.
// A code that is not listed is printed as it came, cut short: a new one must not break a report.
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
export const FACTOR: Words = {
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

export const FEE: Words = {
  hold: 'Стоимость денег за срок продажи',
  sell: 'Расходы на продажу',
  risk: 'Риск изменения цены',
  margin: 'Вознаграждение',
  repair: 'Подготовка к продаже',
  commission: 'Комиссия',
}

export const OFFER: Words = {
  buyout: 'Срочный выкуп',
  reservation: 'Бронь с продажей агентством',
  market: 'Самостоятельная продажа',
}

/** Why the estimate is less certain, or the offer is not made. */
export const REASON: Words = {
  few_same_building: 'в этом доме мало или нет аналогов',
  few_comparables: 'аналогов мало',
  too_few_comparables: 'аналогов слишком мало',
  no_comparables_in_radius: 'рядом нет аналогов',
  too_dispersed: 'цены аналогов сильно расходятся',
  dispersed: 'цены аналогов расходятся',
  old_comparables: 'аналоги давние',
  far_comparables: 'аналоги далеко',
  imputed_attributes: 'часть свойств квартиры неизвестна',
  listings_only: 'есть только объявления, сделок нет',
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
