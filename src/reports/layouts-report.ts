// Best layouts told as a document for an architect and a developer: options side by side, then each
// with its plan, figures, checks, sun and massing, then the norms. Judges nothing: numbers stand as they came.
import type {
  BestLayouts,
  Building,
  Indicators,
  LayoutOption,
  RuleCheck,
  Typology,
} from '../siteplan/layout.ts'
import { TYPOLOGIES, UNIT_TYPES } from '../siteplan/layout.ts'
import { RULE_FROM_REQUEST, requiredHours } from '../siteplan/layout-rules.ts'
import type { RuleName } from '../siteplan/rule-set.ts'
import { BINDING_RULE } from '../siteplan/rule-words.ts'
import { UNIT_TYPE_WORDS } from '../siteplan/unit-words.ts'
import { drawAxonometry } from './axonometry.ts'
import type { Block, Cell, Facts, ReportDocument } from './document.ts'
import { drawInsolationMap } from './insolation-map.ts'
import { OBJECTIVE, TYPOLOGIES_MANY, TYPOLOGY } from './layout-words.ts'
import { shorten } from './plain-text.ts'
import { checkValue, dayText, normText, RULE } from './rule-words.ts'
import {
  formatAreaM2,
  formatInstant,
  formatNumber,
  formatPercent,
  formatRub,
  formatRubPerM2,
  formatShort,
  NO_BREAK_SPACE,
  UNKNOWN,
} from './russian-format.ts'
import { drawSitePlan } from './site-plan.ts'
import { extentText } from './site-shapes.ts'
import { drawSmallPlans } from './small-plans.ts'

const TITLE = 'Варианты застройки участка'
const DEMO_MARK = 'Демонстрационные данные'
const LONGEST_ADDRESS = 300
const LONGEST_SOURCE = 160
/** The report of one search for layouts. Same layouts, same document. */
export function layoutsReport(layouts: BestLayouts): ReportDocument {
  const number = shorten(layouts.parcel.cadastral_number, 40)
  return {
    id: shorten(layouts.report_id, 64),
    title: TITLE,
    language: 'ru',
    createdAt: layouts.generated_at,
    header: `Участок ${number}`,
    footer: `Отчёт ${shorten(layouts.report_id, 64)}`,
    ...(layouts.is_demo ? { mark: DEMO_MARK } : {}),
    blocks: [
      ...(layouts.outcome === 'ok' ? optionsFound(layouts) : nothingFound(layouts)),
      ...normsSection(layouts),
      ...closingSection(layouts),
    ],
  }
}

function optionsFound(layouts: BestLayouts): Block[] {
  return [
    ...titleSection(layouts),
    ...headline(layouts),
    drawSmallPlans(layouts.site, layouts.options),
    ...comparison(layouts),
    ...requestSection(layouts),
    ...layouts.options.flatMap((option) => optionSection(layouts, option)),
    { kind: 'page-break' },
  ]
}

function nothingFound(layouts: BestLayouts): Block[] {
  const { site, parcel, binding_rule } = layouts
  // A sliver may enclose nothing that could be drawn.
  const plan = site.boundary.length === 0 ? [] : [drawSitePlan(site).drawing]
  const none = site.buildable.length === 0
  return [
    ...titleSection(layouts),
    {
      kind: 'paragraph',
      tone: 'warning',
      lead: 'Ни одного варианта нет.',
      text:
        `При заданных условиях и нормах на участке нельзя поставить ни одного здания. Не пропускает: ${BINDING_RULE[binding_rule]}` +
        ` (${RULE[binding_rule]} — ${normText(layouts.rule_set.rules, binding_rule)}).` +
        (none ? ' Внутри отступов от границ места не остаётся.' : ''),
    },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Площадь участка', value: wholeM2(parcel.area_m2) },
        { label: 'Место размещения', value: wholeM2(site.buildable_area_m2) },
      ],
    },
    ...plan,
    ...requestSection(layouts),
    { kind: 'page-break' },
  ]
}

function titleSection({ parcel }: BestLayouts): Block[] {
  const address = parcel.address?.trim()
  const place = address ? ` · ${shorten(address, LONGEST_ADDRESS)}` : ''
  return [
    { kind: 'heading', level: 1, text: TITLE },
    {
      kind: 'paragraph',
      tone: 'subtitle',
      text: `Кадастровый номер ${shorten(parcel.cadastral_number, 40)}${place}`,
    },
  ]
}

