// The overview of best layouts before each has its section: the site, the best figures, the options
// beside each other. What was asked for is request-section.ts's.
import type { RuleName } from '../../norms/rule-set.ts'
import { BINDING_RULE } from '../../norms/rule-words.ts'
import { round } from '../../numbers/rounding.ts'
import { LAND_WARNING_CODES } from '../../siteplan/land-warnings.ts'
import type {
  BestLayouts,
  Indicators,
  LayoutOption,
  Objective,
  RuleCheck,
} from '../../siteplan/layouts/layout.ts'
import {
  amenityWeight,
  FULL_SCORE_GREEN,
  FULL_SCORE_SUN,
} from '../../siteplan/layouts/solver/drawing/score.ts'
import {
  formatNumber,
  formatPercent,
  formatWholeM2,
  nounAfter,
  percentInText,
  UNKNOWN,
  withUnit,
} from '../../text/russian-format.ts'
import { type Block, cellsOf, note } from '../document.ts'
import { checkValue, ruleValue } from '../norm-words.ts'
import { shorten } from '../plain-text.ts'
import { MAX_ADDRESS_LENGTH, MAX_CADASTRAL_NUMBER_LENGTH } from '../text-limits.ts'
import { MAIN_FIGURE, OBJECTIVE } from './layout-words.ts'
import { buildingsText, parkingText, warningsText } from './layouts-format.ts'
import { parkingLots } from './parking-lots.ts'
import { farEnoughText } from './parking-words.ts'

export const TITLE = 'Варианты застройки участка'

export function titleSection({ parcel, warnings }: BestLayouts): Block[] {
  const forbidden = warningsText(warnings, LAND_WARNING_CODES)
  const address = parcel.address?.trim()
  const place = address ? ` · ${shorten(address, MAX_ADDRESS_LENGTH)}` : ''
  return [
    { kind: 'heading', level: 1, text: TITLE },
    {
      kind: 'paragraph',
      tone: 'subtitle',
      text: `Кадастровый номер ${shorten(parcel.cadastral_number, MAX_CADASTRAL_NUMBER_LENGTH)}${place}`,
    },
    ...(forbidden === '' ? [] : [{ kind: 'paragraph', tone: 'warning', text: forbidden } as const]),
  ]
}

export function headline(layouts: BestLayouts): Block[] {
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
              value: formatWholeM2(indicators.gfa_m2),
              note: `${shareText(layouts, indicators)}; ${limitText(layouts, indicators)}`,
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
                ? formatMillionsRub(economics.revenue_rub)
                : formatNumber(indicators.units_total),
              note:
                `${economics ? `${flatsText(indicators.units_total)}, ` : ''}` +
                `продаваемая площадь ${formatWholeM2(indicators.saleable_m2)}`,
            },
          ],
        },
      ],
    },
  ]
}

export function comparison({ options, request, rule_set, warnings }: BestLayouts): Block[] {
  const spaceM2 = rule_set.rules.parking_space_m2.value
  const hasPrices = options.every(({ economics }) => economics !== null)
  // A hundred per cent of it would be to build at no cost.
  const isOfProfit = request.objective === 'margin' && hasPrices
  const row = (title: string, cellOf: (option: LayoutOption) => string) => ({
    cells: cellsOf(title, ...options.map(cellOf)),
  })
  const figure = (title: string, cellOf: (indicators: Indicators) => string) =>
    row(title, ({ indicators }) => cellOf(indicators))
  return [
    {
      kind: 'grid',
      together: true,
      columns: [
        { head: '', align: 'start', widthMm: 50 },
        ...options.map(({ rank }) => ({ head: `Вариант ${rank}`, align: 'end' as const })),
      ],
      rows: [
        row('Здания', ({ buildings }) => buildingsText(buildings)),
        { ...figure('Площадь всех этажей', ({ gfa_m2 }) => formatWholeM2(gfa_m2)), strong: true },
        figure('Доля предельной площади', ({ share_of_bound }) => formatPercent(share_of_bound)),
        figure('Продаваемая площадь', ({ saleable_m2 }) => formatWholeM2(saleable_m2)),
        figure('Квартир', ({ units_total }) => formatNumber(units_total)),
        figure('Наибольшая этажность', ({ max_storeys }) => formatNumber(max_storeys)),
        figure('Застройка и плотность', ({ coverage, density }) =>
          [formatPercent(coverage), ruleValue('max_density', density)].join(' · '),
        ),
        figure('Машино-мест есть / нужно', parkingText),
        figure('Озеленение', ({ green_share }) => formatPercent(green_share)),
        row('Инсоляция худшей секции', ({ checks }) => darkestText(checks)),
        row('Выручка', ({ economics }) =>
          economics ? formatMillionsRub(economics.revenue_rub) : UNKNOWN,
        ),
        row('Остаток после строительства', ({ economics }) =>
          economics ? formatPercent(economics.margin) : UNKNOWN,
        ),
        ...(request.objective === 'margin' ? [row('Остаток в рублях', profitText)] : []),
        row('Проверок пройдено', ({ checks }) => passedText(checks)),
        row('Стоянок с разрывом по СанПиН', (option) => {
          const lots = parkingLots(option, spaceM2)
          return lots.length === 0 ? UNKNOWN : farEnoughText(lots)
        }),
        {
          ...row(isOfProfit ? 'Балл' : 'Балл, из 100', ({ score }) => formatNumber(100 * score, 2)),
          strong: true,
        },
      ],
    },
    note(
      [
        orderText(request.objective, hasPrices),
        hasPrices ? '' : 'Цен для этого места нет: выручка не считалась.',
        warningsText(warnings, ['thin_evidence']),
      ]
        .filter(Boolean)
        .join(' '),
    ),
  ]
}

