// How far a claim may be from what the checker finds, each with the error that it absorbs. Chosen
// apart from the solver's (solver/tolerances.ts): what the solver allows itself must not excuse it
// here. `…SLACK` is granted, `PRINTED_…` is for rounding in print. Tolerances along one wall or way
// stand beside what measures it.
import { SUN_STEP_H } from './sunlight.ts'

/** Distances and heights on a drawing to a millimetre, m. */
export const SLACK_M = 0.005

/** Ground along hundreds of metres of edges that are drawn to a millimetre, m². */
export const SLACK_M2 = 0.5

/** Ground under one building, whose edges are a tenth as long, m². */
export const FOOTPRINT_SLACK_M2 = 0.05

/** An area printed to a hundredth, of a drawing to a millimetre, m². */
export const PRINTED_M2 = 0.02

/** A height printed to a hundredth, m. */
export const PRINTED_M = 0.006

/** A share printed to four places, of areas drawn to a millimetre. */
export const PRINTED_SHARE = 2e-4

/** The share of green, in which the errors of all other areas add up. */
export const GREEN_SLACK = 1e-3

/** The share of green demanded, against the areas drawn. */
export const MIN_GREEN_SLACK = 1e-4

/** A footprint rounded to millimetres may be larger than the one that met a limit, m². */
export const BULK_SLACK_M2 = 0.01

/** Two buildings that touch may overlap by a rounded corner, m². */
export const OVERLAP_SLACK_M2 = 0.001

/** The buildable ground as inset here and there: round corners are drawn as other chords, m². */
export const BUILDABLE_SLACK_M2 = 0.5

/** The same as a distance from the boundary, m. */
export const BUILDABLE_SLACK_M = 0.02

/** The parcel's area and its boundary are measured on different planes: close, not equal. */
export const PARCEL_SLACK_SHARE = 0.01
export const PARCEL_SLACK_M2 = 1

/** Storeys times their height, in doubles, m. */
export const HEIGHT_SLACK_M = 1e-9

/** Flats times a ratio of parking, in doubles: the spaces demanded. */
export const SPACES_NEEDED_SLACK = 1e-9

/** Spaces in parking whose area was rounded. */
export const SPACES_GIVEN_SLACK = 1e-6

/** On the very edge of a shadow one position of the sun more or less is counted, and rounded, h. */
export const SUN_SLACK_H = SUN_STEP_H + 0.01

/** Positions of the sun times their step, in doubles, h. */
export const SUN_DEMANDED_SLACK_H = 1e-6

/** A latitude printed to six places, degrees. */
export const LATITUDE_SLACK_DEG = 1e-5

/** Money in whole roubles. */
export const ROUBLES_SLACK = 1

/** A margin printed to four places. */
export const MARGIN_SLACK = 1e-4

/** A score follows from printed shares, and is printed to four places itself. */
export const SCORE_SLACK = 1e-3

/** A row of the table prints its limit to four places. */
export const ROW_LIMIT_SLACK = 1e-3

/** A row prints its figure to four places; it was drawn to a millimetre at both ends, m. */
export const ROW_SLACK_M = 0.01

/** The same of ground outside the buildable area, m². */
export const ROW_OUTSIDE_SLACK_M2 = 0.1

/** A row prints rounded figures; its verdict may rest on finer ones. */
export const ROW_VERDICT_SLACK = 0.006
