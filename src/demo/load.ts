// Loads the demonstration town into an embedded database at its first start, if nobody has imported
// comparables, addresses or parcels. The next start completes a load that was cut off.
import { addressWriter } from '../addresses/address-store.ts'
import { type Clock, isoDate } from '../clock.ts'
import { createDatasetStore, DEMO_SOURCE } from '../datasets/dataset-store.ts'
import type { Database } from '../db/database.ts'
import type { MainTables } from '../db/tables.ts'
import type { Logger } from '../logging.ts'
import { parcelWriter } from '../parcels/parcel-store.ts'
import { comparableWriter } from '../valuation/comparable-store.ts'
import { demoTown } from './town.ts'

const BATCH = 1_000

export async function loadDemoTown(
  database: Database<MainTables>,
  clock: Clock,
  log: Logger,
): Promise<void> {
  if (database.engine !== 'sqlite') return
  const datasets = createDatasetStore(database)
  const [comparables, addresses, parcels] = await Promise.all([
    datasets.current('comparables'),
    datasets.current('addresses'),
    datasets.current('parcels'),
  ])
  // Parcels come last: with them the town is whole.
  if (parcels.version > 0) return
  if ([comparables, addresses].some(({ version, isDemo }) => version > 0 && !isDemo)) return
  const town = demoTown(isoDate(clock.wallMs()))
  await addressWriter(database, clock).put(
    town.addresses.map((address) => ({ source: DEMO_SOURCE, address })),
  )
  const writer = comparableWriter(database, clock)
  for (let from = 0; from < town.comparables.length; from += BATCH) {
    const rows = town.comparables.slice(from, from + BATCH)
    await writer.put(rows.map((comparable) => ({ source: DEMO_SOURCE, comparable })))
  }
  await parcelWriter(database, clock).put(town.parcels)
  log.info(
    {
      comparables: town.comparables.length,
      addresses: town.addresses.length,
      parcels: town.parcels.length,
    },
    'demonstration town loaded; DEMO_DATA=off keeps it out of a new database',
  )
}
