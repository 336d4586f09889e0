import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { droppingBroken } from '../../src/db/postgres-pool.ts'

it('gives a connection up at its first statement without an answer, and uses it no more', async () => {
  const sent: string[] = []
  const dropped: unknown[] = []
  const client = {
    async query({ text }: pg.QueryConfig) {
      sent.push(text)
      // The driver's own words, after the time that the statement had.
      if (text.startsWith('select')) throw new Error('Query read timeout')
      return { command: '', rowCount: 0, rows: [] }
    },
    release: (isBroken: unknown) => dropped.push(isBroken),
  }
  const pool = { options: {}, connect: async () => client } as unknown as pg.Pool
  const query = new Kysely<object>({ dialect: new PostgresDialect({ pool: droppingBroken(pool) }) })
  const given = query.transaction().execute((transaction) => sql`select 1`.execute(transaction))
  await assert.rejects(given, DatabaseUnavailable)
  // A rollback would wait behind it as long again.
  assert.deepEqual(sent, ['begin', 'select 1'])
  assert.deepEqual(dropped, [true])
})
