// Waits for what happens in the background over real sockets and threads.
const LIMIT_MS = 10_000

/** @throws Error after 10 s */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const endMs = performance.now() + LIMIT_MS
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
