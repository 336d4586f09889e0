import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DeleteResult } from 'kysely'
import { deleteInBatches } from '../../src/db/delete-in-batches.ts'

/** A table of so many rows that are to go. */
function tableOf(rows: number) {
  const table = { rows, statements: 0 }
  const deleteBatch = async (limit: number) => {
    const batch = Math.min(limit, table.rows)
    table.rows -= batch
    table.statements += 1
    return new DeleteResult(BigInt(batch))
  }
  return { table, deleteBatch }
}

describe('deleting in batches', () => {
  for (const rows of [0, 1, 500, 501, 2_000]) {
    it(`deletes all ${rows} rows`, async () => {
      const { table, deleteBatch } = tableOf(rows)
      assert.equal(await deleteInBatches(deleteBatch), rows)
      assert.equal(table.rows, 0)
    })
  }

  it('begins no other batch once it is to stop', async () => {
    const { table, deleteBatch } = tableOf(1_000_000)
    const stopping = new AbortController()
    const deleted = await deleteInBatches(async (limit) => {
      if (table.statements === 2) stopping.abort()
      return deleteBatch(limit)
    }, stopping.signal)
    assert.deepEqual({ deleted, statements: table.statements }, { deleted: 1_500, statements: 3 })
  })
})
