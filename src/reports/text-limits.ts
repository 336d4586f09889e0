// How much of a text from outside a report prints, in characters. What only a forecast limits
// stands in forecast/forecast-limits.ts.

/** An address that stands by itself, as on a first page. */
export const MAX_ADDRESS_LENGTH = 300
/** The id of a report or an estimate. */
export const MAX_ID_LENGTH = 64
export const MAX_CADASTRAL_NUMBER_LENGTH = 40
