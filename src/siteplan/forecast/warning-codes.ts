// The codes of a forecast's warnings, a closed list for programs. When one is given, and its words,
// is warnings.ts's and evidence-warnings.ts's.
import { LAND_GAP_CODES, LAND_WARNING_CODES } from '../land-warnings.ts'

export const WARNING_CODES = [
  ...LAND_WARNING_CODES,
  'below_min_storeys',
  'public_ownership',
  'house_doubtful',
  'ground_crowded',
  'thin_site',
  'area_mismatch',
  'demo_data',
  'price_far_from_local',
  'distant_comparables',
  'thin_evidence',
  'price_from_ratio',
  'stale_evidence',
  'pace_default',
  'pace_local',
  ...LAND_GAP_CODES,
  'house_too_small',
  'phased',
  'phases_beyond_horizon',
  'horizon_before_commissioning',
  'loan_outstanding',
  'unsold_at_horizon',
  'slow_presales',
  'negative_npv',
] as const

interface CodedText {
  readonly code: (typeof WARNING_CODES)[number]
  readonly text: string
}

export function warning(code: CodedText['code'], text: string): CodedText {
  return { code, text }
}
