// The columns of the import schema, and how one record of a CSV file becomes a comparable or is
// refused. Never here: reading files, storing rows, or judging a price against its market (cleaning
// does).
import { dayOfIso } from '../../calendar.ts'
import {
  CONDITIONS,
  type Comparable,
  type Condition,
  EARLIEST_DATE,
  HOUSE_MATERIALS,
  type HouseMaterial,
  KINDS,
  type Kind,
  MARKETS,
  type Market,
} from './comparable.ts'
import { CellRefusal, inRange, RecordCells, type Synonyms } from './record-cells.ts'

/** The columns of the import schema, in its order. */
export const COLUMNS = [
  'source_id',
  'kind',
  'date',
  'price_rub',
  'lat',
  'lon',
  'address',
  'city',
  'district',
  'area_m2',
  'kitchen_area_m2',
  'living_area_m2',
  'rooms',
  'floor',
  'floors_total',
  'year_built',
  'house_material',
  'building_class',
  'condition',
  'market',
  'ceiling_height_m',
] as const

export type Column = (typeof COLUMNS)[number]

const REQUIRED_COLUMNS: readonly Column[] = [
  'source_id',
  'kind',
  'date',
  'price_rub',
  'lat',
  'lon',
  'area_m2',
  'rooms',
]

/** How a file differs from the schema. */
export interface FileColumns {
  /** The file's own names, as `--map price_rub=cost` gives them. */
  readonly names?: ColumnTexts
  /** What counts where a row has nothing, as `--default kind=listing` gives it. */
  readonly defaults?: ColumnTexts
  /** Read as if the file did not have them, as `--ignore condition` names them. */
  readonly ignored?: readonly Column[]
}

export type ColumnTexts = Partial<Record<Column, string>>

/** Position of each column of the schema in a file's header, without those the file lacks. */
export type HeaderPositions = ReadonlyMap<Column, number>

type Parsed =
  | { readonly comparable: Comparable }
  | { readonly column: Column; readonly reason: string }

/** What Russian feeds write. Of several words before commas the first counts. */
// Not "продажа": feeds of adverts write that for an offer.
const KIND_WORDS: Synonyms<Kind> = { deal: /^сделка$/iu, listing: /^(?:объявление|предложение)$/iu }
const MARKET_WORDS: Synonyms<Market> = {
  new: /^новостройк|^первич/iu,
  secondary: /^вторичка|^вторичн/iu,
}
const MATERIAL_WORDS: Synonyms<HouseMaterial> = {
  panel: /^(?:(?:железобетон\S*|ж\/?б)[\s-]+)?панел/iu,
  block:
    /^(?:(?:железобетон\S*|ж\/?б)[\s-]+)?(?!кирпич|монолит)\S*бло[кч]|^(?:газо|пено|шлако|керамзито)(?:бетон|силик)/iu,
  brick: /^кирпич(?![^\s,/]*[\s/-]+монолит)/iu,
  monolith_brick: /^монолит[^\s,/]*[\s/-]+кирпич|^кирпич[^\s,/]*[\s/-]+монолит/iu,
  monolith: /^(?:(?:железобетон\S*|ж\/?б|каркасн\S*)[\s-]+)?монолит(?![^\s,/]*[\s/-]+кирпич)/iu,
  stalin: /^сталин/iu,
  wood: /^дерев|^щитов/iu,
  other:
    /^(?:иной|друг(?:ой|ое)|проч(?:ий|ее|ие)|смешанн(?:ый|ые|ое)|старый фонд|железобетон\S*|ж\/?б)$/iu,
}
const STUDIO = /^студи[яию]$/iu
const CONDITION_WORDS: Synonyms<Condition> = {
  none: /^без (?:ремонта|отделки)|^чернов|^(?:пред|под )чист|^white ?box$|^требует/iu,
  cosmetic: /^космет|^чистов/iu,
  euro: /^евро/iu,
  designer: /^дизайн/iu,
}

/**
 * Finds the schema's columns in a header line.
 * @returns the positions, or the required columns (by the names looked for) that the header lacks
 */
export function headerPositions(
  header: readonly string[],
  { names = {}, defaults = {}, ignored = [] }: FileColumns = {},
): { readonly positions: HeaderPositions } | { readonly missing: readonly string[] } {
  const positions = new Map<Column, number>()
  const missing: string[] = []
  for (const column of COLUMNS) {
    const name = names[column] ?? column
    const isRead = !ignored.includes(column)
    const at = header.findIndex((cell) => cell.trim().toLowerCase() === name.toLowerCase())
    if (at >= 0 && isRead) positions.set(column, at)
    else if (names[column] !== undefined && isRead) missing.push(name)
    else if (REQUIRED_COLUMNS.includes(column) && !defaults[column]) {
      missing.push(isRead ? name : `${name} (ignored)`)
    }
  }
  return missing.length > 0 ? { missing } : { positions }
}

/**
 * Turns one record of cells into a comparable, or names the column at fault and why.
 * Malformed or unknown values refuse the record. A side measure that no flat can have (a ceiling of
 * 340 m, a kitchen larger than the flat) counts as unknown, since the price is still evidence.
 */
export function parseComparable(
  cells: readonly string[],
  positions: HeaderPositions,
  defaults: ColumnTexts = {},
): Parsed {
  try {
    return { comparable: readComparable(new RecordCells(cells, positions, defaults)) }
  } catch (error) {
    if (!(error instanceof CellRefusal)) throw error
    return { column: error.column as Column, reason: error.message }
  }
}

