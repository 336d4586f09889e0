// The file of rejected rows by itself: what it puts in place, and what it leaves alone.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type ImportRow, importRows } from '../../src/datasets/import.ts'
import { RejectsFile } from '../../src/datasets/rejects-file.ts'

const REJECTED = { line: 2, reason: 'no number', header: ['x', 'y'], cells: ['1', 'a'] }

const WRITER = { put: async () => {}, removeDemo: async () => 0 }

describe('the file of rejected rows', () => {
  const above = mkdtempSync(join(tmpdir(), 'tradein-rejects-file-'))
  after(() => rmSync(above, { recursive: true }))

  it('is taken away unfinished where the import fails, and that of an earlier run stays', async () => {
    const folder = mkdtempSync(join(above, 'failing-'))
    const path = join(folder, 'rejects.csv')
    writeFileSync(path, 'earlier\n')
    async function* rows(): AsyncGenerator<ImportRow<never>> {
      yield REJECTED
      assert.deepEqual(readdirSync(folder), ['rejects.csv', 'rejects.csv.part'])
      throw new Error('the database is away')
    }
    const options = { rejectsFile: path, dryRun: false, onProgress: () => {} }
    await assert.rejects(importRows(rows(), WRITER, options), /the database is away/)
    assert.deepEqual(readdirSync(folder), ['rejects.csv'])
    assert.equal(readFileSync(path, 'utf8'), 'earlier\n')
  })

  it('leaves nothing behind where it cannot be begun', async () => {
    const folder = mkdtempSync(join(above, 'taken-'))
    const path = join(folder, 'rejects.csv')
    mkdirSync(`${path}.part`)
    await assert.rejects(new RejectsFile(path).add(REJECTED), /cannot be written \(EISDIR\)/)
    assert.deepEqual(readdirSync(folder), ['rejects.csv.part'])
  })

  it('is for its owner alone, as it repeats rows of the imported file', async () => {
    const path = join(mkdtempSync(join(above, 'mode-')), 'rejects.csv')
    writeFileSync(path, 'earlier\n', { mode: 0o644 })
    const file = new RejectsFile(path)
    await file.add(REJECTED)
    await file.finish()
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })

  it('is whole where two runs write it at once, and ends neither with a fault', async () => {
    const folder = mkdtempSync(join(above, 'two-'))
    const path = join(folder, 'rejects.csv')
    // Longer than what is kept until it is written.
    const rejectAll = async (file: RejectsFile, text: string) => {
      for (let row = 0; row < 3; row += 1)
        await file.add({ ...REJECTED, text: text.repeat(40_000) })
    }
    const whole = (text: string) =>
      `rejected_line,rejected_reason,rejected_text,x,y\n${`2,no number,${text.repeat(40_000)},1,a\n`.repeat(3)}`
    const one = new RejectsFile(path)
    const other = new RejectsFile(path)
    await rejectAll(one, 'a')
    await rejectAll(other, 'b')
    await rejectAll(one, 'a')
    await one.finish()
    await other.finish()
    assert.deepEqual(readdirSync(folder), ['rejects.csv'])
    assert.equal(readFileSync(path, 'utf8'), whole('b'))
  })

  it('of one run is left alone by another that fails', async () => {
    const folder = mkdtempSync(join(above, 'one-of-two-'))
    const path = join(folder, 'rejects.csv')
    const failing = new RejectsFile(path)
    const other = new RejectsFile(path)
    await failing.add(REJECTED)
    await other.add(REJECTED)
    await failing.abandon()
    await other.finish()
    assert.deepEqual(readdirSync(folder), ['rejects.csv'])
  })

  it('removes nothing but a file where nothing was rejected', async () => {
    const pipe = join(above, 'pipe')
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
    await new RejectsFile(pipe).finish()
    assert.equal(statSync(pipe).isFIFO(), true)
    await new RejectsFile(join(above, 'none.csv')).finish()
  })

  it('has its own columns once, however a program has written those that it reads', async () => {
    const path = join(above, 'again.csv')
    const file = new RejectsFile(path)
    const header = ['Rejected_Line', ' rejected_reason', 'REJECTED_TEXT ', 'x']
    await file.add({ line: 7, reason: 'no number', header, cells: ['2', 'old', '', 'a'] })
    await file.finish()
    assert.equal(
      readFileSync(path, 'utf8'),
      'rejected_line,rejected_reason,rejected_text,x\n7,no number,,a\n',
    )
  })
})
