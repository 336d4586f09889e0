// The Russian words of norms: names of rules, their values and their tables of steps, as a report
// prints them. Every rule has its words, or this does not compile.

import type { RuleName, Rules } from '../norms/rule-set.ts'
import type { RuleCheck } from '../siteplan/layout.ts'
import { formatNumber, formatPercent, formatShort, NO_BREAK_SPACE } from './russian-format.ts'

export const RULE: Readonly<Record<RuleCheck['rule'], string>> = {
  inside_buildable: 'Здания внутри места допустимого размещения',
  no_overlap: 'Здания не пересекаются',
  setback_m: 'Отступ зданий от границ участка',
  max_coverage: 'Процент застройки',
  max_density: 'Коэффициент плотности застройки',
  max_storeys: 'Предельная этажность',
  max_height_m: 'Предельная высота',
  storey_height_m: 'Высота этажа',
  daylight_gap_long_m: 'Разрыв между длинными сторонами',
  daylight_gap_end_m: 'Разрыв между длинной стороной и торцом',
  fire_gap_m: 'Противопожарный разрыв',
  fire_lane_width_m: 'Ширина пожарного проезда',
  fire_lane_distance_m: 'От стены до пожарного проезда',
  insolation_h: 'Непрерывная инсоляция',
  insolation_day: 'Расчётный день инсоляции',
  parking_per_unit: 'Машино-места',
  parking_space_m2: 'Площадь на машино-место',
  playground_m2_per_unit: 'Детские и спортивные площадки',
  min_green: 'Озеленение',
}

type UnitWriter = (value: number) => string

const metres: UnitWriter = (value) => `${formatShort(value, 2)}${NO_BREAK_SPACE}м`
const squareMetres: UnitWriter = (value) => `${formatShort(value, 1)}${NO_BREAK_SPACE}м²`
const hours: UnitWriter = (value) => `${formatShort(value, 2)}${NO_BREAK_SPACE}ч`
const plain: UnitWriter = (value) => formatShort(value, 2)
const percent: UnitWriter = (value) => formatPercent(value)

const UNITS: Readonly<Record<RuleCheck['unit'], UnitWriter>> = {
  m: metres,
  m2: squareMetres,
  share: percent,
  h: hours,
  count: (value) => formatShort(value, 1),
}

/** `actual` or `limit` of a check. A density is a share above one: told as a coefficient. */
export function checkValue(check: Pick<RuleCheck, 'rule' | 'unit'>, value: number): string {
  return check.rule === 'max_density' ? formatNumber(value, 3) : UNITS[check.unit](value)
}

/** The value of each norm, tables step by step: `до 3 эт. 15 м; выше 20 м`. */
export function normText(rules: Rules, name: RuleName): string {
  switch (name) {
    case 'max_coverage':
      return stepsText(rules[name].value, 'эт.', percent)
    case 'max_density':
      return stepsText(rules[name].value, 'эт.', plain)
    case 'daylight_gap_long_m':
      return stepsText(rules[name].value, 'эт.', metres)
    case 'fire_lane_width_m':
      return stepsText(rules[name].value, 'м', metres)
    case 'fire_lane_distance_m':
      return stepsText(
        rules[name].value,
        'м',
        ({ least, most }) => `${formatShort(least, 1)}–${metres(most)}`,
      )
    case 'insolation_h':
      return stepsText(rules[name].value, '°', hours)
    case 'insolation_day':
      return stepsText(rules[name].value, '°', (day) => dayText(day))
    case 'min_green':
      return percent(rules[name].value)
    case 'max_storeys':
      return plain(rules[name].value)
    case 'parking_per_unit':
      return `${plain(rules[name].value)} на квартиру`
    case 'playground_m2_per_unit':
      return `${squareMetres(rules[name].value)} на квартиру`
    case 'parking_space_m2':
      return squareMetres(rules[name].value)
    case 'setback_m':
    case 'max_height_m':
    case 'storey_height_m':
    case 'daylight_gap_end_m':
    case 'fire_gap_m':
      return metres(rules[name].value)
  }
}

/** `04-22` → `22.04`. */
export function dayText(day: string): string {
  const [month = '', date = ''] = day.split('-')
  return `${date}.${month}`
}

function stepsText<Value>(
  steps: readonly { readonly up_to: number | null; readonly value: Value }[],
  unit: string,
  write: (value: Value) => string,
): string {
  const gap = unit === '°' ? '' : NO_BREAK_SPACE
  return steps
    .map(({ up_to, value }, index) => {
      if (up_to === null) return `${index === 0 ? '' : 'выше '}${write(value)}`
      return `до ${formatShort(up_to, 1)}${gap}${unit} ${write(value)}`
    })
    .join('; ')
}
