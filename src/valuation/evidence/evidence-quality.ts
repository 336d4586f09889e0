// When evidence is too thin for a value, and what lowers the confidence in a value. Never here: how
// wrong a value may be (neighbours/interval.ts) and which comparables are shown
// (shown-comparables.ts).
import { median } from '../../numbers/order-statistics.ts'
import { round } from '../../numbers/rounding.ts'
import type { Dwelling } from '../comparables/comparable.ts'
import { levelOfFsd } from '../neighbours/interval.ts'
import type { ConfidenceReason } from '../wire/estimate-codes.ts'
import type { Confidence, ShownComparable } from '../wire/estimate-schema.ts'

/** With fewer comparables there is no value. */
export const MIN_COMPARABLES = 3

/** Where each reason about the comparables begins. None of them prevents a value. */
const FEW_SAME_BUILDING_BELOW = 2
export const FEW_COMPARABLES_BELOW = 5
const DISTANT_ABOVE_M = 2000
export const STALE_ABOVE_DAYS = 180
export const DISPERSED_ABOVE_FSD = 0.13

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