function headline(layouts: BestLayouts): Block[] {
  const best = layouts.options[0]
  if (!best) return []
  const { indicators, economics } = best
  return [
    {
      kind: 'beside',
      ratio: 0.5,
      left: [
        {
          kind: 'figures',
          items: [
            {
              label: 'Площадь всех этажей, вариант 1',
              value: wholeM2(indicators.gfa_m2),
              note: `${formatPercent(indicators.share_of_bound)} предела в ${wholeM2(layouts.upper_bound_gfa_m2)}; ограничивает ${BINDING_RULE[layouts.binding_rule]}`,
            },
          ],
        },
      ],
      right: [
        {
          kind: 'figures',
          items: [
            {
              label: economics ? 'Выручка, вариант 1' : 'Квартир, вариант 1',
              value: economics
                ? millions(economics.revenue_rub)
                : formatNumber(indicators.units_total),
              note:
                `${economics ? `${formatNumber(indicators.units_total)} квартир, ` : ''}` +
                `продаваемая площадь ${wholeM2(indicators.saleable_m2)}`,
            },
          ],
        },
      ],
    },
  ]
}

function comparison({ options, request }: BestLayouts): Block[] {
  const row = (title: string, cellOf: (option: LayoutOption) => string, strong = false) => ({
    cells: [{ text: title }, ...options.map((option) => ({ text: cellOf(option) }))],
    strong,
  })
  const figure = (title: string, cellOf: (indicators: Indicators) => string, strong = false) =>
    row(title, ({ indicators }) => cellOf(indicators), strong)
  return [
    {
      kind: 'grid',
      together: true,
      columns: [
        { title: '', align: 'start', widthMm: 50 },
        ...options.map(({ rank }) => ({ title: `Вариант ${rank}`, align: 'end' as const })),
      ],
      rows: [
        row('Здания', ({ buildings }) => buildingsText(buildings)),
        figure('Площадь всех этажей', ({ gfa_m2 }) => wholeM2(gfa_m2), true),
        figure('Доля предела', ({ share_of_bound }) => formatPercent(share_of_bound)),
        figure('Продаваемая площадь', ({ saleable_m2 }) => wholeM2(saleable_m2)),
        figure('Квартир', ({ units_total }) => formatNumber(units_total)),
        figure('Этажность, не выше', ({ max_storeys }) => formatNumber(max_storeys)),
        figure('Плотность', ({ density }) => formatNumber(density, 2)),
        figure('Застройка', ({ coverage }) => formatPercent(coverage)),
        figure('Машино-мест дано / нужно', parkingText),
        figure('Озеленение', ({ green_share }) => formatPercent(green_share)),
        row('Выручка', ({ economics }) => (economics ? millions(economics.revenue_rub) : UNKNOWN)),
        row('Маржа', ({ economics }) => (economics ? formatPercent(economics.margin) : UNKNOWN)),
        row('Проверок пройдено', ({ checks }) => passedText(checks)),
      ],
    },
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        `Порядок вариантов — по цели «${OBJECTIVE[request.objective]}».` +
        (options.some(({ economics }) => economics === null)
          ? ' Цен для этого места нет: выручка и маржа не считались, варианты сравнивались по площади этажей.'
          : ''),
    },
  ]
}

function requestSection(layouts: BestLayouts): Block[] {
  const { request, rule_set, site, parcel } = layouts
  const mix = UNIT_TYPES.filter((type) => request.unit_mix[type] > 0)
    .map((type) => `${UNIT_TYPE_WORDS[type]} ${formatPercent(request.unit_mix[type], 0)}`)
    .join(', ')
  const changed = ruleNames(rule_set.rules).filter(
    (name) => rule_set.rules[name].source === RULE_FROM_REQUEST,
  )
  const { min, max } = request.storeys
  return [
    { kind: 'heading', level: 2, text: 'Что задано' },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Площадь участка', value: wholeM2(parcel.area_m2) },
        { label: 'Внутри отступов', value: wholeM2(site.buildable_area_m2) },
        {
          label: 'Типы зданий',
          value: request.typologies.map((one) => TYPOLOGIES_MANY[one]).join(', '),
        },
        { label: 'Этажность', value: min === max ? `${min}` : `от ${min} до ${max}` },
        { label: 'Квартиры', value: mix },
        { label: 'Машино-мест на квартиру', value: formatShort(request.parking_ratio, 2) },
        { label: 'Цель', value: OBJECTIVE[request.objective] },
        { label: 'Набор норм', value: shorten(`${rule_set.title} (${rule_set.id})`, 120) },
      ],
    },
    { kind: 'paragraph', tone: 'note', text: assumptionsText(layouts) },
    ...(changed.length === 0
      ? []
      : [
          {
            kind: 'paragraph',
            tone: 'note',
            text: `Нормы, заданные в запросе вместо набора: ${changed.map((name) => RULE[name]).join('; ')}.`,
          } as const,
        ]),
  ]
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
    return ends.length > 1 ? [`в доме ${at.storeys} эт. — ${list}`] : [list]
  })
  const priced = pricedAt.length > 0 ? `; цены сегодня: ${pricedAt.join('; ')}; ${costs}` : ''
  return (
    `Принято: продаваемая площадь — ${formatPercent(assumptions.saleable_share, 0)} площади этажей; ` +
    `квартиры: ${flats}${priced}.`
  )
}

