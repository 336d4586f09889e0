// What the floor area brings with it: flats by type, parking spaces and playgrounds, as many as the
// rules and the request demand.
import { areaOf } from '../../../geometry/plane.ts'
import { sumOf } from '../../../numbers/sum.ts'
import { sumOfTypes, UNIT_TYPES, type UnitCounts, unitsIn } from '../../unit-types.ts'
import type { BestLayouts, LayoutOption } from '../layout.ts'
import type { Truth } from './check-table.ts'
import { PRINTED_M2, SPACES_GIVEN_SLACK, SPACES_NEEDED_SLACK } from './tolerances.ts'
import type { Findings } from './violation.ts'

type Needs = Pick<
  Truth,
  'parkingNeeded' | 'parkingGiven' | 'playgroundM2' | 'playgroundNeededM2'
> & { readonly units: UnitCounts }

export function checkFlats(
  { request, assumptions, rule_set: { rules } }: BestLayouts,
  { buildings, indicators, parking, playgrounds }: LayoutOption,
  findings: Findings,
): Needs {
  const gfaM2 = sumOf(buildings, (each) => each.gfa_m2)
  const saleableM2 = gfaM2 * assumptions.saleable_share
  const units = unitsIn(indicators.saleable_m2, request.unit_mix, assumptions.unit_area_m2)
  const total = sumOfTypes(units)
  const ratio = Math.max(request.parking_ratio, rules.parking_per_unit.value)
  const parkingNeeded = Math.ceil(total * ratio - SPACES_NEEDED_SLACK)
  const parkingGiven = Math.floor(
    areaOf(parking) / rules.parking_space_m2.value + SPACES_GIVEN_SLACK,
  )
  findings.allSame('indicators', [
    ['saleable_m2', indicators.saleable_m2, saleableM2, PRINTED_M2],
    ...UNIT_TYPES.map(
      (type) => [`units of ${type}`, indicators.units[type], units[type], 0] as const,
    ),
    ['units_total', indicators.units_total, total, 0],
    ['parking_needed', indicators.parking_needed, parkingNeeded, 0],
    ['parking_given', indicators.parking_given, parkingGiven, 0],
  ])
  if (!(parkingGiven >= parkingNeeded)) {
    findings.add('parking_per_unit', `${parkingGiven} parking spaces, ${parkingNeeded} demanded`)
  }
  const playgroundM2 = areaOf(playgrounds)
  const playgroundNeededM2 = total * rules.playground_m2_per_unit.value
  findings.same('indicators', 'playground_m2', indicators.playground_m2, playgroundM2, PRINTED_M2)
  if (!(playgroundM2 >= playgroundNeededM2 - PRINTED_M2)) {
    findings.add('playground_m2_per_unit', `${playgroundM2} m², ${playgroundNeededM2} demanded`)
  }
  return { units, parkingNeeded, parkingGiven, playgroundM2, playgroundNeededM2 }
}
