// The comparables in an estimate's report: a map of where they lie, and a table of what they are.
import { directionTo } from '../../geometry/earth.ts'
import {
  formatAreaM2,
  formatDate,
  formatDistanceM,
  formatRub,
  formatRubPerM2,
  UNKNOWN,
} from '../../text/russian-format.ts'
import { type Block, type Cell, cellsOf, type Grid, note } from '../document.ts'
import { drawSketchMap } from '../drawings/sketch-map.ts'
import { addressText, KIND, roomsText } from '../flat-words.ts'
import {
  codeWord,
  compassPoint,
  formatFloor,
  formatSimilarity,
  formatYear,
} from './estimate-format.ts'
import { CONDITION, MATERIAL, wordFor } from './estimate-words.ts'
import type { EstimateComparable, EstimateSubject } from './reported-estimate.ts'

/** An address takes two to three lines of the table: twenty comparables must fit four pages. */
const MAX_ADDRESS_IN_TABLE_LENGTH = 64
/** Nearer than this no side of the world is given: coordinates are not that exact. */
const MIN_DISTANCE_WITH_SIDE_M = 10

const SIMILARITY_NOTE = note(
  'Сходство 100 % — у такой же квартиры в том же доме на дату оценки. Отличия и неизвестные ' +
    'свойства уменьшают его; цену выравнивают корректировки.',
)

export function mapSection(subject: EstimateSubject, comparables: EstimateComparable[]): Block[] {
  const numbered = comparables.map((comparable, index) => ({
    number: index + 1,
    comparable,
    direction: directionOf(subject, comparable),
  }))
  const placed = numbered.flatMap(({ number, direction }) =>
    direction ? [{ number, ...direction }] : [],
  )
  const legend = [legendGrid(numbered), SIMILARITY_NOTE]
  const heading: Block = { kind: 'heading', level: 2, text: 'Расположение аналогов' }
  if (placed.length === 0) {
    return [heading, ...legend, note('У аналогов нет координат, поэтому схема не построена.')]
  }
  const unplaced = comparables.length - placed.length
  return [
    heading,
    { kind: 'beside', ratio: 0.6, left: [drawSketchMap(placed)], right: legend },
    note(
      'Ромб — объект оценки, точки — аналоги, рядом их номера. Расстояния и стороны ' +
        `света соблюдены, улицы не показаны.${unplaced > 0 ? ` Аналогов без координат: ${unplaced}.` : ''}`,
    ),
  ]
}

interface NumberedComparable {
  /** The one it carries on the map and in every table. */
  readonly number: number
  readonly comparable: EstimateComparable
  /** Undefined where it has no coordinates. */
  readonly direction: Direction | undefined
}

function legendGrid(numbered: readonly NumberedComparable[]): Grid {
  return {
    kind: 'grid',
    columns: [
      { head: '№', align: 'end', widthMm: 8 },
      { head: 'Расстояние', align: 'end' },
      { head: 'Сторона', align: 'center' },
      { head: 'Сходство', align: 'end' },
    ],
    rows: numbered.map(({ number, comparable, direction }) => ({
      cells: cellsOf(
        String(number),
        formatDistanceM(comparable.distance_m ?? direction?.distanceM),
        sideOf(comparable, direction),
        formatSimilarity(comparable.similarity),
      ),
    })),
  }
}

/** From the subject. */
interface Direction {
  readonly distanceM: number
  readonly bearingDeg: number
}

function directionOf(
  subject: EstimateSubject,
  comparable: EstimateComparable,
): Direction | undefined {
  const { lat, lon } = comparable
  if (typeof lat !== 'number' || typeof lon !== 'number') return undefined
  const direction = directionTo(subject, { lat, lon })
  return { ...direction, distanceM: comparable.distance_m ?? direction.distanceM }
}

function sideOf(comparable: EstimateComparable, direction: Direction | undefined): string {
  if (comparable.same_building) return 'тот же дом'
  const hasSide = direction && direction.distanceM >= MIN_DISTANCE_WITH_SIDE_M
  return hasSide ? compassPoint(direction.bearingDeg) : UNKNOWN
}

export function comparablesSection(comparables: EstimateComparable[]): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Аналоги' },
    {
      kind: 'grid',
      columns: [
        { head: '№', align: 'end', widthMm: 7 },
        { head: 'Адрес', align: 'start' },
        { head: 'Дата', align: 'start', widthMm: 20 },
        { head: 'Площадь', align: 'end', widthMm: 17 },
        { head: 'Этаж', align: 'end', widthMm: 14 },
        { head: 'Год и тип дома', align: 'start', widthMm: 30 },
        { head: 'Ремонт', align: 'start', widthMm: 24 },
        { head: 'Цена', align: 'end', widthMm: 24 },
      ],
      rows: comparables.map((comparable, index) => ({
        cells: [
          { text: String(index + 1) },
          withSub(
            addressText(comparable.address, MAX_ADDRESS_IN_TABLE_LENGTH),
            comparable.same_building ? 'в том же доме' : '',
          ),
          withSub(formatDate(comparable.date), wordFor(KIND, comparable.kind)),
          withSub(formatAreaM2(comparable.area_m2), roomsText(comparable.rooms)),
          { text: formatFloor(comparable, '/') },
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
