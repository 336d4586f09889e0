// Errors that the solver's arithmetic makes, and how much of each it allows itself. What a measure
// keeps to spare for its own reasons stands beside that measure. Never the checker's
// (checker/tolerances.ts): what the solver allows itself must not excuse it there.

/** Coordinates are sums of others: edges that should meet miss by the last digits, m. */
export const COORDINATE_M = 1e-6

/** Walls of one line, or that end on one, differ by the last digit of their coordinates, m. */
export const SAME_LINE_M = 1e-9

/** Areas multiply coordinates, so that equal ones differ by a little more, m². */
export const SAME_M2 = 1e-6

/** Worths of places, in cells, are sums of products: equal ones differ by the last digits. */
export const SAME_WORTH = 1e-6

/** Lengths of equally long ways are added up in another order, m. */
export const SAME_WAY_M = 1e-9

/** A direction with less than this along an axis is parallel to it, as far as doubles tell. */
export const PARALLEL = 1e-12

/** The drawing is rounded to millimetres, m. */
export const DRAWN_M = 1e-3

/**
 * Share of the footprint and floor area allowed that is left unused, so that rounding the drawing
 * never exceeds a limit.
 */
export const AREA_SPARE = 1e-4

/**
 * Areas and lengths that are added up in another order differ by the last digits: the footprint of
 * massings passes what was aimed at by no more.
 */
export const FOR_ROUNDING = 1 + 1e-9
