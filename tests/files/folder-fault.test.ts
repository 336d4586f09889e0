import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { faultOfFolder } from '../../src/files/folder-fault.ts'

describe('a folder to write into', () => {
  const base = mkdtempSync(join(tmpdir(), 'tradein-trial-'))
  after(() => rmSync(base, { recursive: true }))

  it('is tried out and left as it was, one that is yet to be made by the folder above it', async () => {
    assert.equal(await faultOfFolder(base), undefined)
    assert.equal(await faultOfFolder(join(base, 'a', 'b')), undefined)
    assert.deepEqual(readdirSync(base), [])
  })

  it('has the system’s code for a fault where a file is in its way', async () => {
    const file = join(base, 'file')
    writeFileSync(file, '')
    assert.equal(await faultOfFolder(file), 'ENOTDIR')
    assert.equal(await faultOfFolder(join(file, 'below')), 'ENOTDIR')
    assert.deepEqual(readdirSync(base), ['file'])
  })
})
