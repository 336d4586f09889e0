// The Russian words of norms for every report: names of rules, their values and their tables of
// steps. Every rule has its words, or this does not compile. As the subject of a sentence a rule
// has others: norms/rule-words.ts.
import type { Constraint } from '../norms/constraint-schema.ts'
import type { Steps } from '../norms/rule-look-ups.ts'
import type { RuleName, Rules } from '../norms/rule-set.ts'
import type { RuleCheck } from '../siteplan/layouts/layout.ts'
import {
  formatAreaM2,
  formatPercent,
  formatShort,
  NO_BREAK_SPACE,
  withUnit,
} from '../text/russian-format.ts'

/** Limits are named as limits, what is forbidden as forbidden, the others as what is asked for. */
export const RULE: Readonly<Record<RuleCheck['rule'], string>> = {
  inside_buildable: 'Здания вне места допустимого размещения',
  no_overlap: 'Наложение зданий друг на друга',
  setback_m: 'Отступ зданий от границ участка',
  max_coverage: 'Предельный процент застройки',
  max_density: 'Предельный коэффициент плотности',
  min_storeys: 'Наименьшая этажность',
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

type Writer = (value: number) => string

const metres: Writer = (value) => withUnit(formatShort(value, 2), 'м')
const squareMetres: Writer = (value) => formatAreaM2(value)
const hours: Writer = (value) => withUnit(formatShort(value, 2), 'ч')
const count: Writer = (value) => formatShort(value, 2)
const percent: Writer = (value) => formatPercent(value)
const coefficient: Writer = (value) => formatShort(value, 3)

const NORM_WRITERS: Readonly<Record<RuleName, Writer>> = {
  setback_m: metres,
  max_coverage: percent,
  max_density: coefficient,
  min_storeys: count,
  max_storeys: count,
  max_height_m: metres,
  storey_height_m: metres,
  daylight_gap_long_m: metres,
  daylight_gap_end_m: metres,
  fire_gap_m: metres,
  fire_lane_width_m: metres,
  fire_lane_distance_m: metres,
  insolation_h: hours,
  // A day is no number: `normText` writes it, and lists of numbers leave it out.
  insolation_day: count,
  parking_per_unit: (value) => `${count(value)} на квартиру`,
  parking_space_m2: squareMetres,
  playground_m2_per_unit: (value) => `${squareMetres(value)} на квартиру`,
  min_green: percent,
}

const UNIT_WRITERS: Readonly<Record<RuleCheck['unit'], Writer>> = {
  m: metres,
  m2: squareMetres,
  share: percent,
  ratio: coefficient,
  h: hours,
  count,
}

/** A norm as every report rounds it: `0.15` → `15,0 %`; of a table, one of its steps. */
export function ruleValue(rule: RuleName, value: number): string {
  return NORM_WRITERS[rule](value)
}

/** A norm at the storeys of a site; of one with two bounds both: `8–10 м`. */
export function constraintValue({
  rule,
  value,
  most,
}: Pick<Constraint, 'rule' | 'value' | 'most'>): string {
  return most === null ? ruleValue(rule, value) : boundsText(rule, value, most)
}

function boundsText(rule: RuleName, least: number, most: number): string {
  return `${formatShort(least, 2)}–${ruleValue(rule, most)}`
}

/** `actual` or `limit` of a check; of the whole site where the norm is for each flat. */
export function checkValue({ unit }: Pick<RuleCheck, 'unit'>, value: number): string {
  return UNIT_WRITERS[unit](value)
}

/** The whole norm, tables step by step: `до 3 эт. — 15 м; выше — 20 м`. */
export function normText(rules: Rules, name: RuleName): string {
  switch (name) {
    case 'max_coverage':
    case 'max_density':
    case 'daylight_gap_long_m':
      return stepsText(rules[name].value, 'эт.', (value) => ruleValue(name, value))
    case 'fire_lane_width_m':
      return stepsText(rules[name].value, 'м', (value) => ruleValue(name, value))
    case 'fire_lane_distance_m':
      return stepsText(rules[name].value, 'м', ({ least, most }) => boundsText(name, least, most))
    case 'insolation_h':
      return stepsText(rules[name].value, '°', (value) => ruleValue(name, value))
    case 'insolation_day':
      return stepsText(rules[name].value, '°', dayText)
    case 'setback_m':
    case 'min_storeys':
    case 'max_storeys':
    case 'max_height_m':
    case 'storey_height_m':
    case 'daylight_gap_end_m':
    case 'fire_gap_m':
    case 'parking_per_unit':
    case 'parking_space_m2':
    case 'playground_m2_per_unit':
    case 'min_green':
      return ruleValue(name, rules[name].value)
  }
}

const OF_MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
]

/** `04-02` → `2 апреля`. */
export function dayText(day: string): string {
  const [month = 0, date = 0] = day.split('-').map(Number)
  return `${date}${NO_BREAK_SPACE}${OF_MONTHS[month - 1]}`
}

/**
 * A step stays on one line; one that asks for what the next asks for is told with it. Without a
 * dash `выше 20 м` would be a height.
 */
function stepsText<Value>(
  steps: Steps<Value>,
  unit: string,
  write: (value: Value) => string,
): string {
  const isLatitude = unit === '°'
  const beyond = isLatitude ? 'севернее' : 'выше'
  const unitText = isLatitude ? '° с. ш.' : `${NO_BREAK_SPACE}${unit}`
  return steps
    .map(({ up_to, value }) => ({ up_to, asked: write(value) }))
    .filter(({ asked }, index, all) => asked !== all[index + 1]?.asked)
    .map(({ up_to, asked }, index) => {
      if (up_to === null && index === 0) return asked
      const reach = up_to === null ? beyond : `до ${formatShort(up_to, 1)}${unitText}`
      return `${reach} — ${asked}`.replaceAll(' ', NO_BREAK_SPACE)
    })
    .join('; ')
}
