// Tests that measure how long a caller waits, several of them at a time.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'

/**
 * A test with a service of its own. All of a describe start before its first test begins: a start
 * holds the event loop, on a busy machine for so long that another test's answer would come too
 * late.
 */
export const testWith =
  <Parts extends AsyncDisposable>(start: () => Promise<Parts>) =>
  (rule: string, body: (parts: Parts) => Promise<void>): void => {
    let parts: Parts | undefined
    before(async () => {
      parts = await start()
    })
    after(async () => parts?.[Symbol.asyncDispose]())
    it(rule, () => {
      assert.ok(parts)
      return body(parts)
    })
  }
