// Degrees as whole numbers, in which sides, crossings and differences come out exactly:
// ten-millionths, about a centimetre each, finer than land is measured.

/** Decimal places of a degree that are kept. */
export const DEGREE_DECIMALS = 7

export const UNITS_PER_DEGREE = 10 ** DEGREE_DECIMALS

/** To the nearest unit. */
export function toFixedDegrees(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE)
}
