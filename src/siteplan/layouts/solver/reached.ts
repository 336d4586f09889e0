// When floor area that was aimed at counts as reached, and when more than that was: one measure for
// the searches, the moves that improve a massing, and the rule that is named as the limit.

/** From this share of the upper bound the whole of it counts as reached. */
export const REACHED = 0.97

/**
 * A candidate must have this many times the floor area already reached, and a rule limits if so
 * many times can be built without it. Arbitrary.
 */
export const MORE_THAN_REACHED = 1.01
