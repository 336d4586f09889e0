// How much of a forecast a report prints: rows of a table, letters of a text from outside. A report
// therefore has a greatest length, whatever the forecast says; the JSON is never cut.

// Rows of a table. All norms that are numbers have room; assumptions are a closed list.
export const MAX_CONSTRAINTS = 17
export const MAX_COMPARABLES = 12
export const MAX_WARNINGS = 10
export const RISKS_IN_SUMMARY = 3

// The longest texts, in characters.
export const MAX_ADDRESS_IN_SUMMARY_LENGTH = 260
export const MAX_ADDRESS_IN_TABLE_LENGTH = 46
export const MAX_SOURCE_LENGTH = 96
export const MAX_WARNING_LENGTH = 180
export const MAX_RISK_ON_SLIDE_LENGTH = 170
export const MAX_TEXT_LENGTH = 600
/** Of a method or a model. */
export const MAX_VERSION_LENGTH = 40
/** Room for a mix of flats in words, every share with two decimals. */
export const MAX_VALUE_LENGTH = 100
