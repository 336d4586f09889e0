// The demonstration town: whole or not at all, and never beside anybody's own data.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressWriter } from '../../src/addresses/address-store.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { loadDemoTown } from '../../src/demo/load.ts'
import { createTestClock } from '../support/clock.ts'
import { makeDatabase } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'

const ADDRESS = {
  city: 'Тверь',
  street: 'улица Мира',
  house: '1',
  district: null,
  lat: 56.8,
  lon: 35.9,
  postalCode: null,
  fiasId: null,
  population: null,
}

async function openEmpty() {
  const files = await makeDatabase('sqlite')
  const database = await openDatabase<MainTables>(files.url, { poolSize: 1 })
  await migrate(database, 'main', '2026-01-15T00:00:00.000Z')
  const clock = createTestClock()
  const rowsOf = async (table: 'comparables' | 'addresses' | 'parcels') => {
    const { count } = await database.query
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  return {
    database,
    start: () => loadDemoTown(database, clock, createTestLog().log),
    import: (source: string) => addressWriter(database, clock).put([{ source, address: ADDRESS }]),
    counts: async () => [
      await rowsOf('comparables'),
      await rowsOf('addresses'),
      await rowsOf('parcels'),
    ],
    async [Symbol.asyncDispose]() {
      await database.close()
      await files.remove()
    },
  }
}

describe('the demonstration town', () => {
  it('is completed at the next start when a load was cut off, and then left alone', async () => {
    await using whole = await openEmpty()
    await whole.start()
    const counts = await whole.counts()
    assert.ok(
      counts.every((count) => count > 30),
      counts.join(),
    )

    await using cutOff = await openEmpty()
    await cutOff.import('demo')
    await cutOff.start()
    assert.deepEqual(await cutOff.counts(), [counts[0], (counts[1] ?? 0) + 1, counts[2]])
    await cutOff.database.query.deleteFrom('comparables').execute()
    await cutOff.start()
    assert.deepEqual((await cutOff.counts())[0], 0)
  })

  it('does not come beside an import', async () => {
    await using own = await openEmpty()
    await own.import('own')
    await own.start()
    assert.deepEqual(await own.counts(), [0, 1, 0])
  })
})
