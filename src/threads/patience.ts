// How long a request waits for what is still being made: a model, an index.
import { type Clock, within } from '../clock.ts'
import { StillBeingMade } from './task-refused.ts'

/** Longest wait for the first model or index, or for a model as of an earlier date. */
const PATIENCE_S = 25

/** @throws StillBeingMade, saying `why`, if it takes too long */
export async function withPatience<T>(
  clock: Clock,
  promise: Promise<T>,
  why: string,
  patienceS = PATIENCE_S,
): Promise<T> {
  const answer = await within(
    clock,
    patienceS,
    promise.then((value) => ({ value })),
  )
  if (!answer) throw new StillBeingMade(why)
  return answer.value
}
