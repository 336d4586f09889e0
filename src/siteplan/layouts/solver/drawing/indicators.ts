// The figures of one option, measured on its drawing: ground, floor area, flats, spaces, green.
// Never whether they hold to the rules (rules/rule-checks.ts).
import { areaOf } from '../../../../geometry/plane.ts'
import type { Rules } from '../../../../norms/rule-set.ts'
import { round } from '../../../../numbers/rounding.ts'
import { sumOf } from '../../../../numbers/sum.ts'
import type { Building, Indicators } from '../../layout.ts'
import { spacesOn } from '../../parking-spaces.ts'
import type { Needs } from '../rules/needs.ts'
import type { UsedGround } from './draw-ground.ts'

/** What the figures are measured by. */
interface Measure {
  readonly rules: Pick<Rules, 'parking_space_m2'>
  readonly siteM2: number
  readonly upperBoundM2: number
}

export function indicatorsOf(
  buildings: readonly Building[],
  { fire_lanes, drives, parking, playgrounds }: UsedGround,
  needs: Needs,
  { rules, siteM2, upperBoundM2 }: Measure,
): Indicators {
  const footprintM2 = sumOf(buildings, (each) => each.footprint_m2)
  const gfaM2 = sumOf(buildings, (each) => each.gfa_m2)
  const playgroundM2 = round(areaOf(playgrounds), 2)
  const pavedM2 = areaOf(fire_lanes) + areaOf(drives) + areaOf(parking)
  const greenM2 = round(siteM2 - footprintM2 - pavedM2 - playgroundM2, 2)
  return {
    site_m2: round(siteM2, 2),
    footprint_m2: round(footprintM2, 2),
    coverage: round(footprintM2 / siteM2, 4),
    gfa_m2: round(gfaM2, 2),
    density: round(gfaM2 / siteM2, 4),
    share_of_bound: round(gfaM2 / upperBoundM2, 4),
    max_storeys: Math.max(...buildings.map((each) => each.storeys)),
    saleable_m2: needs.saleableM2,
    units: needs.units,
    units_total: needs.unitsTotal,
    parking_needed: needs.parkingSpaces,
    parking_given: spacesOn(areaOf(parking), rules.parking_space_m2.value),
    playground_m2: playgroundM2,
    green_m2: greenM2,
    green_share: round(greenM2 / siteM2, 4),
  }
}
