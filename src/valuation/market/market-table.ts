// The evidence as columns of numbers, in content order: the input of every step of the method.
// Never here: indices, effects or residuals; those belong to the steps that learn them.
import { dayOfIso, monthOfDay } from '../../calendar.ts'
import { median } from '../../order-statistics.ts'
import type { Evidence } from './cleaning.ts'
import { cityName, className, districtName, FLAT, flatVector, type Words } from './flat-vector.ts'
import { settledConditions } from './settled-condition.ts'
import { untoldAttributes } from './untold-attributes.ts'

export interface MarketTable {
  readonly n: number
  /** n × FLAT.size, row-major. */
  readonly flats: Float64Array
  /** Days since 1970-01-01. */
  readonly day: Int32Array
  /** As `monthOfDay` counts. */
  readonly month: Int32Array
  /** ln of the price in roubles as recorded. */
  readonly lnPrice: Float64Array
  /** 1 where the price was asked, 0 where it was paid. */
  readonly listing: Uint8Array
  /** Position in `buildings`. */
  readonly building: Int32Array
  readonly buildings: string[]
  /** Bit k: the k-th of BUILDING_ATTRIBUTES was filled from the building's other flats. */
  readonly filled: Uint8Array
  readonly words: Words
  /**
   * Usual share of a flat's area, by one of SHARES, then by number of rooms. The last entry is
   * for that many rooms or more.
   */
  readonly usualShares: Map<number, number[]>
  /** By code of `MARKETS`, see `settledConditions`. */
  readonly settledConditions: readonly number[]
  /** By code of a city, see `untoldAttributes`. */
  readonly untold: readonly (readonly number[])[]
}

/** A row's flat: a view of the table, not a copy. */
export function flatOf({ flats }: Pick<MarketTable, 'flats'>, row: number): Float64Array {
  return flats.subarray(row * FLAT.size, (row + 1) * FLAT.size)
}

/** Measures whose gaps are filled with the usual share for the number of rooms. */
export const SHARES = [FLAT.kitchenShare, FLAT.livingShare] as const
const MAX_ROOMS_APART = 5

/** Attributes whose gaps are filled from the building's other flats. */
export const BUILDING_ATTRIBUTES = [
  FLAT.year,
  FLAT.floors,
  FLAT.material,
  FLAT.class,
  FLAT.ceilingM,
] as const

/** A class or district with fewer rows has no effect worth estimating: it counts as unknown. */
const MIN_FOR_A_WORD = 5
/** Only the most common words count, so that free text cannot outgrow the regression. */
const MAX_WORDS = 400

interface Coder {
  readonly list: string[]
  code(word: string | null): number
}

function coderOver(list: string[], open: boolean): Coder {
  const codes = new Map(list.map((word, code) => [word, code]))
  return {
    list,
    code(word) {
      if (word === null) return Number.NaN
      const known = codes.get(word)
      if (known !== undefined) return known
      if (!open) return Number.NaN
      codes.set(word, list.length)
      list.push(word)
      return list.length - 1
    },
  }
}

/** Gives every new word the next code. */
const openCoder = (): Coder => coderOver([], true)

/** Codes only words that enough rows use; others are unknown. */
function coderOfCommon(words: Iterable<string | null>): Coder {
  const counts = new Map<string, number>()
  for (const word of words) if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1)
  const common = [...counts]
    .filter(([, count]) => count >= MIN_FOR_A_WORD)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MAX_WORDS)
  return coderOver(
    common.map(([word]) => word),
    false,
  )
}

/** The most frequent code (of equals the smaller), or the median of a measure. NaN if none. */
export function consensus(position: number, values: number[]): number {
  if (values.length === 0) return Number.NaN
  if (position !== FLAT.material && position !== FLAT.class) {
    const middle = median(values)
    return position === FLAT.ceilingM ? middle : Math.round(middle)
  }
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, one) =>
    one[1] > best[1] || (one[1] === best[1] && one[0] < best[0]) ? one : best,
  )[0]
}

/**
 * Makes the table. The evidence must be in content order. Gaps in a building's attributes are
 * filled from its other flats.
 */
