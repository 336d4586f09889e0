// Work that costs as much for one who asks as for many who ask at once.

/**
 * Whoever asks while `run` is under way shares the run after it, which begins later than all of them
 * asked: one runs and one waits, however many ask.
 */
export function sharedRun<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | undefined
  return () => {
    next ??= underWay.then(() => {
      next = undefined
      const running = run()
      underWay = running.catch(() => {})
      return running
    })
    return next
  }
}
