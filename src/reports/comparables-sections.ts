// The comparables of an estimate in its report: where they lie, what they are, how their prices come to
// the subject's.
import type { Block, Cell, Grid } from './document.ts'
import {
  addressOf,
  codeWord,
  formatFloorShort,
  formatRoomsShort,
  formatYear,
} from './estimate-format.ts'
import { CONDITION, FACTOR, KIND, MATERIAL, wordFor } from './estimate-words.ts'
import { shorten } from './plain-text.ts'
import type { EstimateComparable, EstimateSubject, ReportedEstimate } from './reported-estimate.ts'
import {
  formatAreaM2,
  formatDate,
  formatDistanceM,
  formatNumber,
  formatPercent,
  formatRub,
  formatRubPerM2,
  formatSignedPercent,
  UNKNOWN,
} from './russian-format.ts'
import { compassPoint, directionTo, drawSketchMap } from './sketch-map.ts'

/** Two to three lines of the table: twenty comparables must not grow the report past four pages. */
const LONGEST_ADDRESS_IN_TABLE = 64
/** Nearer than this a side of the world says nothing: coordinates are not that exact. */
const LEAST_DISTANCE_WITH_SIDE_M = 10
/** What fits between the price and the net adjustment; more are multiplied into one column. */
const MAX_FACTOR_COLUMNS = 9

export function mapSection(subject: EstimateSubject, comparables: EstimateComparable[]): Block[] {
  const directions = comparables.map((comparable, index) => ({
    number: index + 1,
    comparable,
    direction: directionOf(subject, comparable),
  }))
  const placed = directions.flatMap(({ number, direction }) =>
    direction ? [{ number, ...direction }] : [],
  )
  const legend: Grid = {
    kind: 'grid',
    columns: [
      { title: '№', align: 'end', widthMm: 8 },
      { title: 'Расстояние', align: 'end' },
      { title: 'Сторона', align: 'center' },
      { title: 'Сходство', align: 'end' },
    ],
    rows: directions.map(({ number, comparable, direction }) => ({
      cells: [
        { text: String(number) },
        { text: formatDistanceM(comparable.distance_m ?? direction?.distanceM) },
        { text: sideOf(comparable, direction) },
        { text: formatPercent(comparable.similarity, 0) },
      ],
    })),
  }
  const unplaced = comparables.length - placed.length
  return [
    { kind: 'heading', level: 2, text: 'Расположение аналогов' },
    placed.length === 0
      ? legend
      : { kind: 'beside', ratio: 0.6, left: [drawSketchMap(placed)], right: [legend] },
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        placed.length === 0
          ? 'У аналогов нет координат, поэтому схема не построена.'
          : 'Ромб — объект оценки, номера — аналоги. Расстояние и сторона света верны, улицы не ' +
            `показаны.${unplaced > 0 ? ` Аналогов без координат: ${unplaced}.` : ''}`,
    },
  ]
}

function directionOf(subject: EstimateSubject, comparable: EstimateComparable) {
  const { lat, lon } = comparable
  if (typeof lat !== 'number' || typeof lon !== 'number') return undefined
  const direction = directionTo(subject, { lat, lon })
  return { ...direction, distanceM: comparable.distance_m ?? direction.distanceM }
}

function sideOf(
  comparable: EstimateComparable,
  direction: { distanceM: number; bearingDeg: number } | undefined,
): string {
  if (comparable.same_building) return 'тот же дом'
  const hasSide = direction && direction.distanceM >= LEAST_DISTANCE_WITH_SIDE_M
  return hasSide ? compassPoint(direction.bearingDeg) : UNKNOWN
}

export function comparablesSection(comparables: EstimateComparable[]): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Аналоги' },
    {
      kind: 'grid',
      columns: [
        { title: '№', align: 'end', widthMm: 7 },
        { title: 'Адрес', align: 'start' },
        { title: 'Дата', align: 'start', widthMm: 20 },
        { title: 'Площадь', align: 'end', widthMm: 17 },
        { title: 'Этаж', align: 'end', widthMm: 14 },
        { title: 'Год и стены', align: 'start', widthMm: 24 },
        { title: 'Ремонт', align: 'start', widthMm: 24 },
        { title: 'Цена', align: 'end', widthMm: 24 },
      ],
      rows: comparables.map((comparable, index) => ({
        cells: [
          { text: String(index + 1) },
          withSub(
            addressOf(comparable.address, LONGEST_ADDRESS_IN_TABLE),
            comparable.same_building ? 'в том же доме' : '',
          ),
          withSub(formatDate(comparable.date), wordFor(KIND, comparable.kind)),
          withSub(formatAreaM2(comparable.area_m2), formatRoomsShort(comparable.rooms)),
          { text: formatFloorShort(comparable) },
          withSub(
            formatYear(comparable.year_built),
            comparable.house_material ? wordFor(MATERIAL, comparable.house_material) : '',
          ),
          { text: codeWord(CONDITION, comparable.condition) },
          withSub(
            formatRub(comparable.price_rub),
            formatRubPerM2(
              comparable.price_rub_per_m2 ?? comparable.price_rub / comparable.area_m2,
            ),
          ),
        ],
      })),
    },
  ]
}

