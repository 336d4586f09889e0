// The value in an estimate's report: the value, the flat, and the confidence.
import { clamp } from '../../numbers/clamp.ts'
import {
  asSentence,
  capitalise,
  formatAreaM2,
  formatDate,
  formatDistanceM,
  formatInstant,
  formatNumber,
  formatPercent,
  formatPlace,
  formatRub,
  formatRubPerM2,
  formatShort,
  formatSignedPercent,
  UNKNOWN,
  withUnit,
} from '../../text/russian-format.ts'
import { CONFIDENCE_REASONS } from '../../valuation/wire/estimate-codes.ts'
import { type Block, type Fact, type Figures, note } from '../document.ts'
import { drawConfidenceGauge, drawValueBand } from '../drawings/charts/value-drawings.ts'
import { addressText } from '../flat-words.ts'
import { outsideText, shorten } from '../plain-text.ts'
import { MAX_ADDRESS_LENGTH, MAX_ID_LENGTH } from '../text-limits.ts'
import {
  codeWord,
  formatDays,
  formatFloor,
  formatHeight,
  formatRooms,
  formatRubRange,
  formatYear,
} from './estimate-format.ts'
import {
  ATTRIBUTE,
  BASIS,
  CONDITION,
  LEVELS,
  MARKET,
  MATERIAL,
  REASON,
  wordFor,
} from './estimate-words.ts'
import type { EstimateComparable, ReportedEstimate } from './reported-estimate.ts'
import { dealPriceOf } from './trade-in-section.ts'

export const TITLE = 'Автоматическая оценка стоимости квартиры'

export function valueSection(
  estimate: ReportedEstimate,
  comparables: EstimateComparable[],
): Block[] {
  const { value, subject } = estimate
  return [
    { kind: 'heading', level: 1, text: TITLE },
    { kind: 'paragraph', tone: 'subtitle', text: addressText(subject.address, MAX_ADDRESS_LENGTH) },
    {
      kind: 'beside',
      ratio: 0.58,
      left: [valueFigures(estimate)],
      right: reliability(estimate),
    },
    drawValueBand({
      valueWord: value.basis === 'ask' ? 'цена в объявлении' : 'рыночная стоимость',
      lowRub: value.low_rub,
      marketRub: value.market_rub,
      highRub: value.high_rub,
      comparables: comparables.map((comparable) => ({
        priceRub: comparable.adjusted_price_rub,
        weight: comparable.weight,
      })),
    }),
  ]
}

function valueFigures({ value }: ReportedEstimate): Figures {
  return {
    kind: 'figures',
    items: [
      {
        label: value.basis === 'ask' ? 'Цена в объявлении' : 'Рыночная стоимость',
        value: formatRub(value.market_rub),
        note: `${formatRubPerM2(value.market_rub_per_m2)}, ${wordFor(BASIS, value.basis)}`,
      },
      {
        label: `Диапазон с вероятностью ${formatPercent(value.interval, 0)}`,
        value: formatRubRange(value.low_rub, value.high_rub),
      },
    ],
  }
}

/** The confidence in the value, and the price of the other basis. */
function reliability(estimate: ReportedEstimate): Block[] {
  const { confidence } = estimate
  const level = clamp(Math.round(confidence.level), 1, LEVELS.length)
  const otherPrice = priceOfOtherBasis(estimate)
  return [
    {
      kind: 'figures',
      items: [
        {
          label: 'Надёжность оценки',
          value: `${level} из ${LEVELS.length}`,
          note: LEVELS[level - 1] ?? UNKNOWN,
        },
      ],
    },
    drawConfidenceGauge(level, LEVELS.length),
    note(`В двух случаях из трёх погрешность не больше ${formatPercent(confidence.fsd)}.`),
    ...(otherPrice ? [note(otherPrice)] : []),
  ]
}

/** What to ask in an advert or, where that was asked for, what a deal would bring. */
function priceOfOtherBasis({ value, trade_in }: ReportedEstimate): string | undefined {
  const [name, rub] =
    value.basis === 'ask'
      ? ['Цена вероятной сделки', dealPriceOf(trade_in)]
      : ['Цена в объявлении', value.ask_rub]
  if (rub === null || rub === undefined) return undefined
  const bargaining = formatSignedPercent(value.bargaining)
  const inBrackets = bargaining === UNKNOWN ? '' : ` (торг ${withUnit(bargaining, '%')})`
  return `${name} — ${formatRub(rub)}${inBrackets}.`
}

