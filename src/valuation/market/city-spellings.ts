// One spelling for each city of a market, where feeds spell it differently: "г. Королёв",
// "Королев". Never here: comparables that name no city (name-cities.ts).
import { cityKey } from '../../addresses/words/place-names.ts'
import type { Comparable } from '../comparables/comparable.ts'

/**
 * The comparables in their order, each with its city as most of that city's spell it; of equally
 * many the first by its letters. The order of the rows changes nothing.
 */
export function spellCitiesAlike(comparables: readonly Comparable[]): readonly Comparable[] {
  const rowsOf = new Map<string, number>()
  for (const { city } of comparables) {
    if (city !== null) rowsOf.set(city, (rowsOf.get(city) ?? 0) + 1)
  }
  const chosen = new Map<string, string>()
  for (const spellings of Map.groupBy(rowsOf.keys(), cityKey).values()) {
    const usual = spellings.reduce((best, one) => (isMoreUsual(one, best, rowsOf) ? one : best))
    for (const spelling of spellings) chosen.set(spelling, usual)
  }
  if ([...chosen].every(([spelling, usual]) => spelling === usual)) return comparables
  return comparables.map((one) => {
    const city = one.city === null ? null : (chosen.get(one.city) as string)
    return city === one.city ? one : { ...one, city }
  })
}

function isMoreUsual(one: string, other: string, rowsOf: ReadonlyMap<string, number>): boolean {
  const more = (rowsOf.get(one) as number) - (rowsOf.get(other) as number)
  return more > 0 || (more === 0 && one < other)
}
