// The one way to round: to decimal places as figures are written down, and to whole numbers.

/**
 * Rounded half up to so many decimal places; never −0. Of the double as it is: 1.005, which is a
 * little less, gives 1. Figures of a text are rounded as they were written, by russian-format.ts.
 */
export function round(value: number, places: number): number {
  const scale = 10 ** places
  return Math.round(value * scale) / scale + 0
}

/** A quotient of doubles that should be whole may miss it by this. */
const WHOLE = 1e-9

/** The greatest whole number within a value; 2.9999999999 counts as 3. */
export function wholeDown(value: number): number {
  return Math.floor(value + WHOLE)
}

/** The least whole number that holds a value; 3.0000000001 counts as 3. */
export function wholeUp(value: number): number {
  return Math.ceil(value - WHOLE)
}
