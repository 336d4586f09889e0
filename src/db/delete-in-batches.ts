// Deletes many rows by many statements, so that none of them holds a lock for long.
import type { DeleteResult } from 'kysely'

/** Rows that one statement deletes at most. */
const BATCH = 500

/**
 * @param deleteBatch deletes at most `limit` of the rows that are to go
 * @param stopping once aborted, no other batch begins
 * @returns how many went
 */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<DeleteResult>,
  stopping?: AbortSignal,
): Promise<number> {
  let deleted = 0
  while (!stopping?.aborted) {
    const batch = Number((await deleteBatch(BATCH)).numDeletedRows)
    deleted += batch
    if (batch < BATCH) break
  }
  return deleted
}
