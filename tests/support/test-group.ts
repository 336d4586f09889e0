// Test files that share a process. One that cannot be loaded fails alone; one that ends the process
// is told, since nothing of the others would be.
import { after, before, it } from 'node:test'

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
