// Where evidence becomes too thin for a value, and where each reason about it begins to lower the
// confidence. Never here: judging it (evidence/evidence-quality.ts).

/** With fewer comparables there is no value. */
export const MIN_COMPARABLES = 3

/** None of these prevents a value. */
export const FEW_SAME_BUILDING_BELOW = 2
export const FEW_COMPARABLES_BELOW = 5
export const DISTANT_ABOVE_M = 2000
export const STALE_ABOVE_DAYS = 180
export const DISPERSED_ABOVE_FSD = 0.13
