// Test files that share a process. One that cannot be loaded fails alone; one that ends the process
// is told, since nothing of the others would be.
import { after, afterEach, before, beforeEach, it } from 'node:test'

/** More than the runner gives a test or a suite: then none is running any more. */
const IDLE_MS = 180_000

/** Loads the files, then runs their tests. A file that cannot be loaded is a test that fails. */
export async function loadTestFiles(urls: readonly string[]): Promise<void> {
  // Loading holds the event loop: the limits of tests in real time would pass meanwhile.
  const loaded = Promise.withResolvers<void>()
  before(() => loaded.promise)
  let isOver = false
  after(() => {
    isOver = true
  })
  process.once('exit', () => {
    if (isOver) return
    const { stack } = new Error('A test has ended the process before the others were done:')
    process.stderr.write(`${stack}\n`)
    process.exitCode = 1
  })
  endOnceIdle(() => {
    isOver = true
  })
  for (const url of urls) {
    try {
      await import(url)
    } catch (error) {
      it(`can load ${url}`, () => {
        throw error
      })
    }
  }
  loaded.resolve()
}

/** What a failed test has left would keep the process until the limit of the whole run. */
function endOnceIdle(beforeEnd: () => void): void {
  const idle = setTimeout(() => {
    beforeEnd()
    const kept = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(
      `No test has run for ${IDLE_MS / 1000} s, yet the process goes on: ${kept}\n`,
    )
    process.exit(1)
  }, IDLE_MS).unref()
  beforeEach(() => void idle.refresh())
  afterEach(() => void idle.refresh())
}
