// The shapes of an address: one row of an imported file, one suggestion, one resolved address.
// Never holds a rule about how an address is read, compared or ranked.

/**
 * One building of an address table, or a street without houses, or (neither street nor house) a city
 * itself. Coordinates are WGS 84 degrees; null where the source has none.
 */
export interface Address {
  city: string
  street: string
  house: string
  district: string | null
  lat: number | null
  lon: number | null
  postalCode: string | null
  fiasId: string | null
  /** People, of a city itself. */
  population: number | null
}

export type Kind = 'city' | 'street' | 'house'

/** What corrected the query before it found its first suggestion. */
export type Correction = 'layout' | 'transliteration' | 'spacing' | 'typo'

/**
 * One row of the page, as it goes out. `highlights` are half-open [start, end) ranges of UTF-16 units
 * in `value`; `score` is in (0, 1], 1 for a clean match; `geo_precision` says what the coordinates
 * are of, and coordinates are null only where not even the city has any.
 */
export interface Suggestion {
  id: string
  kind: Kind
  value: string
  city: string
  street: string | null
  house: string | null
  postal_code: string | null
  fias_id: string | null
  lat: number | null
  lon: number | null
  geo_precision: Kind
  highlights: [start: number, end: number][]
  score: number
}

export interface SuggestionPage {
  query: string
  effective_query: string
  corrections: Correction[]
  suggestions: Suggestion[]
}

/** Rows of a page when the request does not say how many, and at most. */
export const DEFAULT_SUGGESTIONS = 7
export const MOST_SUGGESTIONS = 20

/** `city` keeps to one city; `lat`/`lon` (degrees) let nearer rows win a tie; `kind` keeps to one kind. */
export interface SuggestRequest {
  q: string
  limit?: number | undefined
  city?: string | undefined
  lat?: number | undefined
  lon?: number | undefined
  kind?: Kind | undefined
}

/**
 * What a whole address comes to. A `match` may be less precise than the text asked for (a street whose
 * house is not in the table): `geo_precision` of the suggestion says so.
 */
export type Resolution =
  | { outcome: 'match'; match: Suggestion }
  | { outcome: 'ambiguous'; candidates: Suggestion[] }
  | { outcome: 'not_found' }
