// Keeps what is made of a dataset up to date: looks at the version, waits until an import has come
// to rest, renews, and tries again later if that failed. What is made is the caller's.
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging.ts'
import { messageOf } from '../process/thrown.ts'
import type { Dataset, DatasetName, DatasetStore } from './dataset-store.ts'

export interface DatasetFollower {
  /**
   * Looks whether the dataset has changed, and renews if it has come to rest. Run every few
   * seconds.
   */
  look(): Promise<void>
  /** The version of the data that was renewed last. */
  readonly renewedVersion: number | undefined
  /** Resolves after the next renewal, whether or not it succeeds, and when it is closed. */
  nextRenewal(): Promise<void>
  /** Why the last renewal failed, if it did; what was made before it is still in use. */
  readonly failure: string | undefined
  /** From here on nobody waits for a renewal, and one that breaks off is no failure. */
  close(): void
}

export interface FollowerParts {
  readonly datasets: Pick<DatasetStore, 'current'>
  readonly clock: Clock
  readonly log: Logger
}

/**
 * For so long after a failure nothing is renewed, changed or not: what failed may have been the
 * database.
 */
const TRY_AGAIN_MS = 60_000

interface Followed {
  readonly dataset: DatasetName
  /** The log line of a renewal that failed. */
  readonly failed: string
  /** Whether what was made is to be renewed though the data has not changed; never by default. */
  readonly isOutdated?: () => boolean
}

/**
 * @param renew makes what is made of the dataset and puts it in place; also for version 0, which
 *   has no rows
 */
export function followDataset(
  { datasets, clock, log }: FollowerParts,
  { dataset: name, failed, isOutdated = () => false }: Followed,
  renew: (dataset: Dataset) => Promise<void>,
): DatasetFollower {
  let seenVersion: number | undefined
  let renewedVersion: number | undefined
  let tryAgainMs = -Infinity
  let failure: string | undefined
  let closed = false
  let next = Promise.withResolvers<void>()
  const wakeWaiting = () => {
    next.resolve()
    next = Promise.withResolvers()
  }
  return {
    get renewedVersion() {
      return renewedVersion
    },
    nextRenewal: () => (closed ? Promise.resolve() : next.promise),
    get failure() {
      return failure
    },
    async look() {
      const dataset = await datasets.current(name)
      const { version } = dataset
      const atRest = version === seenVersion || seenVersion === undefined
      seenVersion = version
      const isDue = version !== renewedVersion || isOutdated()
      if (!isDue || !atRest || clock.nowMs() < tryAgainMs) return
      try {
        await renew(dataset)
        renewedVersion = version
        failure = undefined
        wakeWaiting()
      } catch (error) {
        if (closed) return
        tryAgainMs = clock.nowMs() + TRY_AGAIN_MS
        failure = messageOf(error)
        log.error({ err: error }, failed)
        wakeWaiting()
      }
    },
    close() {
      closed = true
      next.resolve()
    },
  }
}
