// How long a request waits for a model that is being fitted.
import { type Clock, within } from '../../clock.ts'
import { TaskRefused } from '../../threads/task-refused.ts'

/** Longest wait for a first model, or for one as of an earlier date. */
const PATIENCE_S = 25

/** @throws TaskRefused, saying `why`, if it takes too long */
export async function withPatience<T>(clock: Clock, promise: Promise<T>, why: string): Promise<T> {
  const answer = await within(
    clock,
    PATIENCE_S,
    promise.then((value) => ({ value })),
  )
  if (!answer) throw new TaskRefused(why)
  return answer.value
}
