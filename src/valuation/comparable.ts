// What a comparable is (one deal or one advert), and how one CSV record becomes one or is refused.
// Never here: reading files, storing rows, or judging a price against its market (cleaning does).
import { storableText } from '../db/storable-text.ts'
import { dayOfIso } from './calendar.ts'

export const KINDS = ['deal', 'listing'] as const
export const HOUSE_MATERIALS = [
  'panel',
  'block',
  'brick',
  'monolith',
  'monolith_brick',
  'stalin',
  'wood',
  'other',
] as const
export const CONDITIONS = ['none', 'cosmetic', 'euro', 'designer'] as const
export const MARKETS = ['new', 'secondary'] as const

export type Kind = (typeof KINDS)[number]
export type HouseMaterial = (typeof HOUSE_MATERIALS)[number]
export type Condition = (typeof CONDITIONS)[number]
export type Market = (typeof MARKETS)[number]

/** What is known of a flat, whoever describes it; null = unknown. Areas m², heights m, WGS84 degrees. */
export interface Dwelling {
  lat: number
  lon: number
  address: string | null
  city: string | null
  district: string | null
  areaM2: number
  kitchenAreaM2: number | null
  livingAreaM2: number | null
  /** 0 is a studio. */
  rooms: number
  floor: number | null
  floorsTotal: number | null
  yearBuilt: number | null
  houseMaterial: HouseMaterial | null
  buildingClass: string | null
  condition: Condition | null
  market: Market | null
  ceilingHeightM: number | null
}

/** One deal or one advert. `date` is ISO (YYYY-MM-DD), `priceRub` the whole price. */
export type Comparable = Dwelling & {
  sourceId: string
  kind: Kind
  date: string
  priceRub: number
}

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

/** Foreign header names by column of the schema, as `--map price_rub=cost` gives them. */
export type ColumnMapping = Partial<Record<Column, string>>

/** Position of each column of the schema in a file's header; absent columns are missing from the map. */
export type HeaderPositions = ReadonlyMap<Column, number>

type Parsed = { ok: true; comparable: Comparable } | { ok: false; column: Column; reason: string }

const LONGEST_TEXT = 300
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/**
 * Finds the schema's columns in a header line.
 * @returns the positions, or the required columns (by the names looked for) that the header lacks
 */
export function headerPositions(
  header: readonly string[],
  mapping: ColumnMapping = {},
): { ok: true; positions: HeaderPositions } | { ok: false; missing: string[] } {
  const positions = new Map<Column, number>()
  const missing: string[] = []
  for (const column of COLUMNS) {
    const name = mapping[column] ?? column
    const at = header.findIndex((cell) => cell.trim().toLowerCase() === name.toLowerCase())
    if (at >= 0) positions.set(column, at)
    else if (REQUIRED_COLUMNS.includes(column) || mapping[column] !== undefined) missing.push(name)
  }
  return missing.length > 0 ? { ok: false, missing } : { ok: true, positions }
}

class Refusal extends Error {
  readonly column: Column
  constructor(column: Column, reason: string) {
    super(reason)
    this.column = column
  }
}

/**
 * One record of cells to a comparable, or the column at fault and why.
 * Malformed or unknown values refuse the record; a side measure no flat can have (a ceiling of 340 m, a kitchen
 * larger than the flat) is taken as unknown, since the price is still evidence.
 */
export function parseComparable(cells: readonly string[], positions: HeaderPositions): Parsed {
  const text = (column: Column): string | null => {
    const at = positions.get(column)
    const cell = at === undefined ? '' : storableText((cells[at] ?? '').trim())
    if (cell.length > LONGEST_TEXT)
      throw new Refusal(column, `longer than ${LONGEST_TEXT} characters`)
    return cell === '' ? null : cell
  }
  const required = (column: Column): string => {
    const value = text(column)
    if (value === null) throw new Refusal(column, 'required value is empty')
    return value
  }
  const numeric = (column: Column, value: string): number => {
    if (!NUMBER.test(value)) throw new Refusal(column, `not a number: ${value.slice(0, 40)}`)
    return Number(value)
  }
  const within = (column: Column, low: number, high: number): number => {
    const value = numeric(column, required(column))
    if (value < low || value > high) throw new Refusal(column, `outside ${low}–${high}`)
    return value
  }
  const whole = (column: Column, low: number, high: number): number | null => {
    const cell = text(column)
    if (cell === null) return null
    const value = numeric(column, cell)
    if (!Number.isInteger(value))
      throw new Refusal(column, `not a whole number: ${cell.slice(0, 40)}`)
    if (value < low || value > high) throw new Refusal(column, `outside ${low}–${high}`)
    return value
  }
  const plausible = (column: Column, low: number, high: number): number | null => {
    const cell = text(column)
    if (cell === null) return null
    const value = numeric(column, cell)
    return value >= low && value <= high ? value : null
  }
  const oneOf = <T extends string>(column: Column, values: readonly T[]): T | null => {
    const cell = text(column)
    if (cell === null) return null
    const found = values.find((value) => value === cell)
    if (found === undefined) throw new Refusal(column, `unknown value: ${cell.slice(0, 40)}`)
    return found
  }
  try {
    const sourceId = required('source_id')
    const kind = oneOf('kind', KINDS)
    if (kind === null) throw new Refusal('kind', 'required value is empty')
    const date = required('date')
    const day = dayOfIso(date)
    if (day === null || date < '1900-01-01' || date > '2199-12-31')
      throw new Refusal('date', `not a date (YYYY-MM-DD): ${date.slice(0, 40)}`)
    const areaM2 = within('area_m2', 8, 1000)
    const rooms = whole('rooms', 0, 50)
    if (rooms === null) throw new Refusal('rooms', 'required value is empty')
    const floor = whole('floor', -5, 200)
    const floorsTotal = whole('floors_total', 1, 200)
    if (floor !== null && floorsTotal !== null && floor > floorsTotal)
      throw new Refusal('floor', 'floor is above floors_total')
    return {
      ok: true,
      comparable: {
        sourceId,
        kind,
        date,
        priceRub: Math.round(within('price_rub', 1, 1e12)),
        lat: within('lat', -90, 90),
        lon: within('lon', -180, 180),
        address: text('address'),
        city: text('city'),
        district: text('district'),
        areaM2,
        kitchenAreaM2: plausible('kitchen_area_m2', 1, 0.8 * areaM2),
        livingAreaM2: plausible('living_area_m2', 4, areaM2),
        rooms,
        floor,
        floorsTotal,
        yearBuilt: wholeOrNull(plausible('year_built', 1700, 2100)),
        houseMaterial: oneOf('house_material', HOUSE_MATERIALS),
        buildingClass: text('building_class'),
        condition: oneOf('condition', CONDITIONS),
        market: oneOf('market', MARKETS),
        ceilingHeightM: plausible('ceiling_height_m', 2, 8),
      },
    }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, column: error.column, reason: error.message }
    throw error
  }
}

function wholeOrNull(value: number | null): number | null {
  return value !== null && Number.isInteger(value) ? value : null
}
