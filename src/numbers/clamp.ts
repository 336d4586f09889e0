// A number kept within bounds.

/** The nearest number from `least` to `most`, which must not cross; NaN stays NaN. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
