// The shares of prices that an interval can be asked to hold. Never here: how wide it is for one of
// them (interval.ts).

export const INTERVALS = [0.5, 0.8, 0.9] as const
export type Interval = (typeof INTERVALS)[number]

/** Held where none is asked for, and by the backtest. */
export const DEFAULT_INTERVAL = 0.8 satisfies Interval

/** A figure of each interval, in their order. */
export function byInterval<Figure>(
  figureOf: (share: Interval) => Figure,
): Record<Interval, Figure> {
  return Object.fromEntries(INTERVALS.map((share) => [share, figureOf(share)])) as Record<
    Interval,
    Figure
  >
}
