// Round numbers for ticks, rings and bars of scale.

/** The smallest of 1, 2 or 5 × 10ⁿ that is not below `atLeast`. */
export function niceStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const factor = [1, 2, 5].find((candidate) => candidate * power >= atLeast * (1 - 1e-9)) ?? 10
  return factor * power
}
