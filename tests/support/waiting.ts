// Waiting for what happens by itself, and measuring how long something took.

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Asks until the answer is yes. @throws if it is still no after `limitMs` */
export async function until(
  what: string,
  ask: () => Promise<boolean> | boolean,
  limitMs = 15_000,
): Promise<void> {
  const untilMs = performance.now() + limitMs
  while (!(await ask())) {
    if (performance.now() > untilMs) throw new Error(`${limitMs} ms were not enough: ${what}`)
    await pause(20)
  }
}

export async function timed<T>(work: Promise<T>): Promise<{ readonly took: number; result: T }> {
  const startedMs = performance.now()
  const result = await work
  return { took: performance.now() - startedMs, result }
}
