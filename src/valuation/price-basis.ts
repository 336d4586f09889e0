// Prices asked and prices paid: which of them a number is.
// Never here: how far apart they are in a market (hedonic.ts).

export type PriceBasis = 'ask' | 'deal'