/**
 * Days are those of UTC: just after midnight in Moscow, today's is a day behind the time beside it.
 */
function valuationDay(valuationDate: string, createdAt: string): string {
  const day = formatDate(valuationDate)
  const isToday = formatDate(createdAt) === day
  return isToday && !formatInstant(createdAt).startsWith(day) ? `${day} (по UTC)` : day
}

export function subjectSection({
  subject,
  id,
  valuation_date,
  created_at,
}: ReportedEstimate): Block[] {
  const imputed = new Set(subject.imputed)
  const counted = { ...subject.imputed_values, ...subject }
  const row = (field: string, label: string, value: string): Fact => ({
    label,
    value,
    ...(imputed.has(field) ? { mark: '*' } : {}),
  })
  const rows = [
    row('area_m2', 'Общая площадь', formatAreaM2(subject.area_m2)),
    row('rooms', 'Комнаты', formatRooms(subject.rooms)),
    row('kitchen_area_m2', 'Площадь кухни', formatAreaM2(counted.kitchen_area_m2)),
    row('living_area_m2', 'Жилая площадь', formatAreaM2(counted.living_area_m2)),
    row('floor', 'Этаж', formatFloor(subject)),
    row('ceiling_height_m', 'Высота потолков', formatHeight(counted.ceiling_height_m)),
    row('year_built', 'Год постройки', formatYear(counted.year_built)),
    row('house_material', 'Тип дома', codeWord(MATERIAL, counted.house_material)),
    row('condition', 'Ремонт', codeWord(CONDITION, counted.condition)),
    row('building_class', 'Класс дома', outsideText(counted.building_class, 40)),
    row('market', 'Рынок', codeWord(MARKET, subject.market)),
    row('lat', 'Координаты', formatPlace(subject)),
    row('valuation_date', 'Дата оценки', valuationDay(valuation_date, created_at)),
    row('created_at', 'Составлено', formatInstant(created_at)),
  ]
  return [
    { kind: 'heading', level: 2, text: 'Объект оценки' },
    { kind: 'facts', columns: 2, rows },
    ...(imputed.size === 0
      ? []
      : [
          note(
            '* В запросе не указано; в расчёт взято значение по другим квартирам дома или типичное. ' +
              'Уточнение может изменить оценку.',
          ),
        ]),
    ...setAsideNote(subject),
    note(`Идентификатор оценки: ${shorten(id, MAX_ID_LENGTH)}`),
  ]
}

/** What stands among the facts and does not count. */
function setAsideNote({ set_aside }: ReportedEstimate['subject']): Block[] {
  const names = (set_aside ?? [])
    .slice(0, Object.keys(ATTRIBUTE).length)
    .map((code) => wordFor(ATTRIBUTE, code))
  if (names.length === 0) return []
  return [
    note(
      `Не учтено в стоимости: ${names.join(', ')} — в данных об этом городе таких сведений почти нет.`,
    ),
  ]
}

export function confidenceSection({ confidence }: ReportedEstimate): Block[] {
  const reasons = (confidence.reasons ?? [])
    .slice(0, CONFIDENCE_REASONS.length)
    .map((code) => asSentence(capitalise(wordFor(REASON, code))))
  const rows = [
    { label: 'Аналогов', value: formatNumber(confidence.n_comparables) },
    { label: 'Аналогов с учётом весов', value: formatShort(confidence.n_effective, 1) },
    { label: 'Самый дальний аналог', value: formatDistanceM(confidence.max_distance_m) },
    { label: 'Давность (медиана)', value: formatDays(confidence.median_age_days) },
  ]
  return [
    { kind: 'heading', level: 2, text: 'На чём держится оценка' },
    { kind: 'facts', columns: 2, rows },
    ...(reasons.length === 0
      ? []
      : [
          {
            kind: 'paragraph',
            lead: 'Замечания к надёжности.',
            text: reasons.join(' '),
          } as const,
        ]),
  ]
}
