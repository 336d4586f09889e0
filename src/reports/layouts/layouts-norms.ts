// The end of the report of best layouts: every norm with its source, what is simplified, the
// disclaimer. Nothing follows it: a row or two would get a last page to themselves.
import { isAssumed } from '../../norms/assumed-norms.ts'
import { asksForStoreys } from '../../norms/rule-look-ups.ts'
import type { BestLayouts } from '../../siteplan/layouts/layout.ts'
import { formatDate, lowerFirst } from '../../text/russian-format.ts'
import { type Block, cellsOf, note } from '../document.ts'
import { normText, RULE } from '../norm-words.ts'
import { shorten } from '../plain-text.ts'
import { MAX_ID_LENGTH } from '../text-limits.ts'
import { HOUSE_SIZES_TEXT } from './house-words.ts'
import { MAX_SOURCE_LENGTH, ruleNames } from './layouts-format.ts'

export function normsSection({ rule_set, ...layouts }: BestLayouts): Block[] {
  return [
    { kind: 'heading', level: 1, text: 'Нормы и допущения' },
    {
      kind: 'paragraph',
      text:
        `Набор норм: ${shorten(rule_set.title, 200)}, код ${shorten(rule_set.id, 60)}. ` +
        `Отчёт ${shorten(layouts.report_id, MAX_ID_LENGTH)} составлен по состоянию на ${formatDate(layouts.generated_at)}, ` +
        `начальное число поиска ${layouts.request.seed}.`,
    },
    {
      kind: 'grid',
      columns: [
        { head: 'Норма', align: 'start', widthMm: 48 },
        { head: 'Значение', align: 'start', widthMm: 55 },
        { head: 'Источник', align: 'start' },
      ],
      rows: ruleNames(rule_set.rules).map((name) => ({
        cells: cellsOf(
          RULE[name],
          normText(rule_set.rules, name),
          shorten(rule_set.rules[name].source, MAX_SOURCE_LENGTH),
        ),
      })),
    },
  ]
}

export function closingSection({ rule_set, options, method }: BestLayouts): Block[] {
  const ofOptions = options.length > 0 ? SIMPLIFIED_IN_OPTIONS : []
  return [
    { kind: 'heading', level: 2, text: 'Что упрощено' },
    ...[...SIMPLIFIED, ...ofOptions, ...assumedText(rule_set)].map(note),
    {
      kind: 'paragraph',
      tone: 'warning',
      lead: 'Важно.',
      text: method.disclaimer,
    },
  ]
}

const SIMPLIFIED = [
  HOUSE_SIZES_TEXT,
  'Участок плоский; рельеф, сети, деревья, охранные зоны, красные линии, здания соседей, улицы и нагрузка на выезды не учтены: выезд может вести на чужую землю. На пожарных проездах не проверены разворотные площадки, длина тупиков и встречное движение.',
  'Инсоляция проверена по точкам фасадов на 1,5 м над полом первого жилого этажа, не по помещениям; лоджии и выступы не учтены.',
  'Стоянки и площадки — не ближе 3 м к стенам, где удалось — дальше. Удалённость от домов и расстояния от площадок до стоянок и окон по нормам не проверены.',
  'Озеленение — всё, что не занято зданиями, проездами, стоянками и площадками: дорожки считаются озеленением.',
  'Выручка — по сегодняшней цене каждого типа квартир, затраты — по единой стоимости строительства 1 м²: без стадий продаж, земли, процентов, расходов на продажу и налогов.',
  'Площадь этажей — в габаритах наружных стен (СПП в ГНС). Число квартир — по продаваемой площади и заданным долям; планировок нет.',
]

/** Said of what is drawn and checked only where something is. */
const SIMPLIFIED_IN_OPTIONS = [
  'Разрыв от стоянок по СанПиН 2.2.1/2.1.1.1200-03 (табл. 7.1.1) — под «Проверкой норм», в число проверок не входит.',
  'Разметка стоянок на плане условная: число мест считается по площади на место.',
]

/** The norms that nobody set, neither a code nor the place: their sources say so. */
function assumedText({ rules }: BestLayouts['rule_set']): string[] {
  const assumed = ruleNames(rules).filter(
    (name) => isAssumed(rules[name]) && (name !== 'min_storeys' || asksForStoreys(rules)),
  )
  if (assumed.length === 0) return []
  return [
    `Приняты расчётом, не нормативом: ${assumed.map((name) => lowerFirst(RULE[name])).join('; ')}.`,
  ]
}
