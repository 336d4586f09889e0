// The ground that houses take of a site with their parking, playgrounds, green and ways for fire
// engines, by areas alone. Where any of it goes is the solver's.
import { SIZES_M } from './house-sizes.ts'
import { fireLaneDemand } from './rule-look-ups.ts'
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

/**
 * Ground of the site, m², that parking, playgrounds and green leave; negative where they lack some.
 * @param builtM2 under buildings, and under those ways that are known
 */
export function groundLeftM2(
  siteM2: number,
  builtM2: number,
  { parkingM2, playgroundM2 }: OutdoorNeeds,
  rules: Rules,
): number {
  return siteM2 * (1 - rules.min_green.value) - builtM2 - parkingM2 - playgroundM2
}

/**
 * The most floor area of houses with so many storeys beside which all their parking, playgrounds
 * and green find ground on the site: a bound by areas alone, in which ways take none.
 * @param floorM2 any floor area, and what it needs
 */
export function maxGfaOnGroundM2(
  storeys: number,
  { siteM2, floorM2, needs }: FloorOnSite,
  rules: Rules,
): number {
  const besideFloor = (needs.parkingM2 + needs.playgroundM2) / floorM2
  return (siteM2 * (1 - rules.min_green.value)) / (1 / storeys + besideFloor)
}

interface FloorOnSite {
  readonly siteM2: number
  readonly floorM2: number
  readonly needs: OutdoorNeeds
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

interface SiteGround {
  readonly siteM2: number
  readonly insideSetbackM2: number
}

/**
 * Whether houses of this many storeys and all that they need find ground. Inside the setback: the
 * houses, a way for fire engines along one long side of each with the strip between, parking and
 * playgrounds. On the whole site: green as well. Compares areas alone, of houses as shallow as the
 * smallest. The setback counts for nothing else, because its strip is too narrow for parking.
 */
export function hasGround(
  { siteM2, insideSetbackM2 }: SiteGround,
  { storeys, maxGfaM2 }: { readonly storeys: number; readonly maxGfaM2: number },
  needs: OutdoorNeeds,
  rules: Rules,
): boolean {
  const groundM2 = maxGfaM2 / storeys
  const { widthM, leastM } = fireLaneDemand(storeys, rules)
  const alongM = groundM2 / SIZES_M.slabDepth.least
  const laneM2 = alongM * widthM
  const apartM2 = alongM * leastM
  const takenM2 = groundM2 + laneM2 + apartM2 + needs.parkingM2 + needs.playgroundM2
  return takenM2 <= insideSetbackM2 && groundLeftM2(siteM2, groundM2 + laneM2, needs, rules) >= 0
}
