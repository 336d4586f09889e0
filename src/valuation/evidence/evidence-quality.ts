// What lowers the confidence in a value. Never here: how wrong a value may be
// (neighbours/interval.ts) and which comparables are shown (shown-comparables.ts).
import { median } from '../../numbers/order-statistics.ts'
import { round } from '../../numbers/rounding.ts'
import type { Dwelling } from '../comparables/comparable.ts'
import { levelOfFsd } from '../neighbours/interval.ts'
import type { ConfidenceReason } from '../wire/estimate-codes.ts'
import type { Confidence, ShownComparable } from '../wire/estimate-schema.ts'
import {
  DISPERSED_ABOVE_FSD,
  DISTANT_ABOVE_M,
  FEW_COMPARABLES_BELOW,
  FEW_SAME_BUILDING_BELOW,
  STALE_ABOVE_DAYS,
} from '../wire/evidence-bounds.ts'

interface JudgedEvidence {
  readonly fsd: number
  readonly nEffective: number
  readonly comparables: readonly ShownComparable[]
}

interface JudgedSubject {
  readonly dwelling: Dwelling
  readonly isUnusual: boolean
  readonly contradictsBuilding: boolean
}

/** How far a value of the subject from this evidence can be trusted. */
export function confidenceOf(
  { fsd, nEffective, comparables }: JudgedEvidence,
  { dwelling, isUnusual, contradictsBuilding }: JudgedSubject,
): Confidence {
  const measured = {
    fsd: round(fsd, 4),
    level: levelOfFsd(round(fsd, 4)),
    n_comparables: comparables.length,
    n_effective: round(nEffective, 2),
    max_distance_m: Math.max(...comparables.map(({ distance_m: distance }) => distance)),
    median_age_days: Math.round(median(comparables.map(({ age_days: age }) => age))),
  }
  const sameBuilding = comparables.filter((one) => one.same_building).length
  const reasons: ConfidenceReason[] = []
  if (sameBuilding < FEW_SAME_BUILDING_BELOW) reasons.push('few_same_building')
  if (measured.n_comparables < FEW_COMPARABLES_BELOW) reasons.push('few_comparables')
  if (measured.max_distance_m > DISTANT_ABOVE_M) reasons.push('distant_comparables')
  if (measured.median_age_days > STALE_ABOVE_DAYS) reasons.push('stale_comparables')
  if (measured.fsd > DISPERSED_ABOVE_FSD) reasons.push('dispersed_comparables')
  if (dwelling.condition === null || dwelling.yearBuilt === null) reasons.push('subject_incomplete')
  if (isUnusual) reasons.push('subject_unusual')
  if (contradictsBuilding) reasons.push('subject_contradicts_building')
  return { ...measured, reasons }
}