function optionSection(layouts: BestLayouts, option: LayoutOption): Block[] {
  const { site, rule_set } = layouts
  const broken = option.checks.filter(({ ok }) => !ok)
  const massing = drawAxonometry(site, option)
  return [
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: `Вариант ${option.rank}` },
    {
      kind: 'paragraph',
      text: `${capitalise(buildingsText(option.buildings))}. План в масштабе, север вверху.`,
    },
    drawSitePlan(site, option).drawing,
    ...indicatorsSection(option),
    ...buildingsSection(option),
    ...economicsSection(option),
    ...checksSection(option),
    ...(broken.length === 0
      ? []
      : [
          {
            kind: 'paragraph',
            tone: 'warning',
            lead: 'Нарушены нормы:',
            text: broken.map(({ rule }) => RULE[rule]).join('; '),
          } as const,
        ]),
    { kind: 'page-break' },
    { kind: 'heading', level: 2, text: 'Инсоляция фасадов' },
    drawInsolationMap(site, option, requiredHours(rule_set.rules, option.insolation.latitude)),
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        `Точки первого жилого этажа, ${dayText(option.insolation.day)}. Норма держится там, где у каждой секции есть ` +
        'фасад, освещённый достаточно: квартиры с окнами на остальные фасады делают двусторонними. Тени зданий этого ' +
        'варианта учтены, застройки за границами участка — нет.',
    },
    { kind: 'heading', level: 2, text: 'Объёмы' },
    massing.drawing,
    {
      kind: 'paragraph',
      tone: 'note',
      text: `Аксонометрия, вид с ${massing.fromText}; вне масштаба. Линии на стенах — этажи, тени условные.`,
    },
  ]
}

function indicatorsSection({ indicators }: LayoutOption): Block[] {
  const units = UNIT_TYPES.map((type): Facts['rows'][number] => ({
    label: `— ${UNIT_TYPE_WORDS[type]}`,
    value: formatNumber(indicators.units[type]),
  }))
  const left: Facts['rows'] = [
    { label: 'Площадь участка', value: wholeM2(indicators.site_m2) },
    { label: 'Площадь застройки', value: wholeM2(indicators.footprint_m2) },
    { label: 'Процент застройки', value: formatPercent(indicators.coverage) },
    { label: 'Площадь всех этажей', value: wholeM2(indicators.gfa_m2) },
    { label: 'Плотность застройки', value: formatNumber(indicators.density, 3) },
    { label: 'Доля предела', value: formatPercent(indicators.share_of_bound) },
    { label: 'Этажность, не выше', value: formatNumber(indicators.max_storeys) },
  ]
  const right: Facts['rows'] = [
    { label: 'Продаваемая площадь', value: wholeM2(indicators.saleable_m2) },
    { label: 'Квартир', value: formatNumber(indicators.units_total) },
    ...units,
    { label: 'Машино-мест дано / нужно', value: parkingText(indicators) },
  ]
  left.push({ label: 'Площадки', value: wholeM2(indicators.playground_m2) })
  right.push({
    label: 'Озеленение',
    value: `${wholeM2(indicators.green_m2)} (${formatPercent(indicators.green_share)})`,
  })
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
        { title: 'На плане', align: 'start', widthMm: 16 },
        { title: 'Тип', align: 'start' },
        { title: 'Габариты, м', align: 'end', widthMm: 26 },
        { title: 'Этажей', align: 'end', widthMm: 15 },
        { title: 'Высота, м', align: 'end', widthMm: 20 },
        { title: 'Застройка, м²', align: 'end', widthMm: 25 },
        { title: 'Площадь этажей, м²', align: 'end', widthMm: 33 },
      ],
      rows: buildings.map((building) => ({
        cells: [
          { text: building.name },
          { text: TYPOLOGY[building.typology] },
          { text: extentText(building) },
          { text: formatNumber(building.storeys) },
          { text: formatNumber(building.height_m, 1) },
          { text: formatNumber(building.footprint_m2) },
          { text: formatNumber(building.gfa_m2) },
        ],
      })),
    },
  ]
}

function economicsSection({ economics }: LayoutOption): Block[] {
  return [
    economics
      ? {
          kind: 'paragraph',
          lead: 'Экономика.',
          text:
            `Выручка ${formatRub(economics.revenue_rub)}, затраты ${formatRub(economics.cost_rub)}, ` +
            `маржа ${formatPercent(economics.margin)} выручки.`,
        }
      : {
          kind: 'paragraph',
          lead: 'Экономика.',
          text: 'Рядом нет сделок и объявлений, по которым можно назвать цену: выручка не посчитана.',
        },
  ]
}

