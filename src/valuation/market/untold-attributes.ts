// Attributes that a city's flats do not state while those of other cities do, as when a town comes
// from a feed with fewer columns: the gap would then stand for the town's prices, and a request
// that has the attribute would be valued as if in another town. Likewise cities whose feed calls
// studios flats of one room. And attributes that a few flats of a market state: a request would be
// valued by the prices of those. Never here: gaps of single flats (gaps.ts).
import { sum } from '../../numbers/sum.ts'
import { FLAT } from './flat-vector.ts'
import { STATEABLE } from './stated-attributes.ts'

/**
 * In the order of their positions. Kitchens and living rooms are filled in for all flats (gaps.ts)
 * unless none states one.
 */
const ATTRIBUTES = STATEABLE.toSorted((a, b) => a - b)

/** An attribute that a smaller share of a city's flats state is untold there. Arbitrary. */
const FEWEST_TELL = 0.05
/** Fewer flats do not show what their city states: their neighbours may be in another. */
const FEWEST_FLATS = 10

/** Where a smaller share of the flats of one room or none are studios, these are typing errors. */
const FEWEST_STUDIOS = 0.01
/** Fewer flats of one room or none do not show whether their city tells studios apart. */
const FEWEST_SMALL_FLATS = 30

/**
 * Of these there is an effect measured elsewhere (hedonic-priors.ts), or all flats have them. Of
 * any other attribute nothing is known but what the market's flats say.
 */
const WITH_PRIOR: readonly number[] = [FLAT.floor, FLAT.floors, FLAT.condition, FLAT.market]

/** Positions of attributes. */
export interface UntoldAttributes {
  /** By code of a city, those that its flats do not state although another city's do. */
  readonly untold: readonly (readonly number[])[]
  /**
   * Those without a prior that neither the market's flats state nor those of any city. The year
   * only if no flat states it: to a few years bounds are kept (usual-ranges.ts).
   */
  readonly rare: readonly number[]
  /** By code of a city, whether its flats tell studios from flats of one room. */
  readonly tellsStudios: readonly boolean[]
}

/** @param flats FLAT.size numbers a row */
export function untoldAttributes(flats: Float64Array, cities: number): UntoldAttributes {
  const rows = new Float64Array(cities)
  const telling = ATTRIBUTES.map(() => new Float64Array(cities))
  for (let at = 0; at < flats.length; at += FLAT.size) {
    const city = flats[at + FLAT.city] as number
    rows[city] = (rows[city] as number) + 1
    ATTRIBUTES.forEach((position, k) => {
      const counts = telling[k] as Float64Array
      if (!Number.isNaN(flats[at + position])) counts[city] = (counts[city] as number) + 1
    })
  }
  const tells = telling.map((counts) =>
    Array.from(counts, (told, city) => told >= FEWEST_TELL * (rows[city] as number)),
  )
  const isTelling = (k: number, city: number) => tells[k]?.[city] === true
  const isEnough = (city: number) => (rows[city] as number) >= FEWEST_FLATS
  const codes = [...rows.keys()]
  const isToldEnough = (position: number, told: number) =>
    position === FLAT.year ? told > 0 : told >= FEWEST_TELL * sum(rows)
  return {
    untold: codes.map((city) =>
      isEnough(city)
        ? ATTRIBUTES.filter((_, k) => !isTelling(k, city) && tells[k]?.includes(true))
        : [],
    ),
    rare: ATTRIBUTES.filter(
      (position, k) =>
        !WITH_PRIOR.includes(position) &&
        !isToldEnough(position, sum(telling[k] ?? [])) &&
        !codes.some((city) => isEnough(city) && isTelling(k, city)),
    ),
    tellsStudios: studiosTold(flats, cities),
  }
}

/** By city, with few small flats as in the whole market. */
function studiosTold(flats: Float64Array, cities: number): boolean[] {
  const small = new Float64Array(cities)
  const studios = new Float64Array(cities)
  for (let at = 0; at < flats.length; at += FLAT.size) {
    const rooms = flats[at + FLAT.rooms] as number
    const city = flats[at + FLAT.city] as number
    if (rooms <= 1) small[city] = (small[city] as number) + 1
    if (rooms === 0) studios[city] = (studios[city] as number) + 1
  }
  const areTold = (some: number, of: number) => some > 0 && some >= FEWEST_STUDIOS * of
  const inMarket = areTold(sum(studios), sum(small))
  return Array.from(small, (count, city) =>
    count < FEWEST_SMALL_FLATS ? inMarket : areTold(studios[city] as number, count),
  )
}
