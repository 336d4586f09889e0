// How far a thread that works for long stands back behind the one that answers requests. Plain
// JavaScript, for a thread that must not have to strip types.

/** Steps of `nice`: a third of the main thread's share where both want a core. */
export const STAND_BACK = 5
