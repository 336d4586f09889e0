// Deletes many rows by many statements, so that none of them holds a lock for long.
import type { DeleteResult } from 'kysely'

/** Rows that one statement deletes at most. */
const BATCH = 500

/** @param deleteBatch deletes at most `limit` of the rows that are to go. @returns how many went */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<DeleteResult>,
): Promise<number> {
  let deleted = 0
  let batch: number
  do {
    batch = Number((await deleteBatch(BATCH)).numDeletedRows)
    deleted += batch
  } while (batch === BATCH)
  return deleted
}
