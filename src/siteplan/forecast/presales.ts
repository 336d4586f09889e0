// How much of a project is sold by the time its building is commissioned, as lenders look at it.

/** Share of flats: banks usually wait for no less. */
export const LENDERS_WANT_SOLD = 0.5

/** Share of flats from which the pace is a good one. */
export const GOOD_SOLD = 0.7
