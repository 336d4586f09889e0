// A whole number in whole parts: flats by type, cars by parking.
import { wholeDown } from './rounding.ts'
import { sum } from './sum.ts'

/**
 * `total` divided into whole parts that add up to it, each within one of its exact share: the
 * largest remainder method (Hamilton). Of equal remainders the first is rounded up; a share of 0
 * gets nothing.
 * @param shares sum to 1
 */
export function wholeParts(total: number, shares: readonly number[]): number[] {
  const parts = shares.map((share) => wholeDown(total * share))
  const remainder = (at: number) => total * (shares[at] as number) - (parts[at] as number)
  const byRemainder = [...shares.keys()]
    .filter((at) => (shares[at] as number) > 0)
    .sort((a, b) => remainder(b) - remainder(a))
  const left = Math.max(0, total - sum(parts))
  const up = new Set(byRemainder.slice(0, left))
  return parts.map((part, at) => part + (up.has(at) ? 1 : 0))
}
