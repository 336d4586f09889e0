// Keeps the parcel index beside the data: built in a thread at start and when an import has changed
// the table, searched where it is asked, swapped whole.
import type { Clock } from '../clock.ts'
import type { DatasetStore } from '../datasets/dataset-store.ts'
import { followDataset } from '../datasets/follow-dataset.ts'
import type { Logger } from '../logging.ts'
import type { DatabaseUrl } from '../settings.ts'
import { createTaskPool } from '../threads/task-pool.ts'
import { TaskRefused } from '../threads/task-refused.ts'
import type { ParcelIndexTask } from './index-task.ts'
import {
  indexBytes,
  openParcelIndex,
  type ParcelIndex,
  type ParcelIndexData,
  parcelIndexBuilder,
} from './parcel-index.ts'

export interface ParcelEngineParts {
  readonly database: DatabaseUrl
  readonly datasets: DatasetStore
  readonly clock: Clock
  readonly log: Logger
}

export interface BuiltIndex {
  readonly index: ParcelIndex
  /** Of the data that it was built from. */
  readonly dataVersion: number
}

export interface ParcelEngine {
  /** @throws TaskRefused if there is no index yet */
  current(): BuiltIndex
  /** Looks whether the table has changed, and builds anew if it has come to rest. */
  look(): Promise<void>
  /** Why the last build failed, if it did; the index before it goes on answering. */
  readonly failure: string | undefined
  readonly size: number
  /** Ends at once, a build under way with it. */
  close(): Promise<void>
}

const BUILD_LIMIT_MS = 10 * 60_000

export function createParcelEngine(parts: ParcelEngineParts): ParcelEngine {
  const { log } = parts
  const builds = createTaskPool<ParcelIndexTask, ParcelIndexData>(
    new URL('./index-task.ts', import.meta.url),
    { threads: 1, idleS: 1, maxQueue: 2, timeLimitMs: BUILD_LIMIT_MS },
  )
  let built: BuiltIndex | undefined

  const follower = followDataset(
    parts,
    'parcels',
    'parcel index could not be built, the one before it stays',
    async ({ version }) => {
      // Nothing was ever imported: no thread is needed to say so.
      const data =
        version === 0
          ? parcelIndexBuilder().finish()
          : await builds.run({ database: parts.database })
      built = { index: openParcelIndex(data), dataVersion: version }
      if (version === 0) return
      const megabytes = Math.round(indexBytes(data) / 2 ** 20)
      log.info({ dataVersion: version, parcels: built.index.size, megabytes }, 'parcel index built')
    },
  )

  return {
    get failure() {
      return follower.failure
    },
    get size() {
      return built?.index.size ?? 0
    },

    current() {
      if (!built) throw new TaskRefused('the parcel index is being built')
      return built
    },

    look: () => follower.look(),

    async close() {
      follower.close()
      await builds.close()
    },
  }
}
