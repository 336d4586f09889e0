// How much of a project is sold by the time its building is commissioned, as lenders look at it.

/** Share of flats that banks usually wait for. */
export const LENDERS_WANT_SOLD = 0.5

/** Share of flats, the mean of the country (Minstroy). */
export const SOLD_IN_COUNTRY = 0.6

/** Share of flats that makes the pace a good one. */
export const GOOD_SOLD = 0.7
