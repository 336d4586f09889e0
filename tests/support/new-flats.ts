// Sales of the demonstration town's new flats: enough to price flats of a new house from, few
// enough to be fitted in a second.
import { demoTown } from '../../src/demo/town.ts'
import type { Comparable } from '../../src/valuation/comparables/comparable.ts'

/** @param today the town's last day (ISO date) */
export function newFlats(today: string): readonly Comparable[] {
  return demoTown(today).comparables.filter(({ market }, i) => market === 'new' && i % 5 === 0)
}
