// How many cars a piece of ground takes. Layouts and what is printed of them count alike; the
// checker counts for itself.

/** Areas are sums of rounded figures: a whole number of spaces may miss itself by this. */
const ROUNDING = 1e-6

/** @param spaceM2 ground of one space with its share of the way to it */
export function spacesOn(groundM2: number, spaceM2: number): number {
  return Math.floor(groundM2 / spaceM2 + ROUNDING)
}
