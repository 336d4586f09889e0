// Keeps the address index beside the data: builds it at start and when an import has changed the
// table, answers from a thread, and swaps indexes whole.
import { followIndex, type IndexParts } from '../datasets/follow-index.ts'
import { createNamedTaskPool, type NamedTaskPool } from '../threads/task-pool.ts'
import { TaskRefused } from '../threads/task-refused.ts'
import type { AddressIndexData } from './index/address-index.ts'
import type { Resolution, SuggestionPage, SuggestRequest } from './table/address.ts'

export interface AddressEngine {
  /**
   * Both wait for the first index, `resolve` for `patienceS`, by default as long as for a model.
   * @throws TaskRefused if it takes too long or its thread is too busy
   */
  suggest(request: SuggestRequest): Promise<SuggestionPage>
  resolve(address: string, patienceS?: number): Promise<Resolution>
  /** Looks whether the table has changed, and builds anew if it has come to rest. */
  look(): Promise<void>
  /** Why the last build failed, if it did; the index before it goes on answering. */
  readonly failure: string | undefined
  /** Ends a build under way: whoever waits for the first index is refused. */
  endRenewals(): Promise<void>
  /** Ends at once, a build under way with it. */
  close(): Promise<void>
}

/** Nobody who types waits longer. */
const TYPING_PATIENCE_S = 5
/** A query that takes longer is given up. */
const SEARCH_LIMIT_MS = TYPING_PATIENCE_S * 1000
/** Queries that wait for the thread; more are refused. */
const MAX_WAITING = 500
/** A new thread must first copy the index, so one without work is kept a while. */
const KEEP_THREAD_S = 600

type SearchPool = NamedTaskPool<typeof import('./search-task.ts')>

export function createAddressEngine(parts: IndexParts): AddressEngine {
  const { log } = parts
  let searches: SearchPool | undefined
  /** Whether the index is of the demonstration town. */
  let isDemo = false

  const follower = followIndex<AddressIndexData>(
    parts,
    {
      dataset: 'addresses',
      task: new URL('./index/index-task.ts', import.meta.url),
      failed: 'address index could not be built, the one before it stays',
    },
    async (index, { version, isDemo: ofDemo }) => {
      if (!index) return
      const previous = searches
      searches = searchPool(index)
      isDemo = ofDemo
      log.info({ dataVersion: version, houses: index.houseForm.length }, 'address index built')
      await previous?.retire()
    },
  )
  const pool = (): SearchPool => {
    if (!searches) throw new TaskRefused('there is no address index')
    return searches
  }

  return {
    get failure() {
      return follower.failure
    },

    async suggest(request) {
      await follower.first(TYPING_PATIENCE_S)
      if (follower.isEmpty) {
        const none = { corrections: [], suggestions: [] }
        return { query: request.q, effective_query: request.q, demo: false, ...none }
      }
      // As it is now: another index may take the place of this one meanwhile.
      const demo = isDemo
      return { ...(await pool().run('suggest', request)), demo }
    },

    async resolve(address, patienceS) {
      await follower.first(patienceS)
      if (follower.isEmpty) return { outcome: 'not_found' }
      return pool().run('resolve', address)
    },

    look: follower.look,

    endRenewals: follower.close,

    async close() {
      await Promise.all([follower.close(), searches?.close()])
    },
  }
}

function searchPool(index: AddressIndexData): SearchPool {
  return createNamedTaskPool(new URL('./search-task.ts', import.meta.url), {
    threads: 1,
    idleS: KEEP_THREAD_S,
    // Somebody waits for the next letter; the work is short.
    niceness: 0,
    maxQueue: MAX_WAITING,
    timeLimitMs: SEARCH_LIMIT_MS,
    workerData: { index },
  })
}
