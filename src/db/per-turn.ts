// Gathers the look-ups of concurrent requests and answers them together. They are read after the
// last of them was asked for, so each answer is as fresh as if it had been read alone.

interface Asked<Key, Answer> {
  readonly key: Key
  readonly waiting: PromiseWithResolvers<Answer>
}

interface GatherBounds {
  /** Keys of one call; a turn with more keys makes further calls. */
  readonly maxKeys: number
  /** While this many calls are under way, further keys gather until one of them ends. */
  readonly maxCalls: number
}

/** Keys wait no longer than this for calls under way, which may hang. */
const PATIENCE_MS = 25

/**
 * Answers at the end of the turn of the event loop in which a key is asked for, or when a call
 * that was under way ends.
 * @param answerAll gives the answers in the order of the keys; it throws for all of them
 */
export function gatherPerTurn<Key, Answer>(
  answerAll: (keys: Key[]) => Promise<readonly Answer[]> | readonly Answer[],
  { maxKeys, maxCalls }: GatherBounds,
): (key: Key) => Promise<Answer> {
  /** Bounded by what the requests under way ask for until the next call. */
  let asked: Asked<Key, Answer>[] = []
  let underWay = 0
  let scheduled: NodeJS.Immediate | undefined
  let patience: NodeJS.Timeout | undefined

  const answer = async (batch: readonly Asked<Key, Answer>[]) => {
    underWay += 1
    try {
      const answers = await answerAll(batch.map(({ key }) => key))
      for (const [index, { waiting }] of batch.entries()) waiting.resolve(answers[index] as Answer)
    } catch (error) {
      for (const { waiting } of batch) waiting.reject(error)
    }
    underWay -= 1
    if (asked.length > 0) schedule()
  }
  const sendAll = () => {
    clearImmediate(scheduled)
    clearTimeout(patience)
    scheduled = undefined
    patience = undefined
    const gathered = asked
    asked = []
    for (let from = 0; from < gathered.length; from += maxKeys) {
      void answer(gathered.slice(from, from + maxKeys))
    }
  }
  const schedule = () => {
    if (underWay < maxCalls) scheduled ??= setImmediate(sendAll)
    else patience ??= setTimeout(sendAll, PATIENCE_MS)
  }

  return (key) => {
    const waiting = Promise.withResolvers<Answer>()
    asked.push({ key, waiting })
    schedule()
    return waiting.promise
  }
}
