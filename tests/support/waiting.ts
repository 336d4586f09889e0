// Waiting for what happens by itself, and measuring how long something took.
import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Real time after which a test stops hoping. */
const PATIENCE_MS = 20_000

/** What takes longer is looked at now and then, and not in every turn of the event loop. */
const EAGER_MS = 50
const PAUSE_MS = 5

/** Resolves as soon as the condition holds; other work goes on meanwhile. @throws if it never does */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what = 'it',
  limitMs = PATIENCE_MS,
): Promise<void> {
  const startedMs = performance.now()
  while (!(await condition())) {
    const waitedMs = performance.now() - startedMs
    assert.ok(waitedMs < limitMs, `waited ${limitMs} ms in vain until ${what}`)
    await (waitedMs < EAGER_MS ? nextTurn() : pause(PAUSE_MS))
  }
}

/** What the work gives, unless it takes too long. @throws where a test would otherwise hang */
export async function soon<T>(work: Promise<T>, what: string, limitMs = PATIENCE_MS): Promise<T> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  await until(() => isOver, what, limitMs)
  return work
}

export async function timed<T>(work: Promise<T>): Promise<{ readonly took: number; result: T }> {
  const startedMs = performance.now()
  const result = await work
  return { took: performance.now() - startedMs, result }
}
