// Test files that share a process. What one of them breaks is told, and not with the others' tests
// left out.
import { after, it } from 'node:test'

/** Loads the files, whose tests run as they come. A file that cannot be loaded is a test that fails. */
export async function loadTestFiles(urls: readonly string[]): Promise<void> {
  let isOver = false
  after(() => {
    isOver = true
  })
  process.once('exit', () => {
    if (isOver) return
    process.stderr.write('A test has ended the process before the others were done.\n')
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
}
