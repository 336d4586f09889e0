// Attributes that a city's flats do not tell while those of other cities do, as where a town comes from
// a feed with fewer columns. There the gap would stand for the town's prices, and a request that has
// the attribute would be valued as of another town. Never here: gaps of single flats (gaps.ts).
import { FLAT } from './flat-vector.ts'

/** Those that a gap says nothing about. Kitchens and living rooms have no gaps, places no other city. */
const ATTRIBUTES = [
  FLAT.floor,
  FLAT.floors,
  FLAT.year,
  FLAT.ceilingM,
  FLAT.material,
  FLAT.condition,
  FLAT.market,
  FLAT.class,
] as const
/** A city where fewer flats tell an attribute does not tell it. Arbitrary. */
const FEWEST_TELL = 0.05
/** Fewer flats than this do not show what their city tells: their neighbours may be another's. */
const FEWEST_FLATS = 10

/**
 * By code of a city, the positions of the attributes that it does not tell although another does.
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
      : ATTRIBUTES.filter((_, k) => tells[k]?.[city] === false && tells[k].includes(true)),
  )
}
