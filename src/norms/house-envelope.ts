// The envelope of a site as a forecast uses it: where the smallest house has room, and at which
// storeys a floor is large enough for it and the ground holds what its flats need. Never draws a
// house: that is the solver's.
import { areaOf, type Region } from '../geometry/plane.ts'
import { type Envelope, envelopeOf, limitAt, type StoreyLimit } from './envelope.ts'
import { houseRoom } from './house-room.ts'
import { leastFootprintM2, TYPOLOGIES } from './house-sizes.ts'
import {
  hasGround,
  largestNeed,
  maxGfaOnGroundM2,
  type OutdoorNeeds,
  outdoorNeedsOf,
} from './outdoor-ground.ts'
import type { RuleName, Rules } from './rule-set.ts'
import { noFloorBy, ruledOutBy, storeyM2 } from './ruled-out.ts'

export interface HouseEnvelope extends Envelope {
  /** The rule that leaves no room for any house; undefined where one may stand. */
  readonly ruledOutBy: RuleName | undefined
  /**
   * Set if a house at the best storeys leaves parking, playgrounds and green too little ground: the
   * one of them that needs the most.
   */
  readonly crowdedBy: RuleName | undefined
  /**
   * Floor area, m², that the rules allow at some storeys, in houses of a smaller floor than any
   * house of `house-sizes.ts` has. Undefined where the best storeys allow as much.
   */
  readonly smallerHousesM2: number | undefined
}

/** What takes ground beside houses. */
const GROUND_NEEDS: readonly RuleName[] = [
  'parking_per_unit',
  'playground_m2_per_unit',
  'min_green',
]

/** Floor areas that differ by less, as a share, are equal. */
const ROUNDING = 1e-12

/** Nobody builds higher to gain less than this share of the floor area. Arbitrary. */
const WORTH_STOREYS = 0.1

/** Smaller houses are mentioned if they allow this many times the floor area. Arbitrary. */
const WORTH_A_WORD = 1.02

/**
 * As `envelopeOf`, with three differences. Only ground that houses can cover counts. Floor area is
 * also bounded by the ground that its parking, playgrounds and green take beside it. Of storeys
 * with equal floor area the best are the fewest at which parking, ways, playgrounds and green find
 * ground, or the fewest of all if they do at none. The fewest of all would always make a small site
 * one low house without ground for its cars; high density from ten storeys up would make it a tower
 * of 180 m² a floor. Where no house can stand, best and storeys are those of `envelopeOf`.
 * @param site in metres, on a local plane
 * @param floorM2PerFlat floor area for each flat
 */
export function houseEnvelopeOf(
  site: Region,
  rules: Rules,
  storeys: { readonly min: number; readonly max: number },
  floorM2PerFlat: number,
): HouseEnvelope {
  const within = envelopeOf(site, rules, storeys)
  const roomM2 = areaOf(houseRoom(within.buildable, TYPOLOGIES))
  const ruledOut = ruledOutBy(within, { storeys, typologies: TYPOLOGIES, roomM2 }, rules)
  if (ruledOut) return withoutHouse(within, ruledOut)
  const ground = { siteAreaM2: within.siteAreaM2, roomM2, floorM2PerFlat }
  const byStoreys = within.byStoreys.map((limit) => limitOnGround(limit.storeys, ground, rules))
  const leastM2 = leastFootprintM2(TYPOLOGIES)
  const standing = byStoreys.filter((limit) => storeyM2(limit) >= leastM2)
  const [lowest] = byStoreys
  if (lowest && standing.length === 0) {
    return withoutHouse(within, noFloorBy(lowest, within, rules, leastM2))
  }
  const mostM2 = mostGfaM2(standing)
  const allowedM2 = mostGfaM2(byStoreys)
  return {
    ...within,
    byStoreys,
    ...bestOf(withAboutMost(standing, mostM2), within, floorM2PerFlat, rules),
    ruledOutBy: undefined,
    smallerHousesM2: allowedM2 > mostM2 * WORTH_A_WORD ? allowedM2 : undefined,
  }
}

interface HouseGround {
  readonly siteAreaM2: number
  /** Area of the ground that houses can cover, m². */
  readonly roomM2: number
  readonly floorM2PerFlat: number
}

/** At so many storeys, on ground that houses can cover, beside which their needs find ground. */
function limitOnGround(
  storeys: number,
  { siteAreaM2, roomM2, floorM2PerFlat }: HouseGround,
  rules: Rules,
): StoreyLimit {
  const limit = limitAt(storeys, { siteAreaM2, buildableAreaM2: roomM2 }, rules)
  const ofFlat = outdoorNeedsOf(1, rules.parking_per_unit.value, rules)
  const onSite = { siteM2: siteAreaM2, floorM2: floorM2PerFlat, needs: ofFlat }
  const onGroundM2 = maxGfaOnGroundM2(storeys, onSite, rules)
  if (limit.maxGfaM2 <= onGroundM2) return limit
  const needs = needsOf(onGroundM2, floorM2PerFlat, rules)
  return {
    ...limit,
    maxGfaM2: onGroundM2,
    bindingRule: largestNeed(siteAreaM2, needs, rules),
  }
}

/**
 * Of limits that are as good, the first at which everything finds ground, else the first of all.
 */
function bestOf(
  equals: readonly StoreyLimit[],
  { siteAreaM2, buildableAreaM2 }: Envelope,
  floorM2PerFlat: number,
  rules: Rules,
): Pick<HouseEnvelope, 'best' | 'crowdedBy'> {
  const ground = { siteM2: siteAreaM2, insideSetbackM2: buildableAreaM2 }
  const roomy = equals.find((limit) =>
    hasGround(ground, limit, needsOf(limit.maxGfaM2, floorM2PerFlat, rules), rules),
  )
  if (roomy) return { best: roomy, crowdedBy: undefined }
  const needs = needsOf(mostGfaM2(equals), floorM2PerFlat, rules)
  return { best: equals[0], crowdedBy: largestNeed(siteAreaM2, needs, rules) }
}

function needsOf(gfaM2: number, floorM2PerFlat: number, rules: Rules): OutdoorNeeds {
  const flats = gfaM2 / floorM2PerFlat
  return outdoorNeedsOf(flats, Math.ceil(flats * rules.parking_per_unit.value), rules)
}

function mostGfaM2(limits: readonly StoreyLimit[]): number {
  return Math.max(...limits.map(({ maxGfaM2 }) => maxGfaM2))
}

function withoutHouse(within: Envelope, ruledOutBy: RuleName): HouseEnvelope {
  return { ...within, ruledOutBy, crowdedBy: undefined, smallerHousesM2: undefined }
}

/** The limits that are as good as the largest, the fewest storeys first. */
function withAboutMost(limits: readonly StoreyLimit[], mostM2: number): readonly StoreyLimit[] {
  const isOnGround = limits.some(
    (limit) => GROUND_NEEDS.includes(limit.bindingRule) && limit.maxGfaM2 === mostM2,
  )
  // More storeys free a little ground for cars: for that alone nobody builds a tower.
  const alike = isOnGround ? WORTH_STOREYS : ROUNDING
  return limits.filter(({ maxGfaM2 }) => maxGfaM2 >= mostM2 * (1 - alike))
}
