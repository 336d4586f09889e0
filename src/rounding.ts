// Figures as they are written down: the one way to round to decimal places.

/** Rounded half up to so many decimal places; never −0. */
export function round(value: number, places: number): number {
  const scale = 10 ** places
  return Math.round(value * scale) / scale + 0
}
