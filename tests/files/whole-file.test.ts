// Files that others see whole or not at all.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { writeWhole } from '../../src/files/whole-file.ts'

describe('a file that is written whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-files-'))
  after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'message.json')

  it('is the one before until the new one is there, for its owner alone', async () => {
    const [before, now] = ['а'.repeat(1_000), 'б'.repeat(5_000_000)]
    await writeWhole(path, before)
    let isWritten = false
    const writing = writeWhole(path, now).finally(() => {
      isWritten = true
    })
    while (!isWritten) {
      const { size } = statSync(path)
      // Two bytes a letter.
      assert.ok(size === 2_000 || size === 10_000_000, `${size} bytes`)
      await new Promise(setImmediate)
    }
    await writing
    assert.equal(readFileSync(path, 'utf8'), now)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(folder), ['message.json'])
  })

  it('leaves nothing behind where it cannot be named', async () => {
    const taken = join(folder, 'taken')
    mkdirSync(taken)
    await assert.rejects(writeWhole(taken, 'text'), { code: 'EISDIR' })
    assert.deepEqual(readdirSync(folder).sort(), ['message.json', 'taken'])
  })
})
