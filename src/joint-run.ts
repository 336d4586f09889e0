// Work that costs as much for one who asks as for many who ask at once.
import { setImmediate } from 'node:timers/promises'

/**
 * Whoever asks while `run` is under way shares the run after it, which begins later than all of
 * them asked: one runs and one waits, however many ask. It begins once the requests that have
 * arrived on open connections are read, so that they share it even if it holds the thread from its
 * beginning to its end.
 */
export function jointRun<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | undefined
  const runNext = async () => {
    await underWay
    await setImmediate()
    next = undefined
    const running = run()
    underWay = running.catch(() => {})
    return running
  }
  return () => {
    next ??= runNext()
    return next
  }
}

/**
 * Whoever asks while `run` is under way shares that run, so that nobody waits for longer than one
 * takes: its answer may be as old as the run. Nothing is kept of a run that has ended.
 */
export function sharedRun<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let underWay: Promise<Value> | undefined
  return () => {
    underWay ??= run().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
