// Keeps an index of a dataset up to date: builds it in a thread whenever the data has changed. What
// the index holds and who searches it stand with the dataset.
import type { DatabaseUrl } from '../settings.ts'
import { withPatience } from '../threads/patience.ts'
import { createTaskPool } from '../threads/task-pool.ts'
import { TaskRefused } from '../threads/task-refused.ts'
import type { Dataset, DatasetName } from './dataset-store.ts'
import { type DatasetFollower, type FollowerParts, followDataset } from './follow-dataset.ts'

export interface IndexParts extends FollowerParts {
  readonly database: DatabaseUrl
}

interface IndexKind {
  readonly dataset: DatasetName
  /** The file of the task that reads the table and gives the index. */
  readonly task: URL
  /** The log line of a build that failed. */
  readonly failed: string
}

/** What the task is handed. */
export interface IndexTask {
  readonly database: DatabaseUrl
}

interface IndexFollower extends Pick<DatasetFollower, 'look' | 'failure'> {
  /**
   * Whether the last renewal found that nothing was ever imported. False before the first renewal;
   * after an import it stays true until an index of the rows is in place.
   */
  readonly isEmpty: boolean
  /**
   * Resolves once the first index stands, or none is needed, or building it has failed.
   * @throws TaskRefused if that takes longer than `patienceS`, by default as long as a model may,
   *   and once it is closed
   */
  first(patienceS?: number): Promise<void>
  /** Ends at once, a build under way with it; nobody waits for the first index any more. */
  close(): Promise<void>
}

const BUILD_LIMIT_MS = 10 * 60_000

/** @param replace puts the new index in place; undefined where nothing was ever imported */
export function followIndex<Index>(
  parts: IndexParts,
  { dataset, task, failed }: IndexKind,
  replace: (index: Index | undefined, dataset: Dataset) => Promise<void> | void,
): IndexFollower {
  const builds = createTaskPool<IndexTask, Index>(task, {
    threads: 1,
    idleS: 1,
    maxQueue: 2,
    timeLimitMs: BUILD_LIMIT_MS,
  })
  let isEmpty = false
  let isClosed = false
  const follower = followDataset(parts, { dataset, failed }, async (current) => {
    // No thread is needed to find no rows.
    const isNone = current.version === 0
    const index = isNone ? undefined : await builds.run({ database: parts.database })
    await replace(index, current)
    isEmpty = isNone
  })
  return {
    get failure() {
      return follower.failure
    },
    get isEmpty() {
      return isEmpty
    },
    look: follower.look,
    async first(patienceS) {
      if (follower.renewedVersion !== undefined || follower.failure !== undefined) return
      const why = `the index of ${dataset} is being built`
      await withPatience(parts.clock, follower.nextRenewal(), why, patienceS)
      if (isClosed) throw new TaskRefused('the service is stopping')
    },
    async close() {
      isClosed = true
      follower.close()
      await builds.close()
    },
  }
}
