// The evidence as columns of numbers, in content order: the input of every step of the method.
// Never here: indices, effects or residuals; those belong to the steps that learn them.

import { dayOfIso, monthOfDay } from '../../calendar.ts'
import { byUnits } from '../../text/by-units.ts'
import { Numbering } from '../../text/numbering.ts'
import type { Evidence } from './cleaning.ts'
import { cityName, className, districtName, FLAT, flatVector, type Words } from './flat-vector.ts'
import { fillFromBuildings, fillUsualShares } from './gaps.ts'
import { type SettledAttributes, settledAttributes } from './settled-attributes.ts'
import { type UntoldAttributes, untoldAttributes } from './untold-attributes.ts'

export interface MarketTable extends UntoldAttributes {
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
  /** What of each row other flats have filled in, see `isFilled`. */
  readonly filled: Uint8Array
  readonly words: Words
  /**
   * Usual share of a flat's area, by one of SHARES, then by number of rooms. The last entry is
   * for that many rooms or more.
   */
  readonly usualShares: Map<number, number[]>
  /** By code of `MARKETS`, see `settledAttributes`. */
  readonly settled: readonly SettledAttributes[]
}

/** Over a longer stretch without rows nobody knows how prices went. */
export const LONGEST_GAP_MONTHS = 6

/** A class or district with fewer rows has no effect worth estimating: it counts as unknown. */
const MIN_FOR_A_WORD = 5
/** Only the most common words count, so that free text cannot outgrow the regression. */
const MAX_WORDS = 400

/** The words that enough rows use, the most common first: their codes are their positions. */
function commonWords(words: Iterable<string | null>): string[] {
  const counts = new Map<string, number>()
  for (const word of words) if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= MIN_FOR_A_WORD)
    .sort(([a, countA], [b, countB]) => countB - countA || byUnits(a, b))
    .slice(0, MAX_WORDS)
    .map(([word]) => word)
}

/** The code of a word of the list; NaN for any other. */
function coderOver(list: readonly string[]): (word: string | null) => number {
  const codes = new Map<string | null, number>(list.map((word, code) => [word, code]))
  return (word) => codes.get(word) ?? Number.NaN
}

/**
 * Makes the table. The evidence must be in content order. Gaps in a building's attributes are
 * filled from its other flats.
 */
export function marketTable(evidence: readonly Evidence[]): MarketTable {
  const n = evidence.length
  const classes = commonWords(evidence.map(({ comparable }) => className(comparable)))
  const districts = commonWords(evidence.map(({ comparable }) => districtName(comparable)))
  const classCode = coderOver(classes)
  const districtCode = coderOver(districts)
  const cities = new Numbering()
  const buildings = new Numbering()
  const table: MarketTable = {
    n,
    flats: new Float64Array(n * FLAT.size),
    day: new Int32Array(n),
    month: new Int32Array(n),
    lnPrice: new Float64Array(n),
    listing: new Uint8Array(n),
    building: new Int32Array(n),
    buildings: buildings.strings,
    filled: new Uint8Array(n),
    words: { classes, districts, cities: cities.strings },
    usualShares: new Map(),
    settled: [],
    untold: [],
    rare: [],
    tellsStudios: [],
  }
  evidence.forEach(({ comparable, building }, i) => {
    const day = dayOfIso(comparable.date) ?? 0
    table.day[i] = day
    table.month[i] = monthOfDay(day)
    table.lnPrice[i] = Math.log(comparable.priceRub)
    table.listing[i] = comparable.kind === 'listing' ? 1 : 0
    table.building[i] = buildings.of(building)
    const flat = flatVector(
      comparable,
      classCode(className(comparable)),
      districtCode(districtName(comparable)),
      cities.of(cityName(comparable)),
    )
    table.flats.set(flat, i * FLAT.size)
  })
  fillFromBuildings(table)
  fillUsualShares(table)
  return {
    ...table,
    settled: settledAttributes(table.flats),
    ...untoldAttributes(table.flats, cities.strings.length),
  }
}
