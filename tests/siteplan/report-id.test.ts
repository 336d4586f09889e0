import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reportIdOf } from '../../src/siteplan/report-id.ts'

describe('the id of a report', () => {
  it('is the same for the same method and inputs, and another where anything differs', () => {
    const id = reportIdOf('method-1', { a: 1 }, 'b')
    assert.match(id, /^[0-9a-f]{16}$/)
    assert.equal(reportIdOf('method-1', { a: 1 }, 'b'), id)
    for (const other of [
      reportIdOf('method-2', { a: 1 }, 'b'),
      reportIdOf('method-1', { a: 2 }, 'b'),
      reportIdOf('method-1', { renamed: 1 }, 'b'),
      reportIdOf('method-1', { a: 1 }),
    ]) {
      assert.notEqual(other, id)
    }
  })
})
