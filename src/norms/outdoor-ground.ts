// The ground that houses and what their flats ask for take of a site, by areas alone: parking, playgrounds,
// green, ways for fire engines. Where any of it goes is the solver's.
import { SIZES } from './house-sizes.ts'
import { stepAt } from './rule-look-ups.ts'
import type { RuleName, Rules } from './rule-set.ts'

export interface OutdoorNeeds {
  readonly parkingM2: number
  readonly playgroundM2: number
}

export function outdoorNeedsOf(flats: number, parkingSpaces: number, rules: Rules): OutdoorNeeds {
  return {
    parkingM2: parkingSpaces * rules.parking_space_m2.value,
    playgroundM2: flats * rules.playground_m2_per_unit.value,
  }
}

/** Of a site, what would be left beside buildings, parking, playgrounds and green, m²: ways need it. */
export function groundLeftM2(
  siteM2: number,
  groundM2: number,
  { parkingM2, playgroundM2 }: OutdoorNeeds,
  rules: Rules,
): number {
  return siteM2 * (1 - rules.min_green.value) - groundM2 - parkingM2 - playgroundM2
}

/** Of parking, playgrounds and green, what asks for the most ground. */
export function largestNeed(
  siteM2: number,
  { parkingM2, playgroundM2 }: OutdoorNeeds,
  rules: Rules,
): RuleName {
  const most = Math.max(parkingM2, playgroundM2, siteM2 * rules.min_green.value)
  if (most === parkingM2) return 'parking_per_unit'
  return most === playgroundM2 ? 'playground_m2_per_unit' : 'min_green'
}

export interface Ground {
  readonly siteM2: number
  readonly insideSetbackM2: number
}

/**
 * Whether houses of so many storeys find ground with all that they bring: houses, the way for fire
 * engines along one long side of each with what lies between, parking and playgrounds inside the
 * setback, and green beside them on the whole site. By areas alone, of houses as shallow as the
 * least: the strip along the boundary is too narrow for parking, and shapes that do not fill their
 * ground need as much.
 */
export function hasGround(
  { siteM2, insideSetbackM2 }: Ground,
  { storeys, maxGfaM2 }: { readonly storeys: number; readonly maxGfaM2: number },
  needs: OutdoorNeeds,
  rules: Rules,
): boolean {
  const groundM2 = maxGfaM2 / storeys
  const heightM = storeys * rules.storey_height_m.value
  const alongM = groundM2 / SIZES.slabDepth.least
  const laneM2 = alongM * stepAt(rules.fire_lane_width_m.value, heightM)
  const apartM2 = alongM * stepAt(rules.fire_lane_distance_m.value, heightM).least
  const takenM2 = groundM2 + laneM2 + apartM2 + needs.parkingM2 + needs.playgroundM2
  return takenM2 <= insideSetbackM2 && groundLeftM2(siteM2, groundM2 + laneM2, needs, rules) >= 0
}
