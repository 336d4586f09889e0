// Whether the smallest house can stand on a site, by areas alone, and if not, which rule forbids
// it; and how much floor area is within reach of it. What a forecast makes of that is
// house-envelope.ts's.
import { type Envelope, limitAt, type StoreyLimit, storeysWithin } from './envelope.ts'
import { leastFootprintM2, type Typology } from './house-sizes.ts'
import { asksForStoreys } from './rule-look-ups.ts'
import type { RuleName, Rules } from './rule-set.ts'

interface Storeys {
  readonly min: number
  readonly max: number
}

/** The houses asked for. */
interface HousesAsked {
  readonly storeys: Storeys
  readonly typologies: readonly Typology[]
  /** Area of the ground that such houses can cover, m². */
  readonly roomM2: number
}

/**
 * The rule that leaves no room for any house of these typologies, before one is placed;
 * undefined where one may stand.
 */
export function ruledOutBy(
  envelope: Pick<Envelope, 'byStoreys' | 'siteAreaM2' | 'buildableAreaM2'>,
  { storeys, typologies, roomM2 }: HousesAsked,
  rules: Rules,
): RuleName | undefined {
  const { byStoreys, buildableAreaM2 } = envelope
  const [lowest] = byStoreys
  if (!lowest) return noStoreysBy(storeys, rules)
  const leastM2 = leastFootprintM2(typologies)
  if (buildableAreaM2 < leastM2) return 'setback_m'
  if (!byStoreys.some((limit) => storeyM2(limit) >= leastM2)) {
    const rule = noFloorBy(lowest, envelope, rules, leastM2)
    // Where no house has room, fewer storeys would not help.
    return rule === 'min_storeys' && roomM2 < leastM2 ? 'setback_m' : rule
  }
  return roomM2 < leastM2 ? 'setback_m' : undefined
}

/** The rule that allows none of the storeys asked for. */
function noStoreysBy({ min }: Storeys, rules: Rules): RuleName {
  if (min > rules.max_storeys.value) return 'max_storeys'
  return min > storeysWithin(rules) ? 'max_height_m' : 'min_storeys'
}

/**
 * The rule that makes every floor too small for a house: the least storeys, if fewer would allow a
 * larger one.
 */
export function noFloorBy(
  lowest: StoreyLimit,
  ground: Pick<Envelope, 'siteAreaM2' | 'buildableAreaM2'>,
  rules: Rules,
  leastM2: number,
): RuleName {
  const isRaised = asksForStoreys(rules) && lowest.storeys === rules.min_storeys.value
  const oneStorey = limitAt(1, ground, rules)
  return isRaised && storeyM2(oneStorey) >= leastM2 ? 'min_storeys' : lowest.bindingRule
}

/**
 * The most floor area at storeys where one floor is large enough for the smallest house of these
 * typologies, m²; 0 where it is at none.
 */
export function reachableM2(
  { byStoreys }: Pick<Envelope, 'byStoreys'>,
  typologies: readonly Typology[],
): number {
  const leastM2 = leastFootprintM2(typologies)
  const standing = byStoreys.filter((limit) => storeyM2(limit) >= leastM2)
  return Math.max(0, ...standing.map(({ maxGfaM2 }) => maxGfaM2))
}

/** The largest area of one storey, m². */
export function storeyM2({ storeys, maxFootprintM2, maxGfaM2 }: StoreyLimit): number {
  return Math.min(maxFootprintM2, maxGfaM2 / storeys)
}
