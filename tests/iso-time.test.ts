import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readIsoTime } from '../src/iso-time.ts'

describe('a time in text', () => {
  it('is read in the form in which it is written alone, of the years 1 to 9999', () => {
    for (const time of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      assert.equal(readIsoTime(time), time)
    }
    for (const other of [
      '0000-12-31T23:59:59.999Z',
      '-000001-12-31T23:59:59.999Z',
      '+010000-01-01T00:00:00.000Z',
      '2026-02-29T00:00:00.000Z',
      '2026-01-15T09:30:00Z',
      '2026-01-15',
      'yesterday',
    ]) {
      assert.equal(readIsoTime(other), undefined)
    }
  })
})
