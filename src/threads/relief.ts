// Two parties for the same tasks: the first stands back so far that on a busy machine it may get no
// processor time at all; where it gets nowhere, the second takes over. What they are, pools of
// threads for one, and what they do, is their caller's.
import type { Clock } from '../clock.ts'
import { TaskRefused } from './task-refused.ts'

/** The first gets nowhere if it has tasks and ends none of them for so long. */
const STUCK_S = 3
/** How long all new tasks then go to the second, before the first is tried again. */
const RELIEVED_FOR_MS = 60_000

interface ReliefParts<Party> {
  readonly first: Party
  readonly second: Party
  readonly clock: Pick<Clock, 'nowMs' | 'sleep'>
  /** Called when the second takes over. */
  onStuck(): void
}

/** Has one of the parties do a task. `end`, if given, ends it. */
type Ask<Party, Result> = (party: Party, end: AbortSignal | undefined) => Promise<Result>

/** @param gone ends the task, whoever works on it */
export type Relieved<Party> = <Result>(
  ask: Ask<Party, Result>,
  gone: AbortSignal | undefined,
) => Promise<Result>

/**
 * A task that the first has when it gets nowhere is worked on by both, since it may only be a long
 * one: the first result counts, and the other's work is ended.
 */
export function withRelief<Party>({
  first,
  second,
  clock,
  onStuck,
}: ReliefParts<Party>): Relieved<Party> {
  /** For each task that the first has: hands it to the second too. */
  const handOvers = new Set<() => void>()
  let relievedUntilMs = -Infinity
  let watch = new AbortController()

  const isRelieved = () => clock.nowMs() < relievedUntilMs

  /** Gives the first its time anew. */
  const watchAnew = async () => {
    watch.abort()
    if (handOvers.size === 0) return
    watch = new AbortController()
    const { signal } = watch
    await clock.sleep(STUCK_S, signal)
    if (signal.aborted) return
    if (!isRelieved()) onStuck()
    relievedUntilMs = clock.nowMs() + RELIEVED_FOR_MS
    for (const handOver of handOvers) handOver()
  }

  return async (ask, gone) => {
    if (isRelieved()) return ask(second, gone)
    const done = new AbortController()
    const end = gone ? AbortSignal.any([gone, done.signal]) : done.signal
    const stuck = Promise.withResolvers<'stuck'>()
    const handOver = () => stuck.resolve('stuck')
    handOvers.add(handOver)
    if (handOvers.size === 1) void watchAnew()
    const byFirst = ask(first, end).finally(() => {
      handOvers.delete(handOver)
      void watchAnew()
    })
    try {
      const outcome = await Promise.race([byFirst.then((result) => ({ result })), stuck.promise])
      if (outcome !== 'stuck') return outcome.result
      return await firstOf(byFirst, ask(second, end))
    } finally {
      done.abort()
    }
  }
}

/** What comes first, a result or an error of the task's own; a refusal leaves it to the other. */
function firstOf<Result>(one: Promise<Result>, other: Promise<Result>): Promise<Result> {
  return Promise.race([orElse(one, other), orElse(other, one)])
}

async function orElse<Result>(one: Promise<Result>, other: Promise<Result>): Promise<Result> {
  try {
    return await one
  } catch (error) {
    if (error instanceof TaskRefused) return other
    throw error
  }
}
