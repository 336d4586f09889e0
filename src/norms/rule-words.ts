// A rule as the subject of a Russian sentence: «ограничивает …».
import type { RuleName } from './rule-set.ts'

export const BINDING_RULE: Readonly<Record<RuleName, string>> = {
  setback_m: 'отступ от границ участка',
  max_coverage: 'процент застройки',
  max_density: 'коэффициент плотности застройки',
  min_storeys: 'наименьшая этажность',
  max_storeys: 'предельная этажность',
  max_height_m: 'предельная высота',
  storey_height_m: 'высота этажа',
  daylight_gap_long_m: 'разрыв между длинными сторонами домов',
  daylight_gap_end_m: 'разрыв между длинной стороной и торцом',
  fire_gap_m: 'противопожарный разрыв',
  fire_lane_width_m: 'ширина пожарного проезда',
  fire_lane_distance_m: 'расстояние до пожарного проезда',
  insolation_h: 'инсоляция',
  insolation_day: 'расчётный день инсоляции',
  parking_per_unit: 'число машино-мест',
  parking_space_m2: 'площадь машино-мест',
  playground_m2_per_unit: 'площадь детских и спортивных площадок',
  min_green: 'доля озеленения',
}