/** By what the options are ordered, in the figures of the table above. */
function orderText(objective: Objective, hasPrices: boolean): string {
  const amenity = amenityWeight(objective)
  const main = MAIN_FIGURE[hasPrices ? objective : 'gfa']
  return (
    `Порядок вариантов — по баллу для цели «${OBJECTIVE[objective]}»: ${percentInText(1 - amenity)} — ${main}, ` +
    `${percentInText(amenity)} — среда: поровну озеленение (до ${percentInText(FULL_SCORE_GREEN)} участка), ` +
    `инсоляция худшей секции (до ${FULL_SCORE_SUN} норм) и малая этажность.`
  )
}

function darkestText(checks: readonly RuleCheck[]): string {
  const sun = checks.find(({ rule }) => rule === 'insolation_h')
  return sun ? checkValue(sun, round(sun.actual, 1)) : UNKNOWN
}

function profitText({ economics }: LayoutOption): string {
  return economics ? formatMillionsRub(economics.revenue_rub - economics.cost_rub) : UNKNOWN
}

/** Below this share of the bound alone, what is within reach is another figure. */
const SAME_BOUND = 0.995

function shareText(
  { upper_bound_gfa_m2: boundM2, reachable_gfa_m2: reachableM2 }: BestLayouts,
  { gfa_m2, share_of_bound }: Indicators,
): string {
  if (reachableM2 <= 0 || reachableM2 > SAME_BOUND * boundM2) {
    return `${formatPercent(share_of_bound)} предела в ${formatWholeM2(boundM2)}`
  }
  return (
    `${formatPercent(gfa_m2 / reachableM2)} достижимых ${formatWholeM2(reachableM2)} ` +
    `(предел норм — ${formatWholeM2(boundM2)}, но этаж тогда меньше, чем у наименьшего дома)`
  )
}

/**
 * From this share of what the norms allow at any number of storeys, the number is not mentioned.
 */
const WHOLE_BOUND = 0.97

/** What the setback stands for where no other rule limits: the shape of what it leaves. */
const SHAPE = 'форма участка внутри отступов от границ'

export function limitName(rule: RuleName): string {
  return rule === 'setback_m' ? SHAPE : BINDING_RULE[rule]
}

function limitText(
  { binding_rule }: BestLayouts,
  { max_storeys, share_of_bound }: Indicators,
): string {
  const limit = `ограничивает ${limitName(binding_rule)}`
  return share_of_bound >= WHOLE_BOUND ? limit : `при этажности ${max_storeys} ${limit}`
}

function flatsText(count: number): string {
  return `${formatNumber(count)} ${nounAfter(count, 'квартира', 'квартиры', 'квартир')}`
}

function passedText(checks: readonly RuleCheck[]): string {
  return `${checks.filter(({ ok }) => ok).length} из ${checks.length}`
}

function formatMillionsRub(rub: number): string {
  return withUnit(formatNumber(rub / 1e6, 1), 'млн ₽')
}
