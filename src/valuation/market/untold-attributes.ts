// Attributes that hardly any flat of a city states, as when a town comes from a feed with fewer
// columns. The gap would then stand for the town's prices, and a request that has the attribute
// would be valued as if in another town, or as the few flats that have it are. Never here: gaps of
// single flats (gaps.ts).
import { FLAT } from './flat-vector.ts'
import { isShare, STATEABLE } from './stated-attributes.ts'

/** In the order of their positions; without kitchens and living rooms, whose gaps are always filled. */
const ATTRIBUTES = STATEABLE.filter((position) => !isShare(position)).toSorted((a, b) => a - b)

/**
 * Nothing is known of what they are worth but what a market's flats say: untold also where no other
 * city tells them. What the others are worth is known from elsewhere (priorsOf), or always given.
 */
const WITHOUT_PRIOR: readonly number[] = [FLAT.year, FLAT.ceilingM, FLAT.material, FLAT.class]

/** An attribute that a smaller share of a city's flats state is untold there. Arbitrary. */
const FEWEST_TELL = 0.05
/** Fewer flats do not show what their city states: their neighbours may be in another. */
const FEWEST_FLATS = 10

/**
 * By code of a city, the positions of the attributes that it does not state, although another does
 * or nothing else is known of them.
 * @param flats FLAT.size numbers a row
 */
export function untoldAttributes(flats: Float64Array, cities: number): number[][] {
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
  return Array.from(rows, (count, city) =>
    count < FEWEST_FLATS
      ? []
      : ATTRIBUTES.filter(
          (position, k) =>
            tells[k]?.[city] === false &&
            (tells[k].includes(true) || WITHOUT_PRIOR.includes(position)),
        ),
  )
}
