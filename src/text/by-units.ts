// The order of texts that is the same on every machine.

/** By UTF-16 units, as no locale orders them. */
export function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
