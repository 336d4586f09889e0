// Rounds shares so that they still add up to one, by the method of the largest remainder. Never
// here: what the shares are of.
import { sum } from '../../numbers/sum.ts'

/**
 * @param shares positive, adding up to one
 * @returns the shares as multiples of 10^−digits; each is positive, and they add up to one
 */
export function roundShares(shares: readonly number[], digits: number): number[] {
  const whole = 10 ** digits
  const units = shares.map((share) => Math.max(1, Math.floor(share * whole)))
  const short = whole - sum(units)
  const wants = (k: number): number => (shares[k] as number) * whole - (units[k] as number)
  const byWant = units.map((_, k) => k).sort((a, b) => wants(b) - wants(a))
  for (const k of byWant.slice(0, Math.max(0, short))) units[k] = (units[k] as number) + 1
  // Shares raised to one unit are paid for by the largest share.
  if (short < 0) {
    const largest = units.indexOf(Math.max(...units))
    units[largest] = (units[largest] as number) + short
  }
  return units.map((unit) => unit / whole)
}
