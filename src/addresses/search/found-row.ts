// The shapes of a search: what limits it, and one row that it found.
// Never holds a rule: rows are made in street-rows.ts and city-rows.ts.
import type { Kind } from '../table/address.ts'
import type { HouseMatch } from '../words/house-match.ts'

/**
 * What limits and leans a search: set once for a request, the same for all readings of its query.
 */
export interface SearchScope {
  readonly cities: ReadonlySet<number> | null
  readonly kind: Kind | null
  /** Degrees; nearer rows cost less. */
  readonly lat: number | null
  readonly lon: number | null
  readonly limit: number
}

/** Numbers are those of the index; `street` and `house` are -1 where there is none. */
export interface FoundRow {
  readonly kind: Kind
  readonly city: number
  readonly street: number
  readonly house: number
  readonly cost: number
  /**
   * How the house meets the typed one: `other` where the street has none like it, null for none
   * typed.
   */
  readonly houseMatch: HouseMatch | null
  /** Letters of the query that the row leaves out. */
  readonly unread: number
  /** Whether bare numbers were taken for the street's own. */
  readonly tookNumbers: boolean
}
