// The envelope at the storeys that are planned on a site where nobody asks for any: what forecasts and
// the list of a parcel's norms go by. What fits at given storeys is house-envelope.ts's.
import type { Region } from '../geometry/plane.ts'
import { type HouseEnvelope, houseEnvelopeOf } from './house-envelope.ts'
import type { Rules } from './rule-set.ts'

export interface PlannedEnvelope extends HouseEnvelope {
  /**
   * Set where no house of so many storeys as the norms ask for has room, so that lower ones are
   * planned, which are forbidden as things stand: the least storeys.
   */
  readonly leastStoreysMissed: number | undefined
}

/** Wide enough for any house; the rules bound the storeys. */
const ANY_STOREYS = { min: 1, max: 100 }

/**
 * @param site in metres, on a local plane
 * @param floorM2PerFlat floor area for each flat
 */
export function plannedEnvelopeOf(
  site: Region,
  rules: Rules,
  floorM2PerFlat: number,
): PlannedEnvelope {
  const allowed = houseEnvelopeOf(site, rules, ANY_STOREYS, floorM2PerFlat)
  if (allowed.ruledOutBy === 'min_storeys') {
    const { min_storeys } = rules
    const free = { ...rules, min_storeys: { ...min_storeys, value: 1 } }
    const lower = houseEnvelopeOf(site, free, ANY_STOREYS, floorM2PerFlat)
    if (!lower.ruledOutBy) return { ...lower, leastStoreysMissed: min_storeys.value }
  }
  return { ...allowed, leastStoreysMissed: undefined }
}
