// How much of a text from outside a report prints, in characters, and how many codes of a list. What
// only a forecast limits stands in forecast/forecast-limits.ts.

/** The id of a report or an estimate. */
export const MAX_ID_LENGTH = 64
export const MAX_CADASTRAL_NUMBER_LENGTH = 40
/** Codes of reasons or attributes, each told by a word. */
export const MAX_CODES = 8
