// Figures of a drawing as they are written down.

/** To so many decimal places; never −0. */
export function rounded(value: number, places: number): number {
  const factor = 10 ** places
  return Math.round(value * factor) / factor + 0
}
