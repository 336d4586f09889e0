// One of the best layouts in their report: plan, figures, checks, sun and massing. Judges nothing.
import type { Point } from '../../geometry/plane.ts'
import { RULE_FROM_REQUEST } from '../../norms/requested-rules.ts'
import { requiredHours } from '../../norms/rule-look-ups.ts'
import type {
  BestLayouts,
  Building,
  LayoutOption,
  RuleCheck,
} from '../../siteplan/layouts/layout.ts'
import { UNIT_TYPES } from '../../siteplan/unit-types.ts'
import { UNIT_TYPE_WORDS } from '../../siteplan/unit-words.ts'
import {
  capitalise,
  formatNumber,
  formatPercent,
  formatRub,
  formatWholeM2,
  lowerFirst,
  NO_BREAK_SPACE,
  UNKNOWN,
} from '../../text/russian-format.ts'
import { type Block, cellsOf, type Fact, note } from '../document.ts'
import { drawAxonometry } from '../drawings/site/axonometry.ts'
import { drawInsolationMap } from '../drawings/site/insolation-map.ts'
import { directionOf, longestOf, sidesOf } from '../drawings/site/ring-sides.ts'
import { drawSitePlan } from '../drawings/site/site-plan.ts'
import { checkValue, dayText, RULE, ruleValue } from '../norm-words.ts'
import { shorten } from '../plain-text.ts'
import { TYPOLOGY } from './layout-words.ts'
import { buildingsText, MAX_SOURCE_LENGTH, parkingText } from './layouts-format.ts'
import { type ParkingLot, parkingLots } from './parking-lots.ts'
import { parkingFacts, sanitaryNote } from './parking-words.ts'

export function optionSections(layouts: BestLayouts, option: LayoutOption): Block[] {
  const lots = parkingLots(option, layouts.rule_set.rules.parking_space_m2.value)
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: `Вариант ${option.rank}` },
    {
      kind: 'paragraph',
      text: `${capitalise(buildingsText(option.buildings))}. План в масштабе, север вверху.`,
    },
    drawSitePlan(layouts.site, option),
    ...indicatorsSection(layouts, option, lots),
    ...buildingsSection(option),
    ...economicsSection(option),
    ...checksSection(layouts, option, lots),
    { kind: 'page-break' },
    ...sunSection(layouts, option),
    ...massingSection(layouts, option),
  ]
}

function sunSection({ site, rule_set }: BestLayouts, option: LayoutOption): Block[] {
  const { day, latitude } = option.insolation
  return [
    { kind: 'heading', level: 2, text: 'Инсоляция фасадов' },
    drawInsolationMap(site, option, requiredHours(rule_set.rules, latitude)),
    note(
      `Точки первого жилого этажа, ${dayText(day)}. Норма соблюдена, если у каждой секции есть ` +
        'достаточно освещённый фасад: квартиры с окнами на остальные фасады делают двусторонними. Тени зданий этого ' +
        'варианта учтены, застройки за границами участка — нет.',
    ),
  ]
}

function massingSection({ site }: BestLayouts, option: LayoutOption): Block[] {
  const massing = drawAxonometry(site, option)
  return [
    { kind: 'heading', level: 2, text: 'Объёмы' },
    massing.drawing,
    note(
      `Аксонометрия, вид с ${massing.fromText}; вне масштаба. Линии на стенах — этажи, тени условные.`,
    ),
  ]
}

function indicatorsSection(
  { parcel }: BestLayouts,
  { indicators }: LayoutOption,
  lots: readonly ParkingLot[],
): Block[] {
  const { largest, nearer } = parkingFacts(lots)
  const units = UNIT_TYPES.map(
    (type): Fact => ({
      label: `— ${UNIT_TYPE_WORDS[type]}`,
      value: formatNumber(indicators.units[type]),
    }),
  )
  const left: Fact[] = [
    // Not `site_m2`: measured on the plan's plane, it may be a square metre off on a large site.
    { label: 'Площадь участка', value: formatWholeM2(parcel.area_m2) },
    { label: 'Площадь застройки', value: formatWholeM2(indicators.footprint_m2) },
    { label: 'Процент застройки', value: formatPercent(indicators.coverage) },
    { label: 'Площадь всех этажей', value: formatWholeM2(indicators.gfa_m2) },
    { label: 'Коэффициент плотности', value: ruleValue('max_density', indicators.density) },
    { label: 'Доля предельной площади', value: formatPercent(indicators.share_of_bound) },
    { label: 'Наибольшая этажность', value: formatNumber(indicators.max_storeys) },
    { label: 'Площадки', value: formatWholeM2(indicators.playground_m2) },
    ...largest,
  ]
  const right: Fact[] = [
    { label: 'Продаваемая площадь', value: formatWholeM2(indicators.saleable_m2) },
    { label: 'Квартир', value: formatNumber(indicators.units_total) },
    ...units,
    { label: 'Машино-мест есть / нужно', value: parkingText(indicators) },
    {
      label: 'Озеленение',
      value: `${formatWholeM2(indicators.green_m2)} (${formatPercent(indicators.green_share)})`,
    },
    ...nearer,
  ]
  return [
    { kind: 'heading', level: 2, text: 'Технико-экономические показатели' },
    {
      kind: 'facts',
      columns: 2,
      together: true,
      rows: left.flatMap((row, index) => [row, right[index] ?? { label: '', value: '' }]),
    },
  ]
}

