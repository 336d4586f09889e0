// How much of a forecast a report prints: rows of a table, letters of a text from outside. A report
// therefore has a greatest length, whatever the forecast says; the JSON is never cut.

export const MOST_CONSTRAINTS = 17
export const MOST_COMPARABLES = 14
export const MOST_WARNINGS = 10
export const MOST_ASSUMPTIONS = 34
export const RISKS_IN_SUMMARY = 3

// Letters.
export const LONGEST_ADDRESS = 300
export const LONGEST_ADDRESS_IN_TABLE = 46
export const LONGEST_SOURCE = 100
export const LONGEST_WARNING = 180
export const LONGEST_TEXT = 600
export const LONGEST_KEY = 40
/** Room for a mix of flats in words, every share with two decimals. */
export const LONGEST_VALUE = 100
