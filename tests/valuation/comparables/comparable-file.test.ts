// How a file of comparables is read: which of its rows are taken.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readComparableFile } from '../../../src/valuation/comparables/comparable-file.ts'
import { COLUMNS } from '../../../src/valuation/comparables/comparable-record.ts'
import { record } from './records.ts'

describe('a file of comparables', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-comparables-'))
  after(() => rmSync(folder, { recursive: true }))

  it('has rows up to the latest day that they may have, and none after it', async () => {
    const file = join(folder, 'days.csv')
    const days = ['2024-05-19', '2024-05-20', '2024-05-21', '2250-01-01']
    const rows = days.map((date) => record({ date }))
    writeFileSync(file, [COLUMNS, ...rows].map((cells) => cells.join(',')).join('\n'))
    const read = await Array.fromAsync(readComparableFile(file, {}, { latest: '2024-05-20' }))
    assert.deepEqual(
      read.map((one) => ('row' in one ? one.row.date : [one.line, one.reason])),
      ['2024-05-19', '2024-05-20', [4, 'date: in the future'], [5, 'date: in the future']],
    )
  })

  it('may have a column twice that is not read, and no other', async () => {
    const file = join(folder, 'twice.csv')
    const lines = [
      [...COLUMNS, 'condition'],
      [...record(), 'хорошее'],
    ]
    writeFileSync(file, lines.map((cells) => cells.join(',')).join('\n'))
    const read = (ignored: readonly 'condition'[]) =>
      Array.fromAsync(readComparableFile(file, { ignored }, {}))
    assert.equal((await read(['condition'])).length, 1)
    await assert.rejects(read([]), /has the column condition more than once/)
  })
})
