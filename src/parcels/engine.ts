// Keeps the parcel index beside the data: built in a thread at start and when an import has changed
// the table, searched where it is asked, swapped whole.
import { followIndex, type IndexParts } from '../datasets/follow-index.ts'
import { TaskRefused } from '../threads/task-refused.ts'
import {
  indexBytes,
  openParcelIndex,
  type ParcelIndex,
  type ParcelIndexData,
  parcelIndexBuilder,
} from './index/parcel-index.ts'

export interface BuiltIndex {
  readonly index: ParcelIndex
  /** The version of the data that it was built from. */
  readonly dataVersion: number
}

export interface ParcelEngine {
  /**
   * Waits for the first index.
   * @throws TaskRefused if it takes too long
   */
  current(): Promise<BuiltIndex>
  /** Whether the table has not changed since this index was read from it. */
  isAsTable(built: Pick<BuiltIndex, 'dataVersion'>): Promise<boolean>
  /** Looks whether the table has changed, and builds anew if it has come to rest. */
  look(): Promise<void>
  /** Why the last build failed, if it did; the index before it goes on answering. */
  readonly failure: string | undefined
  readonly size: number
  /** Ends a build under way: whoever waits for the first index is refused. */
  endRenewals(): Promise<void>
  /** Ends at once, a build under way with it. */
  close(): Promise<void>
}

const DATASET = 'parcels'

export function createParcelEngine(parts: IndexParts): ParcelEngine {
  const { log } = parts
  let built: BuiltIndex | undefined

  const follower = followIndex<ParcelIndexData>(
    parts,
    {
      dataset: DATASET,
      task: new URL('./index/index-task.ts', import.meta.url),
      failed: 'parcel index could not be built, the one before it stays',
    },
    (data, { version: dataVersion }) => {
      built = { index: openParcelIndex(data ?? parcelIndexBuilder().finish()), dataVersion }
      if (!data) return
      const megabytes = Math.round(indexBytes(data) / 2 ** 20)
      log.info({ dataVersion, parcels: built.index.size, megabytes }, 'parcel index built')
    },
  )

  return {
    get failure() {
      return follower.failure
    },
    get size() {
      return built?.index.size ?? 0
    },

    async current() {
      await follower.first()
      if (!built) throw new TaskRefused('there is no parcel index')
      return built
    },

    async isAsTable({ dataVersion }) {
      return (await parts.datasets.current(DATASET)).version === dataVersion
    },

    look: follower.look,

    endRenewals: follower.close,

    close: follower.close,
  }
}
