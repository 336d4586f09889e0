// Waiting for what happens by itself, and measuring how long something took.
import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The real one: a test that holds the timers still waits for other things. */
const realTimeout = setTimeout

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    realTimeout(resolve, ms)
  })

/** Lets everything run that waits for nothing. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

/** Real time after which a test stops hoping. */
const PATIENCE_MS = 20_000

/**
 * Each pause between two looks is this share of the wait so far: a look may cost more than what is
 * waited for.
 */
const PAUSE_SHARE = 0.1
const LONGEST_PAUSE_MS = 20

/**
 * Resolves soon after the condition holds; other work goes on meanwhile. @throws if it never does
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what = 'it',
  limitMs = PATIENCE_MS,
): Promise<void> {
  const startedMs = performance.now()
  while (!(await condition())) {
    const waitedMs = performance.now() - startedMs
    assert.ok(waitedMs < limitMs, `waited ${limitMs} ms in vain until ${what}`)
    await pause(Math.min(LONGEST_PAUSE_MS, PAUSE_SHARE * waitedMs))
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