export function marketTable(evidence: readonly Evidence[]): MarketTable {
  const n = evidence.length
  const classes = coderOfCommon(evidence.map(({ comparable }) => className(comparable)))
  const districts = coderOfCommon(evidence.map(({ comparable }) => districtName(comparable)))
  const cities = openCoder()
  const buildings = openCoder()
  const table: MarketTable = {
    n,
    flats: new Float64Array(n * FLAT.size),
    day: new Int32Array(n),
    month: new Int32Array(n),
    lnPrice: new Float64Array(n),
    listing: new Uint8Array(n),
    building: new Int32Array(n),
    buildings: buildings.list,
    filled: new Uint8Array(n),
    words: { classes: classes.list, districts: districts.list, cities: cities.list },
    usualShares: new Map(),
    settledConditions: [],
    untold: [],
  }
  evidence.forEach(({ comparable, building }, i) => {
    const day = dayOfIso(comparable.date) ?? 0
    table.day[i] = day
    table.month[i] = monthOfDay(day)
    table.lnPrice[i] = Math.log(comparable.priceRub)
    table.listing[i] = comparable.kind === 'listing' ? 1 : 0
    table.building[i] = buildings.code(building)
    const flat = flatVector(
      comparable,
      classes.code(className(comparable)),
      districts.code(districtName(comparable)),
      cities.code(cityName(comparable)),
    )
    table.flats.set(flat, i * FLAT.size)
  })
  fillFromBuildings(table)
  fillUsualShares(table)
  return {
    ...table,
    settledConditions: settledConditions(table.flats),
    untold: untoldAttributes(table.flats, cities.list.length),
  }
}

function fillFromBuildings(table: MarketTable): void {
  const { n, flats, building, filled } = table
  for (const [k, position] of BUILDING_ATTRIBUTES.entries()) {
    const values: (number[] | undefined)[] = new Array(table.buildings.length)
    const gaps: number[] = []
    for (let i = 0; i < n; i += 1) {
      const value = flats[i * FLAT.size + position] as number
      const b = building[i] as number
      if (Number.isNaN(value)) gaps.push(i)
      else {
        const known = values[b]
        if (known === undefined) values[b] = [value]
        else known.push(value)
      }
    }
    const agreed = new Map<number, number>()
    for (const i of gaps) {
      const b = building[i] as number
      let value = agreed.get(b)
      if (value === undefined) {
        value = consensus(position, values[b] ?? [])
        agreed.set(b, value)
      }
      flats[i * FLAT.size + position] = value
      filled[i] = (filled[i] as number) | (1 << k)
    }
  }
}

/**
 * Fills unknown kitchen and living areas with the usual share for the number of rooms. A feed
 * without the column often has one kind of flats. If the gap were an attribute, it would take on
 * that kind's price and pass it to every subject without the column.
 */
function fillUsualShares(table: MarketTable): void {
  for (const position of SHARES) {
    const known: number[][] = Array.from({ length: MAX_ROOMS_APART + 1 }, () => [])
    for (let i = 0; i < table.n; i += 1) {
      const share = table.flats[i * FLAT.size + position] as number
      if (!Number.isNaN(share)) {
        known[roomsApart(table.flats[i * FLAT.size + FLAT.rooms] as number)]?.push(share)
      }
    }
    const overall = median(known.flat())
    const usual = known.map((shares) => (shares.length < MIN_SHARES ? overall : median(shares)))
    table.usualShares.set(position, usual)
    for (let i = 0; i < table.n; i += 1) fillShare(table, flatOf(table, i), position)
  }
}

const MIN_SHARES = 20
const roomsApart = (rooms: number): number => Math.min(MAX_ROOMS_APART, rooms)

/** @returns whether there was a gap that could be filled */
export function fillShare(
  { usualShares }: Pick<MarketTable, 'usualShares'>,
  flat: Float64Array,
  position: (typeof SHARES)[number],
): boolean {
  if (!Number.isNaN(flat[position])) return false
  const usual = usualShares.get(position)?.[roomsApart(flat[FLAT.rooms] as number)] ?? Number.NaN
  flat[position] = usual
  return !Number.isNaN(usual)
}

/**
 * A row's flat as a request in an unknown building would describe it: without attributes filled
 * from the building's other flats.
 */
export function flatWithoutFilled(table: MarketTable, row: number): Float64Array {
  const flat = flatOf(table, row).slice()
  for (const [k, position] of BUILDING_ATTRIBUTES.entries()) {
    if (((table.filled[row] as number) >> k) & 1) flat[position] = Number.NaN
  }
  return flat
}
