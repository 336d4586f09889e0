// The shapes of a search: what limits it, and one row that it found.
// Never holds a rule: rows are made in street-rows.ts and city-rows.ts.
import type { Kind } from './address.ts'
import type { HouseMatch } from './house-form.ts'

/** What limits and leans a search: set once for a request, the same for all readings of its query. */
export interface SearchScope {
  cities: ReadonlySet<number> | null
  kind: Kind | null
  /** Degrees; nearer rows cost less. */
  lat: number | null
  lon: number | null
  limit: number
}

/** Numbers are places in the index; `street` and `house` are -1 where there is none. */
export interface FoundRow {
  kind: Kind
  city: number
  street: number
  house: number
  cost: number
  /** How the house meets the typed one: `other` where the street has none like it, null for none typed. */
  houseMatch: HouseMatch | null
  /** Letters of the query that the row leaves out. */
  unread: number
}
