// The envelope at the storeys that are planned on a site where nobody asks for any: what forecasts
// and the list of a parcel's norms go by. What fits at given storeys is house-envelope.ts's.
import type { Region } from '../geometry/plane.ts'
import { type HouseEnvelope, houseEnvelopeOf } from './house-envelope.ts'
import { USUAL_STOREYS } from './house-sizes.ts'
import type { Rules } from './rule-set.ts'

interface PlannedEnvelope extends HouseEnvelope {
  /**
   * Set where no house of so many storeys as the norms ask for has room, so that lower ones are
   * planned, which are forbidden as things stand: the least storeys.
   */
  readonly leastStoreysMissed: number | undefined
}

/** Wide enough for any house; the rules bound the storeys. */
const MOST_STOREYS = 100

/**
 * Looks for the most floor area in this order, until some house has room:
 * 1. houses from the fewest storeys that layouts try by default, so that both plan the same kind;
 * 2. houses from one storey;
 * 3. houses from one storey, without the least storeys that the norms ask for.
 * @param site in metres, on a local plane
 * @param floorM2PerFlat floor area for each flat
 */
export function plannedEnvelopeOf(
  site: Region,
  rules: Rules,
  floorM2PerFlat: number,
): PlannedEnvelope {
  const allowed = lowOnlyIfNeeded(site, rules, floorM2PerFlat)
  if (allowed.ruledOutBy !== 'min_storeys') return { ...allowed, leastStoreysMissed: undefined }
  const { min_storeys } = rules
  const free = { ...rules, min_storeys: { ...min_storeys, value: 1 } }
  const lower = lowOnlyIfNeeded(site, free, floorM2PerFlat)
  if (!lower.ruledOutBy) return { ...lower, leastStoreysMissed: min_storeys.value }
  // Fewer storeys would not help.
  return { ...allowed, ruledOutBy: lower.ruledOutBy, leastStoreysMissed: undefined }
}

function lowOnlyIfNeeded(site: Region, rules: Rules, floorM2PerFlat: number): HouseEnvelope {
  const from = (min: number) =>
    houseEnvelopeOf(site, rules, { min, max: MOST_STOREYS }, floorM2PerFlat)
  const usual = from(USUAL_STOREYS.min)
  return usual.ruledOutBy ? from(1) : usual
}
