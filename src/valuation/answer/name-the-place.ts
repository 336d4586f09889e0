// The city and district of a subject whose request names none: those of the flats around it.
import { attributeAt, FLAT } from '../market/flat-vector.ts'
import { NAMING_RADII_KM } from '../market/name-cities.ts'
import { eachRowWithin, surroundings } from '../market/rows-within.ts'
import type { Model } from '../model/model.ts'

/**
 * A name is rather taken from a row of the days before. Feeds have names of their own for the parts
 * of a city, and those of an old one are worth what they were worth then.
 */
const RECENT_DAYS = 180

/** Fills an unknown city or district from the nearest row that has one. */
export function nameThePlace(model: Model, flat: Float64Array, day: number): void {
  const { cities, districts } = model.table.words
  for (const [position, names] of [
    [FLAT.city, cities],
    [FLAT.district, districts],
  ] as const) {
    // A search for what no row has would go through all rows around.
    if (names.length === 0) continue
    for (const radiusKm of NAMING_RADII_KM) {
      if (!Number.isNaN(flat[position])) break
      flat[position] = nearestWord(model, flat, position, radiusKm, day)
    }
  }
}

/** NaN if no row within the radius has one by that day. */
function nearestWord(
  model: Model,
  flat: Float64Array,
  position: number,
  radiusKm: number,
  day: number,
): number {
  const { table } = model
  const wordOf = (row: number): number => attributeAt(table, row, position)
  const dayOf = (row: number): number => table.day[row] as number
  const nearest = { km: radiusKm, word: Number.NaN }
  const recent = { ...nearest }
  const take = (into: typeof nearest, km: number, row: number) => {
    if (km < into.km) Object.assign(into, { km, word: wordOf(row) })
  }
  eachRowWithin(
    model,
    surroundings(flat, radiusKm),
    (row) => dayOf(row) <= day && !Number.isNaN(wordOf(row)),
    (row, km) => {
      take(nearest, km, row)
      if (dayOf(row) >= day - RECENT_DAYS) take(recent, km, row)
    },
  )
  return Number.isNaN(recent.word) ? nearest.word : recent.word
}