function withSub(value: string, sub: string): Cell {
  return sub === '' ? { text: value } : { text: value, sub }
}

export function adjustmentsSection(
  estimate: ReportedEstimate,
  comparables: EstimateComparable[],
): Block[] {
  const { columns: factors, fractionOf } = factorColumns(comparables)
  return [
    { kind: 'heading', level: 2, text: 'Корректировки цен аналогов, %' },
    {
      kind: 'grid',
      together: true,
      columns: [
        { title: '№', align: 'end', widthMm: 7 },
        { title: 'Цена, ₽', align: 'end', widthMm: 20 },
        ...factors.map((factor) => ({ title: factor.title, align: 'end' as const })),
        { title: 'Итого', align: 'end', widthMm: 12 },
        { title: 'По модулю', align: 'end', widthMm: 13 },
        { title: 'Скорр. цена, ₽', align: 'end', widthMm: 20 },
        { title: 'Вес, %', align: 'end', widthMm: 11 },
      ],
      rows: [
        ...comparables.map((comparable, index) => ({
          cells: [
            { text: String(index + 1) },
            { text: formatNumber(comparable.price_rub) },
            ...factors.map(
              ({ codes }): Cell => ({
                text: formatSignedPercent(fractionOf(comparable, codes)),
              }),
            ),
            { text: formatSignedPercent(comparable.net_adjustment) },
            { text: formatNumber(comparable.gross_adjustment * 100, 1) },
            { text: formatNumber(comparable.adjusted_price_rub) },
            { text: formatNumber(comparable.weight * 100, 1) },
          ],
        })),
        {
          strong: true,
          cells: [
            { text: '' },
            { text: 'Итог' },
            ...factors.map(() => ({ text: '' })),
            { text: '' },
            { text: '' },
            { text: formatNumber(estimate.value.market_rub) },
            {
              text: formatNumber(comparables.reduce((sum, { weight }) => sum + weight, 0) * 100, 1),
            },
          ],
        },
      ],
    },
    {
      kind: 'paragraph',
      tone: 'note',
      text:
        'Скорректированная цена — цена аналога, умноженная на (1 + поправка) по каждому столбцу. ' +
        '«Итого» — совокупное изменение цены, «По модулю» — сумма поправок без учёта знака. ' +
        'Последняя строка — взвешенный итог.' +
        (factors.some((factor) => factor.codes.length > 1)
          ? ' «Прочее» — произведение остальных, меньших поправок.'
          : ''),
    },
  ]
}

interface FactorColumn {
  title: string
  codes: string[]
}

/**
 * The factors that occur, in order of appearance; where they are too many, the smallest share one
 * last column, which holds their product, so that each row still multiplies to its price.
 */
function factorColumns(comparables: EstimateComparable[]) {
  const sizes = new Map<string, number>()
  for (const { adjustments } of comparables) {
    for (const { factor, fraction } of adjustments) {
      sizes.set(factor, (sizes.get(factor) ?? 0) + Math.abs(fraction))
    }
  }
  const codes = [...sizes.keys()]
  const bySize = codes.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
  const kept = new Set(codes.length <= MAX_FACTOR_COLUMNS ? codes : bySize.slice(0, 8))
  const folded = codes.filter((code) => !kept.has(code))

  const columns: FactorColumn[] = codes
    .filter((code) => kept.has(code))
    .map((code) => ({ title: shorten(wordFor(FACTOR, code), 10), codes: [code] }))
  if (folded.length > 0) columns.push({ title: 'Прочее', codes: folded })

  const fractionOf = (comparable: EstimateComparable, wanted: string[]): number | undefined => {
    const hits = comparable.adjustments.filter(({ factor }) => wanted.includes(factor))
    if (hits.length === 0) return undefined
    return hits.reduce((product, { fraction }) => product * (1 + fraction), 1) - 1
  }
  return { columns, fractionOf }
}
