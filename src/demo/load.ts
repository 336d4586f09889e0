// Loads the demonstration town into an embedded database at the first start of the service, unless
// somebody has imported comparables, addresses or parcels before.
import { addressWriter } from '../addresses/table/address-store.ts'
import type { Clock } from '../clock.ts'
import { DEMO_SOURCE } from '../datasets/dataset-store.ts'
import type { Database } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/faults.ts'
import type { MainTables } from '../db/tables.ts'
import type { Foundation } from '../foundation.ts'
import { isoDate } from '../iso-time.ts'
import { parcelWriter } from '../parcels/table/parcel-store.ts'
import type { Settings } from '../settings.ts'
import type { Stores } from '../stores.ts'
import { comparableWriter } from '../valuation/comparables/comparable-store.ts'
import { demoTown } from './town.ts'

const BATCH = 1_000

interface DemoTownBase extends Pick<Foundation, 'clock' | 'log'> {
  readonly settings: Pick<Settings, 'demoData'>
  readonly stores: Pick<Stores, 'main'>
}

/**
 * Settles at the first start whether the database has the town; later starts find it settled. All
 * of it is one transaction: a load that is cut off leaves nothing and the next start loads, and of
 * several processes that start at once one does.
 */
export async function settleDemoTown({
  settings: { demoData },
  stores: { main: database },
  clock,
  log,
}: DemoTownBase): Promise<void> {
  if (database.engine !== 'sqlite') return
  // Prepared: each start asks, and is to start no reader thread for it.
  const selectDue = database.prepare<object, { due: number }>((select) =>
    select.selectFrom('demo_town_due').select('due').limit(1),
  )
  if ((await selectDue({})).length === 0) return
  try {
    const loaded = await database.query.transaction().execute(async (query) => {
      const { numDeletedRows } = await query.deleteFrom('demo_town_due').executeTakeFirst()
      const imported = await query.selectFrom('datasets').select('name').executeTakeFirst()
      if (demoData === 'off' || numDeletedRows === 0n || imported) return undefined
      return loadTown({ ...database, query }, clock)
    })
    if (loaded) {
      log.info(loaded, 'demonstration town loaded; DEMO_DATA=off keeps it out of a new database')
    }
  } catch (error) {
    // A start does not need the town. The database may be busy only because another process is
    // loading it.
    if (!(error instanceof DatabaseUnavailable)) throw error
    log.warn({ err: error }, 'demonstration town could not be loaded, the next start tries again')
  }
}

/** @returns how many rows of each kind */
async function loadTown(database: Database<MainTables>, clock: Clock) {
  const { addresses, comparables, parcels } = demoTown(isoDate(clock.wallMs()))
  await addressWriter(database, clock).put(
    addresses.map((address) => ({ source: DEMO_SOURCE, address })),
  )
  const writer = comparableWriter(database, clock)
  for (let from = 0; from < comparables.length; from += BATCH) {
    const rows = comparables.slice(from, from + BATCH)
    await writer.put(rows.map((comparable) => ({ source: DEMO_SOURCE, comparable })))
  }
  await parcelWriter(database, clock).put(parcels)
  return {
    comparables: comparables.length,
    addresses: addresses.length,
    parcels: parcels.length,
  }
}
