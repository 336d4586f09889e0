// Test files that share a process. One that cannot be loaded fails alone; one that ends the process
// is told, since nothing of the others would be.
import { after, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Loads the files, whose tests run as they come. One that cannot be loaded is a test that fails. */
export async function loadTestFiles(urls: readonly string[]): Promise<void> {
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
    // Tests that have begun get their turn: loading all in one go takes seconds.
    await nextTurn()
  }
}
