// Folders are made whole, however many make the same at once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { makeFolder } from '../../src/files/make-folder.ts'

describe('a folder that is made', () => {
  const base = mkdtempSync(join(tmpdir(), 'tradein-folders-'))
  after(() => rmSync(base, { recursive: true }))

  it('comes with those above it, each for its owner alone', async () => {
    const path = join(base, 'owned', 'a', 'b')
    await makeFolder(path)
    for (const made of [path, join(path, '..'), join(path, '..', '..')]) {
      assert.equal(statSync(made).mode & 0o777, 0o700)
    }
  })

  it('is there for each of many that make it at once, whoever makes those above it', async () => {
    // One of them finds a folder above missing, and another makes it just then: now and then.
    for (let round = 0; round < 50; round += 1) {
      const path = join(base, `round ${round}`, 'a', 'b', 'c')
      await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)))
      assert.ok(statSync(path).isDirectory())
    }
  })
})
