// The task of building the parcel index: reads the table, gives the finished arrays back.
import type { IndexTask } from '../../datasets/follow-index.ts'
import { openDatabase } from '../../db/open.ts'
import type { MainTables } from '../../db/tables.ts'
import { readParcelShapes } from '../table/parcel-store.ts'
import { type ParcelIndexData, parcelIndexBuilder } from './parcel-index.ts'

export default async function buildFromDatabase(task: IndexTask): Promise<ParcelIndexData> {
  await using database = await openDatabase<MainTables>(task.database, { poolSize: 1 })
  const builder = parcelIndexBuilder()
  for await (const { cadastralNumber, geometry } of readParcelShapes(database)) {
    builder.add(cadastralNumber, geometry)
  }
  return builder.finish()
}
