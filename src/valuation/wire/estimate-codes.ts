// The codes that an answer gives for reasons, adjustments, fees and options, each a closed list.
// Never here: when one is given (evidence/, trade-in-offer.ts) and its words (reports/estimate/).
import { ATTRIBUTE_FACTORS } from '../market/flat-vector.ts'

/** Why there is no value. */
export const INSUFFICIENT_REASONS = [
  'no_comparables_in_radius',
  'too_few_comparables',
  'too_dispersed',
  'address_not_found',
] as const
export type InsufficientReason = (typeof INSUFFICIENT_REASONS)[number]

/** Why a value is less certain than it might be. */
export const CONFIDENCE_REASONS = [
  'few_same_building',
  'few_comparables',
  'distant_comparables',
  'stale_comparables',
  'dispersed_comparables',
  'subject_incomplete',
  'subject_unusual',
  'subject_contradicts_building',
  'address_without_house',
  'address_corrected',
  'address_elsewhere',
] as const
export type ConfidenceReason = (typeof CONFIDENCE_REASONS)[number]

/** Attributes of a flat that can be filled in or set aside, by their names in a request. */
export const SUBJECT_ATTRIBUTES = [
  'floor',
  'floors_total',
  'kitchen_area_m2',
  'living_area_m2',
  'year_built',
  'house_material',
  'building_class',
  'condition',
  'market',
  'ceiling_height_m',
] as const
export type SubjectAttribute = (typeof SUBJECT_ATTRIBUTES)[number]

/** What a comparable's price is adjusted for, in the order of an answer. */
export type Factor = 'bargaining' | 'date' | (typeof ATTRIBUTE_FACTORS)[number]['factor']

export const FACTORS: readonly Factor[] = [
  'bargaining',
  'date',
  ...ATTRIBUTE_FACTORS.map(({ factor }) => factor),
]

/** What comes off the market value. */
export const FEE_CODES = [
  'hold',
  'sell',
  'risk',
  'margin',
  'repair',
  'reservation',
  'bound',
] as const
export type FeeCode = (typeof FEE_CODES)[number]

export const OPTION_KINDS = ['buyout', 'reservation', 'market'] as const

/** `insufficient_data` is in the interface, but an answer without a value has no `trade_in`. */
export const INELIGIBLE_REASONS = ['insufficient_data', 'low_confidence'] as const
export type IneligibleReason = (typeof INELIGIBLE_REASONS)[number]
