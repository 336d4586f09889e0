// How much of a project is sold by the time its building is commissioned, as lenders look at it.

/** Share of flats: banks usually wait for no less. */
export const LENDERS_WANT_SOLD = 0.5

/** Mean of the country: share of flats sold by commissioning (Minstroy). */
export const SOLD_IN_COUNTRY = 0.6

/** Share of flats from which the pace is a good one. */
export const GOOD_SOLD = 0.7
