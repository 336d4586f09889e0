// The condition that a segment's flats all have, as new builds are sold bare: a request that does
// not name it means that one. Never here: what a condition is worth (attributes/hedonic.ts).
import { CONDITIONS, MARKETS } from '../comparables/comparable.ts'
import { FLAT } from './flat-vector.ts'

/** Share of the segment's flats that have the condition. Arbitrary. */
const NEARLY_ALL = 0.9
/** A smaller segment does not tell. */
const MIN_FLATS = 50

/**
 * By code of `MARKETS` the code of the condition; NaN where flats differ or do not say.
 * @param flats FLAT.size numbers a row
 */
export function settledConditions(flats: Float64Array): number[] {
  return MARKETS.map((_, market) => {
    const counts = new Array<number>(CONDITIONS.length).fill(0)
    let rows = 0
    for (let at = 0; at < flats.length; at += FLAT.size) {
      if (flats[at + FLAT.market] !== market) continue
      rows += 1
      const condition = flats[at + FLAT.condition] as number
      if (!Number.isNaN(condition)) counts[condition] = (counts[condition] as number) + 1
    }
    const settled = counts.findIndex((count) => count >= NEARLY_ALL * rows)
    return rows < MIN_FLATS || settled < 0 ? Number.NaN : settled
  })
}
