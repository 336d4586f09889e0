// What comparables become before anything is learnt from them: cities named, spelt alike and told
// apart, then cleaned. Fits and studies agree by it. How each step goes stands in its own file.
import type { Comparable } from '../comparables/comparable.ts'
import { spellCitiesAlike } from './city-spellings.ts'
import { clean, type Evidence } from './cleaning.ts'
import { nameCities } from './name-cities.ts'
import { tellNamesakesApart } from './namesake-cities.ts'

export function evidenceOf(comparables: readonly Comparable[]): Evidence[] {
  return clean(tellNamesakesApart(nameCities(spellCitiesAlike(comparables))))
}
