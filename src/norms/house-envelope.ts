// The envelope of a site for a reader who builds: whether and where the least house of the solver has room,
// and storeys at which a floor is as large as it. Never draws a house: that is the solver's.
import { areaOf, type Region } from '../geometry/plane.ts'
import { type Envelope, envelopeOf, limitAt, type StoreyLimit } from './envelope.ts'
import { houseRoom } from './house-room.ts'
import { leastFootprintM2, TYPOLOGIES, type Typology } from './house-sizes.ts'
import type { RuleName, Rules } from './rule-set.ts'

export interface HouseEnvelope extends Envelope {
  /** The rule that leaves no room for any house; undefined where one may stand. */
  readonly ruledOutBy: RuleName | undefined
}

export interface Storeys {
  readonly min: number
  readonly max: number
}

/**
 * As `envelopeOf`, but within the ground that houses can cover, and its best is one of those storeys at which a floor
 * is as large as the least house: high density from ten storeys up would else put towers of 180 m² a floor on
 * small sites. Where no house can stand, its best and its storeys are those of `envelopeOf`.
 * @param site in metres, on a local plane
 */
export function houseEnvelopeOf(site: Region, rules: Rules, storeys: Storeys): HouseEnvelope {
  const within = envelopeOf(site, rules, storeys)
  const roomM2 = areaOf(houseRoom(within.buildable, TYPOLOGIES))
  const ruledOut = ruledOutBy(within, roomM2, rules, storeys, TYPOLOGIES)
  if (ruledOut) return { ...within, ruledOutBy: ruledOut }
  const byStoreys = within.byStoreys.map((limit) =>
    limitAt(limit.storeys, within.siteAreaM2, roomM2, rules),
  )
  const best = byStoreys
    .filter((limit) => floorM2(limit) >= leastFootprintM2(TYPOLOGIES))
    .reduce<StoreyLimit | undefined>(
      (most, limit) => (!most || limit.maxGfaM2 > most.maxGfaM2 + 1e-9 ? limit : most),
      undefined,
    )
  return { ...within, byStoreys, best, ruledOutBy: undefined }
}

/**
 * The rule that leaves no room for any house of these typologies, told before one is placed; undefined where one may
 * stand.
 * @param roomM2 of the ground that such houses can cover
 */
export function ruledOutBy(
  { byStoreys, buildableAreaM2 }: Pick<Envelope, 'byStoreys' | 'buildableAreaM2'>,
  roomM2: number,
  rules: Rules,
  storeys: Storeys,
  typologies: readonly Typology[],
): RuleName | undefined {
  const [lowest] = byStoreys
  if (!lowest) return storeys.min > rules.max_storeys.value ? 'max_storeys' : 'max_height_m'
  const leastM2 = leastFootprintM2(typologies)
  if (buildableAreaM2 < leastM2) return 'setback_m'
  if (!byStoreys.some((limit) => floorM2(limit) >= leastM2)) return lowest.bindingRule
  return roomM2 < leastM2 ? 'setback_m' : undefined
}

/** Of one storey, at most. */
function floorM2({ storeys, maxFootprintM2, maxGfaM2 }: StoreyLimit): number {
  return Math.min(maxFootprintM2, maxGfaM2 / storeys)
}
