// The shapes of an address: one row of an imported file, one suggestion, one resolved address.
// Never holds a rule about how an address is read, compared or ranked.

/**
 * One building of an address table, or a street without houses, or (neither street nor house) a
 * city itself. Coordinates are WGS 84 degrees; null where the source has none.
 */
export interface Address {
  readonly city: string
  readonly street: string
  readonly house: string
  readonly district: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly postalCode: string | null
  readonly fiasId: string | null
  /** People, of a city itself. */
  readonly population: number | null
}

export const KINDS = ['city', 'street', 'house'] as const
export type Kind = (typeof KINDS)[number]

/** What corrected the query before it found its first suggestion. */
export const CORRECTIONS = ['layout', 'transliteration', 'spacing', 'typo'] as const
export type Correction = (typeof CORRECTIONS)[number]

/**
 * One row of the page, as it goes out. `highlights` are half-open [start, end) ranges of UTF-16
 * units in `value`; `score` is in (0, 1], 1 for a clean match; `geo_precision` says what the
 * coordinates are of, and coordinates are null only where not even the city has any.
 */
export interface Suggestion {
  readonly id: string
  readonly kind: Kind
  readonly value: string
  readonly city: string
  readonly street: string | null
  readonly house: string | null
  readonly postal_code: string | null
  readonly fias_id: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly geo_precision: Kind
  readonly highlights: [start: number, end: number][]
  readonly score: number
}

/** What a query has found. */
export interface FoundPage {
  readonly query: string
  readonly effective_query: string
  readonly corrections: Correction[]
  readonly suggestions: Suggestion[]
}

export interface SuggestionPage extends FoundPage {
  /** Found in the demonstration town. */
  readonly demo: boolean
}

/** Rows of a page when the request does not say how many, and at most. */
export const DEFAULT_SUGGESTIONS = 7
export const MAX_SUGGESTIONS = 20

/**
 * `city` keeps to one city; `lat`/`lon` (degrees) let nearer rows win a tie; `kind` keeps to one
 * kind.
 */
export interface SuggestRequest {
  readonly q: string
  readonly limit?: number | undefined
  readonly city?: string | undefined
  readonly lat?: number | undefined
  readonly lon?: number | undefined
  readonly kind?: Kind | undefined
}

/**
 * What a whole address comes to. A `match` may be less precise than the text asked for (a street
 * whose house is not in the table): `geo_precision` of the suggestion says so. It `isAsWritten` if
 * nothing was forgiven: no typo, other kind of street, missing or unknown word, mere part of the
 * city's name or other way to write the house.
 */
export type Resolution =
  | { outcome: 'match'; match: Suggestion; isAsWritten: boolean }
  | { outcome: 'ambiguous'; candidates: Suggestion[] }
  | { outcome: 'not_found' }
