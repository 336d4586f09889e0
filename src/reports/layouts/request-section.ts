// What was asked for in a search for layouts, in the words of its report: each wish with what the
// norms leave of it, and what was assumed besides. Never what was found.
import { storeysWithin } from '../../norms/envelope.ts'
import { USUAL_STOREYS } from '../../norms/house-sizes.ts'
import { RULE_FROM_REQUEST } from '../../norms/requested-rules.ts'
import type { RuleName, Rules } from '../../norms/rule-set.ts'
import { LAND_GAP_CODES, LAND_TERM_CODES } from '../../siteplan/land-warnings.ts'
import type { BestLayouts, LayoutsAsked } from '../../siteplan/layouts/layout.ts'
import { storeysAllowed } from '../../siteplan/layouts/within-norms.ts'
import { UNIT_TYPES } from '../../siteplan/unit-types.ts'
import { UNIT_TYPE_SHORT, UNIT_TYPE_WORDS } from '../../siteplan/unit-words.ts'
import {
  formatAreaM2,
  formatNumber,
  formatRubPerM2,
  formatShort,
  formatShortPercent,
  formatWholeM2,
  lowerFirst,
  NO_BREAK_SPACE,
} from '../../text/russian-format.ts'
import { type Block, note } from '../document.ts'
import { normText, RULE } from '../norm-words.ts'
import { outsideText, shorten } from '../plain-text.ts'
import { OBJECTIVE, TYPOLOGIES_MANY } from './layout-words.ts'
import { ruleNames, warningsText } from './layouts-format.ts'

/** A permitted use may be a list of many; the page has room for so much beside the others. */
const MAX_LAND_LENGTH = 100
/** A table of steps may have forty; all of them stand among the norms. */
const MAX_NORM_LENGTH = 80

export function requestSection(layouts: BestLayouts): Block[] {
  const { request, rule_set, site, parcel } = layouts
  const terms = warningsText(layouts.warnings, LAND_TERM_CODES)
  const gaps = warningsText(layouts.warnings, LAND_GAP_CODES)
  const mix = UNIT_TYPES.filter((type) => request.unit_mix[type] > 0)
    .map(
      (type) =>
        `${UNIT_TYPE_SHORT[type]}${NO_BREAK_SPACE}${formatShortPercent(request.unit_mix[type], 2)}`,
    )
    .join(', ')
  const changed = ruleNames(rule_set.rules).filter(
    (name) => rule_set.rules[name].source === RULE_FROM_REQUEST,
  )
  return [
    { kind: 'heading', level: 2, text: 'Что задано' },
    {
      kind: 'facts',
      columns: 2,
      together: true,
      rows: [
        { label: 'Площадь участка', value: formatWholeM2(parcel.area_m2) },
        { label: 'Площадь по документам', value: formatWholeM2(parcel.declared_area_m2) },
        { label: 'Внутри отступов', value: formatWholeM2(site.buildable_area_m2) },
        { label: 'Категория земель', value: outsideText(parcel.category, MAX_LAND_LENGTH) },
        { label: 'Доли квартир по числу', value: mix },
        {
          label: 'Разрешённое использование',
          value: outsideText(parcel.permitted_use, MAX_LAND_LENGTH),
        },
        {
          label: 'Типы зданий',
          value: request.typologies.map((one) => TYPOLOGIES_MANY[one]).join(', '),
        },
        { label: 'Набор норм', value: shorten(rule_set.title, 120) },
        { label: 'Этажность', value: storeysText(request.storeys, rule_set.rules) },
        {
          label: 'Машино-мест на квартиру',
          value: parkingRatioText(request.parking_ratio, rule_set.rules),
        },
        // They matter only among options, and the plan of a site alone leaves little room.
        ...(layouts.options.length === 0
          ? []
          : [
              { label: 'Цель', value: OBJECTIVE[request.objective] },
              { label: 'Вариантов не больше', value: formatNumber(request.options) },
            ]),
      ],
    },
    ...(terms === '' ? [] : [note(`Что учесть. ${terms}`)]),
    ...(gaps === '' ? [] : [note(`Чего не хватает в данных. ${gaps}`)]),
    note(assumptionsText(layouts)),
    ...(changed.length === 0
      ? []
      : [
          note(
            `Нормы, заданные в запросе вместо набора: ${changed.map((name) => setNormText(name, rule_set.rules)).join('; ')}.`,
          ),
        ]),
  ]
}

/** `отступ зданий от границ участка — 5 м`. */
function setNormText(name: RuleName, rules: Rules): string {
  return `${lowerFirst(RULE[name])} — ${shorten(normText(rules, name), MAX_NORM_LENGTH)}`
}

function assumptionsText({ assumptions }: BestLayouts): string {
  const { unit_area_m2: areas, price_rub_per_m2: prices } = assumptions
  const flats = UNIT_TYPES.map(
    (type) => `${UNIT_TYPE_WORDS[type]} ${formatAreaM2(areas[type])}`,
  ).join(', ')
  const costs = `строительство ${formatRubPerM2(assumptions.cost_rub_per_m2)} площади этажей`
  const ends = prices ? [...new Set([prices[0], prices.at(-1)])] : []
  const pricedAt = ends.flatMap((at) => {
    if (!at) return []
    const list = UNIT_TYPES.map(
      (type) => `${UNIT_TYPE_WORDS[type]} ${formatRubPerM2(at.rub_per_m2[type])}`,
    ).join(', ')
    return ends.length > 1 ? [`в ${at.storeys}-этажном доме — ${list}`] : [list]
  })
  const priced = pricedAt.length > 0 ? `; цены сегодня: ${pricedAt.join('; ')}; ${costs}` : ''
  return (
    `Принято: продаваемая площадь — ${formatShortPercent(assumptions.saleable_share, 2)} площади этажей; ` +
    `квартиры: ${flats}${priced}.`
  )
}

/** `от 9 до 17 (запрошено 3–17, норма не ниже 9)`; `от 4 до 9` where the norms allow all of it. */
function storeysText(asked: LayoutsAsked['storeys'], rules: Rules): string {
  const least = rules.min_storeys.value
  const [most, byHeight] = [rules.max_storeys.value, storeysWithin(rules)]
  const norms = [
    ...(least > asked.min ? [`норма не ниже ${least}`] : []),
    ...(Math.min(most, byHeight) >= asked.max
      ? []
      : [most <= byHeight ? `норма не выше ${most}` : `по высоте не выше ${byHeight}`]),
  ]
  const allowed = storeysAllowed(asked, rules)
  if (allowed && norms.length === 0) return fromTo(allowed)
  const isUsual = asked.min === USUAL_STOREYS.min && asked.max === USUAL_STOREYS.max
  const span = asked.min === asked.max ? `${asked.min}` : `${asked.min}–${asked.max}`
  const wish = [`${isUsual ? 'по умолчанию' : 'запрошено'} ${span}`, ...norms].join(', ')
  return allowed ? `${fromTo(allowed)} (${wish})` : wish
}

function fromTo({ min, max }: LayoutsAsked['storeys']): string {
  return min === max ? `${min}` : `от ${min} до ${max}`
}

function parkingRatioText(asked: number, rules: Rules): string {
  const norm = rules.parking_per_unit.value
  if (asked >= norm) return formatShort(asked, 2)
  return `${formatShort(norm, 2)} по норме (запрошено ${formatShort(asked, 2)})`
}
