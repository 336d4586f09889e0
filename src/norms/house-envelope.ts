// The envelope of a site for a reader who builds: where the least house has room, and storeys at
// which a floor is as large as it and the ground holds what its flats need. Never draws a house:
// that is the solver's.
import { areaOf, type Region } from '../geometry/plane.ts'
import { type Envelope, envelopeOf, limitAt, type StoreyLimit } from './envelope.ts'
import { houseRoom } from './house-room.ts'
import { leastFootprintM2, TYPOLOGIES, type Typology } from './house-sizes.ts'
import { hasGround, largestNeed, outdoorNeedsOf } from './outdoor-ground.ts'
import type { RuleName, Rules } from './rule-set.ts'

export interface HouseEnvelope extends Envelope {
  /** The rule that leaves no room for any house; undefined where one may stand. */
  readonly ruledOutBy: RuleName | undefined
  /**
   * Of parking, playgrounds and green what asks for the most, where at its best a house leaves them
   * no ground.
   */
  readonly crowdedBy: RuleName | undefined
}

export interface Storeys {
  readonly min: number
  readonly max: number
}

/**
 * As `envelopeOf`, but within the ground that houses can cover, and of storeys with equal floor
 * area the fewest at which parking, ways, playgrounds and green find ground; the fewest of all
 * where they do at none. At the fewest alone a small site would be one low house with no ground for
 * its cars; high density from ten storeys up would make it a tower of 180 m² a floor. Where no
 * house can stand, best and storeys are those of `envelopeOf`.
 * @param site in metres, on a local plane
 * @param floorM2PerFlat floor area for each flat
 */
export function houseEnvelopeOf(
  site: Region,
  rules: Rules,
  storeys: Storeys,
  floorM2PerFlat: number,
): HouseEnvelope {
  const within = envelopeOf(site, rules, storeys)
  const roomM2 = areaOf(houseRoom(within.buildable, TYPOLOGIES))
  const ruledOut = ruledOutBy(within, roomM2, rules, storeys, TYPOLOGIES)
  if (ruledOut) return { ...within, ruledOutBy: ruledOut, crowdedBy: undefined }
  const { siteAreaM2, buildableAreaM2 } = within
  const byStoreys = within.byStoreys.map((limit) =>
    limitAt(limit.storeys, siteAreaM2, roomM2, rules),
  )
  const standing = byStoreys.filter((limit) => floorM2(limit) >= leastFootprintM2(TYPOLOGIES))
  const mostM2 = Math.max(...standing.map(({ maxGfaM2 }) => maxGfaM2))
  const equals = standing.filter(({ maxGfaM2 }) => maxGfaM2 > mostM2 - 1e-9)
  const ground = { siteM2: siteAreaM2, insideSetbackM2: buildableAreaM2 }
  const flats = mostM2 / floorM2PerFlat
  const needs = outdoorNeedsOf(flats, Math.ceil(flats * rules.parking_per_unit.value), rules)
  const roomy = equals.find((limit) => hasGround(ground, limit, needs, rules))
  const crowdedBy = roomy ? undefined : largestNeed(siteAreaM2, needs, rules)
  return { ...within, byStoreys, best: roomy ?? equals[0], ruledOutBy: undefined, crowdedBy }
}

/**
 * The rule that leaves no room for any house of these typologies, before one is placed;
 * undefined where one may stand.
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
