// What a floor area needs: flats, parking spaces, playgrounds. Whether a site has room for them
// at all is norms/outdoor-ground.ts's, where they go ground/outdoor-areas.ts's.
import { type OutdoorNeeds, outdoorNeedsOf } from '../../../../norms/outdoor-ground.ts'
import type { Rules } from '../../../../norms/rule-set.ts'
import { round, wholeUp } from '../../../../numbers/rounding.ts'
import { sumOfTypes, type UnitCounts, unitsIn } from '../../../unit-types.ts'
import type { LayoutAssumptions, LayoutsAsked } from '../../layout.ts'

export interface Needs extends OutdoorNeeds {
  readonly saleableM2: number
  readonly units: UnitCounts
  readonly unitsTotal: number
  readonly parkingSpaces: number
}

export interface NeedsBy {
  readonly rules: Rules
  readonly request: Pick<LayoutsAsked, 'unit_mix' | 'parking_ratio'>
  readonly assumptions: Pick<LayoutAssumptions, 'saleable_share'>
}

export function needsOf(gfaM2: number, { rules, request, assumptions }: NeedsBy): Needs {
  const saleableM2 = round(gfaM2 * assumptions.saleable_share, 2)
  const units = unitsIn(saleableM2, request.unit_mix)
  const unitsTotal = sumOfTypes(units)
  // The request may ask for more than the rule, never for less.
  const ratio = Math.max(request.parking_ratio, rules.parking_per_unit.value)
  const parkingSpaces = wholeUp(unitsTotal * ratio)
  return {
    saleableM2,
    units,
    unitsTotal,
    parkingSpaces,
    ...outdoorNeedsOf(unitsTotal, parkingSpaces, rules),
  }
}