function buildingsSection({ buildings }: LayoutOption): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Здания' },
    {
      kind: 'grid',
      together: true,
      columns: [
        { head: 'На плане', align: 'start', widthMm: 16 },
        { head: 'Тип', align: 'start' },
        { head: 'Габариты, м', align: 'end', widthMm: 26 },
        { head: 'Этажей', align: 'end', widthMm: 15 },
        { head: 'Высота, м', align: 'end', widthMm: 20 },
        { head: 'Застройка, м²', align: 'end', widthMm: 25 },
        { head: 'Площадь этажей, м²', align: 'end', widthMm: 33 },
      ],
      rows: buildings.map((building) => ({
        cells: cellsOf(
          building.name,
          TYPOLOGY[building.typology],
          extentText(building),
          formatNumber(building.storeys),
          formatNumber(building.height_m, 1),
          formatNumber(building.footprint_m2),
          formatNumber(building.gfa_m2),
        ),
      })),
    },
  ]
}

/** `60,0 × 15,0`: along the longest side and across it, m. */
function extentText({ footprint }: Building): string {
  const longest = longestOf(sidesOf(footprint))
  if (!longest) return UNKNOWN
  const [alongX, alongY] = directionOf(longest)
  const extent = (measure: (point: Point) => number) => {
    const places = footprint.map(measure)
    return formatNumber(Math.max(...places) - Math.min(...places), 1)
  }
  const [length, depth] = [
    extent(([x, y]) => x * alongX + y * alongY),
    extent(([x, y]) => y * alongX - x * alongY),
  ]
  return `${length}${NO_BREAK_SPACE}×${NO_BREAK_SPACE}${depth}`
}

function economicsSection({ economics }: LayoutOption): Block[] {
  return [
    {
      kind: 'paragraph',
      lead: 'Экономика.',
      text: economics
        ? `Выручка ${formatRub(economics.revenue_rub)}, строительство ${formatRub(economics.cost_rub)}, ` +
          `${leftText(economics.margin)} земли, процентов и расходов на продажу.`
        : 'Рядом нет сделок и объявлений, по которым можно назвать цену: выручка не посчитана.',
    },
  ]
}

function leftText(margin: number): string {
  return margin < 0
    ? `дороже выручки на ${formatPercent(-margin)}, не считая`
    : `остаётся ${formatPercent(margin)} выручки без вычета`
}

/** `≥ 3 м`; nothing is below a limit of nothing, which is asked for as it is: `0 м²`. */
function limitText(check: RuleCheck): string {
  const limit = checkValue(check, check.limit)
  if (check.relation === 'at_most' && check.limit === 0) return limit
  return `${check.relation === 'at_least' ? '≥' : '≤'}${NO_BREAK_SPACE}${limit}`
}

function checksSection(
  { request, rule_set }: BestLayouts,
  { checks }: LayoutOption,
  lots: readonly ParkingLot[],
): Block[] {
  const sourceOf = ({ rule, source }: RuleCheck) =>
    rule === 'parking_per_unit' && request.parking_ratio > rule_set.rules.parking_per_unit.value
      ? `${RULE_FROM_REQUEST}: ${ruleValue(rule, request.parking_ratio)}`
      : source
  const broken = checks.filter(({ ok }) => !ok)
  return [
    { kind: 'heading', level: 2, text: 'Проверка норм' },
    {
      kind: 'grid',
      together: true,
      columns: [
        { head: 'Норма', align: 'start', widthMm: 48 },
        { head: 'Требуется', align: 'end', widthMm: 27 },
        { head: 'Получено', align: 'end', widthMm: 21 },
        { head: 'Вывод', align: 'start', widthMm: 22 },
        { head: 'Источник', align: 'start' },
      ],
      rows: checks.map((check) => ({
        strong: !check.ok,
        cells: cellsOf(
          RULE[check.rule],
          limitText(check),
          checkValue(check, check.actual),
          check.ok ? 'соблюдено' : 'нарушено',
          shorten(sourceOf(check), MAX_SOURCE_LENGTH),
        ),
      })),
    },
    ...sanitaryNote(lots),
    ...(broken.length === 0
      ? []
      : [
          {
            kind: 'paragraph',
            tone: 'warning',
            lead: 'Нарушены нормы:',
            text: `${broken.map(({ rule }) => lowerFirst(RULE[rule])).join('; ')}.`,
          } as const,
        ]),
  ]
}