/** @throws CellRefusal of the first cell at fault */
function readComparable(of: RecordCells<Column>): Comparable {
  const sourceId = of.required('source_id', of.text('source_id'))
  const kind = of.required('kind', of.oneOf('kind', KINDS, KIND_WORDS))
  const date = readDate(of)
  const areaM2 = of.number('area_m2', 8, 1000)
  const { floor, floorsTotal } = readFloors(of)
  return {
    sourceId,
    kind,
    date,
    priceRub: readPriceRub(of),
    ...readPlace(of),
    address: of.text('address'),
    city: of.text('city'),
    district: of.text('district'),
    areaM2,
    kitchenAreaM2: of.plausible('kitchen_area_m2', 1, 0.8 * areaM2),
    livingAreaM2: of.plausible('living_area_m2', 4, areaM2),
    rooms: readRooms(of, areaM2),
    floor,
    floorsTotal,
    yearBuilt: wholeOrNull(of.plausible('year_built', 1700, 2100)),
    houseMaterial: of.oneOf('house_material', HOUSE_MATERIALS, MATERIAL_WORDS),
    buildingClass: of.text('building_class'),
    condition: of.oneOf('condition', CONDITIONS, CONDITION_WORDS),
    market: of.oneOf('market', MARKETS, MARKET_WORDS),
    ceilingHeightM: of.plausible('ceiling_height_m', 2, 8),
  }
}

function readPlace(of: RecordCells<Column>): Pick<Comparable, 'lat' | 'lon'> {
  const [lat, lon] = [of.number('lat', -90, 90), of.number('lon', -180, 180)]
  if (lat === 0 && lon === 0) {
    throw new CellRefusal('lat', '0, 0 lies at sea: the place is not known')
  }
  return { lat, lon }
}

/** With less for each room, the kitchen and the bath included, a number of rooms is none. */
const LEAST_M2_PER_ROOM = 5

function readRooms(of: RecordCells<Column>, areaM2: number): number {
  if (STUDIO.test(of.text('rooms') ?? '')) return 0
  const rooms = of.required('rooms', of.whole('rooms', 0, 50))
  if (areaM2 < LEAST_M2_PER_ROOM * rooms) {
    throw new CellRefusal('rooms', `${rooms} in ${areaM2} m² (a studio has 0)`)
  }
  return rooms
}

/** Below, whole roubles would be half a per cent off and more: no such price has kopecks. */
const LEAST_PRICE_WITH_KOPECKS = 100

function readPriceRub(of: RecordCells<Column>): number {
  const price = of.number('price_rub', 1, 1e12)
  if (price < LEAST_PRICE_WITH_KOPECKS && !Number.isInteger(price)) {
    throw new CellRefusal('price_rub', `not in roubles but in millions? ${price}`)
  }
  return Math.round(price)
}

interface Floors {
  readonly floor: number | null
  readonly floorsTotal: number | null
}

/** `3/9` or `3 из 9`: the floor, and those of the house. */
const FLOOR_OF_FLOORS = /^(?<floor>-?\d{1,3})\s*(?:\/|из)\s*(?<floors>\d{1,3})$/iu

function readFloors(of: RecordCells<Column>): Floors {
  const stated = of.isMinusOne('floors_total') ? null : of.whole('floors_total', 1, 200)
  const both = FLOOR_OF_FLOORS.exec(of.text('floor') ?? '')?.groups
  const floorsTotal = both ? inRange('floor', Number(both.floors), 1, 200) : stated
  if (of.holds('floors_total') && stated !== null && stated !== floorsTotal) {
    throw new CellRefusal('floor', 'names another number of floors than floors_total')
  }
  // A feed that does not know the house's floors does not mean a basement either.
  if (!both && floorsTotal === null && of.isMinusOne('floor')) return { floor: null, floorsTotal }
  const floor = both ? inRange('floor', Number(both.floor), -5, 200) : of.whole('floor', -5, 200)
  if (floor !== null && floorsTotal !== null && floor > floorsTotal) {
    throw new CellRefusal('floor', 'above floors_total')
  }
  return { floor, floorsTotal }
}

/**
 * A date as ISO, `20260529` and `2026/05/29` too, or as Russia writes it, `29.05.2026`; with or
 * without a time of day behind it. Two digits of a year could be those of a day.
 */
const DATE =
  /^(?:(?<y>\d{4})(?<mark>[-/]?)(?<m>\d{2})\k<mark>(?<d>\d{2})|(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}))(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/u

/** The day that a cell names; a time of day is dropped, as it stands. */
function isoIn(cell: string): string | null {
  const { y, m, d, day = '', month = '', year = '' } = DATE.exec(cell)?.groups ?? {}
  const russian = [year, month.padStart(2, '0'), day.padStart(2, '0')]
  const date = (y === undefined ? russian : [y, m, d]).join('-')
  return dayOfIso(date) === null ? null : date
}

function readDate(of: RecordCells<Column>): string {
  const cell = of.required('date', of.text('date'))
  const date = isoIn(cell)
  if (date === null) {
    throw new CellRefusal('date', `not a date (YYYY-MM-DD or DD.MM.YYYY): ${cell.slice(0, 40)}`)
  }
  if (date < EARLIEST_DATE) {
    throw new CellRefusal('date', `before ${EARLIEST_DATE}: ${date}`)
  }
  return date
}

function wholeOrNull(value: number | null): number | null {
  return value !== null && Number.isInteger(value) ? value : null
}