function checksSection({ checks }: LayoutOption): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Проверка норм' },
    {
      kind: 'grid',
      together: true,
      columns: [
        { title: 'Норма', align: 'start', widthMm: 48 },
        { title: 'Требуется', align: 'end', widthMm: 27 },
        { title: 'Получено', align: 'end', widthMm: 21 },
        { title: 'Вывод', align: 'start', widthMm: 22 },
        { title: 'Источник', align: 'start' },
      ],
      rows: checks.map((check) => ({
        strong: !check.ok,
        cells: [
          { text: RULE[check.rule] },
          {
            text: `${check.relation === 'at_least' ? '≥' : '≤'}${NO_BREAK_SPACE}${checkValue(check, check.limit)}`,
          },
          { text: checkValue(check, check.actual) },
          { text: check.ok ? 'соблюдено' : 'нарушено' },
          { text: shorten(check.source, LONGEST_SOURCE) },
        ],
      })),
    },
  ]
}

function normsSection({ rule_set }: BestLayouts): Block[] {
  return [
    { kind: 'heading', level: 1, text: 'Нормы и допущения' },
    {
      kind: 'paragraph',
      text: `Набор норм: ${shorten(rule_set.title, 200)} (${shorten(rule_set.id, 60)}).`,
    },
    {
      kind: 'grid',
      columns: [
        { title: 'Норма', align: 'start', widthMm: 48 },
        { title: 'Значение', align: 'start', widthMm: 62 },
        { title: 'Источник', align: 'start' },
      ],
      rows: ruleNames(rule_set.rules).map((name) => ({
        cells: [
          { text: RULE[name] },
          { text: normText(rule_set.rules, name) },
          { text: shorten(rule_set.rules[name].source, LONGEST_SOURCE) } satisfies Cell,
        ],
      })),
    },
  ]
}

function closingSection({ report_id, generated_at, request }: BestLayouts): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Что упрощено' },
    ...SIMPLIFIED.map((text): Block => ({ kind: 'paragraph', tone: 'note', text })),
    {
      kind: 'paragraph',
      tone: 'warning',
      lead: 'Важно.',
      text:
        'Это предварительная проработка, не проектная документация и не градостроительный план. ' +
        'Нормы и ограничения участка проверяются по ПЗЗ, ГПЗУ и местным нормативам до любых решений.',
    },
    {
      kind: 'facts',
      columns: 2,
      rows: [
        { label: 'Отчёт', value: shorten(report_id, 64) },
        { label: 'Составлен', value: formatInstant(generated_at) },
        { label: 'Вариантов не больше', value: formatNumber(request.options) },
        { label: 'Начальное число поиска', value: formatNumber(request.seed) },
      ],
    },
  ]
}

const SIMPLIFIED = [
  'Участок плоский; рельеф, сети, деревья, охранные зоны, красные линии и здания соседей не учтены.',
  'Инсоляция проверена по точкам фасадов на 1,5 м над полом первого жилого этажа, не по помещениям; лоджии и выступы не учтены.',
  'Разметка стоянок на плане условная: число мест считается по площади на место.',
  'Выручка и затраты — сегодняшняя цена на тип квартиры и одна стоимость строительства на м²: без этапов, процентов, земли и налогов.',
  'Квартирография — доли заданного состава от продаваемой площади; планировок этажей нет.',
]

function ruleNames(rules: BestLayouts['rule_set']['rules']): RuleName[] {
  return Object.keys(rules) as RuleName[]
}

/** `2 секционных дома по 9 эт.` is told as `секционный дом × 2, башня`. */
function buildingsText(buildings: readonly Building[]): string {
  const counted = TYPOLOGIES.map((typology): [Typology, number] => [
    typology,
    buildings.filter((building) => building.typology === typology).length,
  ])
  return counted
    .filter(([, count]) => count > 0)
    .map(([typology, count]) =>
      count === 1 ? TYPOLOGY[typology] : `${TYPOLOGY[typology]} × ${count}`,
    )
    .join(', ')
}

function passedText(checks: readonly RuleCheck[]): string {
  return `${checks.filter(({ ok }) => ok).length} из ${checks.length}`
}

function parkingText({ parking_given, parking_needed }: Indicators): string {
  return `${formatNumber(parking_given)} / ${formatNumber(parking_needed)}`
}

function wholeM2(areaM2: number): string {
  return formatAreaM2(Math.round(areaM2))
}

function millions(rub: number): string {
  return `${formatNumber(rub / 1e6, 1)}${NO_BREAK_SPACE}млн ₽`
}

function capitalise(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
