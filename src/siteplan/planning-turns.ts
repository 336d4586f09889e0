// How many plans one caller may have waiting or under way at once.
import { type CallerTurns, createCallerTurns } from '../threads/caller-turns.ts'

/** Enough for a forecast in every format and some layouts; less than half of the queue. */
export const MAX_PER_CALLER = 8

/** Why a route that plans answers 503, for the reference. */
export const BUSY =
  'A database is out of reach, there is no market model yet, the planning takes too long, or too ' +
  `many such requests wait, in all or of this caller (${MAX_PER_CALLER} at most)`

export const createPlanningTurns = (): CallerTurns => createCallerTurns(MAX_PER_CALLER, 'plans')
