// The task of building the address index: reads the table, gives the finished index back.
import type { IndexTask } from '../../datasets/follow-index.ts'
import { openDatabase } from '../../db/open.ts'
import type { MainTables } from '../../db/tables.ts'
import { readAddresses } from '../table/address-store.ts'
import type { AddressIndexData } from './address-index.ts'
import { addressIndexBuilder } from './address-index-builder.ts'

export default async function buildFromDatabase(task: IndexTask): Promise<AddressIndexData> {
  await using database = await openDatabase<MainTables>(task.database, { poolSize: 1 })
  const builder = addressIndexBuilder()
  for await (const address of readAddresses(database)) builder.add(address)
  return builder.finish()
}
