// Keeps the fitted model beside the data: loads it at start, fits anew when an import has changed
// the data, answers estimates from threads, and swaps models whole. Off the main thread throughout.
import { type Clock, isoTime } from '../clock.ts'
import type { DatasetStore } from '../datasets/dataset-store.ts'
import { followDataset } from '../datasets/follow-dataset.ts'
import type { Logger } from '../logging.ts'
import type { DatabaseUrl } from '../settings.ts'
import { createTaskPool, type TaskPool } from '../threads/task-pool.ts'
import { TaskRefused } from '../threads/task-refused.ts'
import type { Dwelling } from './comparable.ts'
import type { Estimate, EstimateOptions } from './estimate.ts'
import type { EstimateTask, EstimateTaskResult } from './estimate-task.ts'
import type { FitResult, FitTask } from './fit-task.ts'
import type { ModelStore } from './model-store.ts'

export interface EngineSettings {
  readonly valuationWorkers: number
}

export interface EngineParts {
  readonly settings: EngineSettings
  readonly database: DatabaseUrl
  readonly datasets: DatasetStore
  readonly models: ModelStore
  readonly clock: Clock
  readonly log: Logger
}

export type EngineAnswer =
  | { readonly kind: 'estimate'; readonly estimate: Estimate; readonly isDemo: boolean }
  /** There are no comparables at all. */
  | { readonly kind: 'no_data' }

export interface ValuationEngine {
  /** @throws TaskRefused while a model is being made, or if the threads are too busy */
  estimate(dwelling: Dwelling, options: EstimateOptions): Promise<EngineAnswer>
  /** Looks whether the data has changed, and fits if it has come to rest. Run every few seconds. */
  look(): Promise<void>
  readonly state: EngineState
  /** Whether what answers now is of the demonstration town. */
  readonly isDemo: boolean
  /** Ends at once, a fit under way with it. */
  close(): Promise<void>
}

export interface EngineState {
  readonly modelVersion: string | undefined
  readonly fittedAtMs: number | undefined
  /** Why the last fit failed, if it did; the model before it goes on answering. */
  readonly failure: string | undefined
}

/** A request waits this long for a first model, or for one as of an earlier date. */
const PATIENCE_S = 25
const ESTIMATE_LIMIT_MS = 10_000
const QUEUE_MOST = 2_000

/** Loading a model costs up to a second, so its threads stay for a while. */
const KEEP_THREADS_S = 600
const FIT_LIMIT_MS = 30 * 60_000

/** Models as of earlier dates kept at once; past it the one used longest ago goes. */
const REPLAYS_MOST = 2
const REPLAYS_WAITING = 4

/** One model in its threads. */
interface Running {
  readonly pool: TaskPool<EstimateTask, EstimateTaskResult>
  readonly dataVersion: number
  readonly isDemo: boolean
}

/** A model as of an earlier date, while it is being made and after. */
interface Replay {
  readonly made: Promise<Running | undefined>
  /** Requests that wait for it or are answered by it: its threads stay until there are none. */
  askers: number
  /** Nobody else will be given it. */
  isOver: boolean
}

export function createValuationEngine(parts: EngineParts): ValuationEngine {
  const { clock, log, models } = parts
  const fitPool = (maxQueue: number) =>
    createTaskPool<FitTask, FitResult | undefined>(new URL('./fit-task.ts', import.meta.url), {
      threads: 1,
      idleS: 1,
      maxQueue,
      timeLimitMs: FIT_LIMIT_MS,
    })
  const fits = fitPool(0)
  /** Apart, so that whoever asks for one earlier date after another keeps no new data waiting. */
  const replayFits = fitPool(REPLAYS_WAITING)
  let running: Running | undefined
  const looked = Promise.withResolvers<void>()
  let state: Omit<EngineState, 'failure'> = { modelVersion: undefined, fittedAtMs: undefined }
  /** By valuation date, in the order of use. */
  const replays = new Map<string, Replay>()

  const start = async (
    bytes: Uint8Array,
    dataVersion: number,
    isDemo: boolean,
  ): Promise<Running> => {
    const shared = new SharedArrayBuffer(bytes.byteLength)
    new Uint8Array(shared).set(bytes)
    const pool = createTaskPool<EstimateTask, EstimateTaskResult>(
      new URL('./estimate-task.ts', import.meta.url),
      {
        threads: parts.settings.valuationWorkers,
        idleS: KEEP_THREADS_S,
        maxQueue: QUEUE_MOST,
        timeLimitMs: ESTIMATE_LIMIT_MS,
        workerData: { model: shared },
      },
    )
    return { pool, dataVersion, isDemo }
  }

  const today = () => isoTime(clock.wallMs()).slice(0, 10)

  const swap = async (next: Running | undefined) => {
    const previous = running
    running = next
    for (const date of [...replays.keys()]) endReplay(date)
    await previous?.pool.retire()
  }

  const endReplay = (valuationDate: string) => {
    const replay = replays.get(valuationDate)
    if (!replay) return
    replays.delete(valuationDate)
    replay.isOver = true
    retireIfUnused(replay)
  }

  const retireIfUnused = ({ made, askers, isOver }: Replay) => {
    if (!isOver || askers > 0) return
    void made.then(
      (model) => model?.pool.retire(),
      () => {},
    )
  }

  const refit = async (dataVersion: number, isDemo: boolean): Promise<void> => {
    const startedMs = clock.nowMs()
    const fitted = await fits.run({ database: parts.database, until: today() })
    if (!fitted) {
      await swap(undefined)
      state = { modelVersion: undefined, fittedAtMs: undefined }
      return
    }
    await swap(await start(fitted.bytes, dataVersion, isDemo))
    state = { modelVersion: fitted.version, fittedAtMs: clock.wallMs() }
    log.info(
      {
        model: fitted.version,
        comparables: fitted.comparables,
        tookMs: Math.round(clock.nowMs() - startedMs),
      },
      'valuation model fitted',
    )
    try {
      await models.save({
        version: fitted.version,
        dataVersion,
        fittedAt: isoTime(clock.wallMs()),
        bytes: Buffer.from(fitted.bytes),
      })
    } catch (error) {
      log.error(
        { err: error },
        'valuation model answers but was not stored, the next start fits anew',
      )
    }
  }

  /** Another version of the service may have stored it. A thread too busy to say is no reason. */
  const whyUnreadable = async ({ pool }: Running): Promise<string | undefined> => {
    try {
      const answer = await pool.run({ kind: 'load' })
      return answer.kind === 'unreadable' ? answer.reason : undefined
    } catch (error) {
      if (error instanceof TaskRefused) return undefined
      throw error
    }
  }

  const loadStored = async (dataVersion: number, isDemo: boolean): Promise<boolean> => {
    const stored = running ? await models.load(dataVersion) : await models.loadNewest()
    if (!stored) return false
    const next = await start(stored.bytes, stored.dataVersion, isDemo)
    const reason = await whyUnreadable(next)
    if (reason !== undefined) {
      log.warn(
        { model: stored.version, reason },
        'stored valuation model is not read, fitting anew',
      )
      await next.pool.close()
      return false
    }
    await swap(next)
    state = { modelVersion: stored.version, fittedAtMs: Date.parse(stored.fittedAt) }
    log.info({ model: stored.version }, 'valuation model loaded')
    return stored.dataVersion === dataVersion
  }

  const replayAsOf = (valuationDate: string): Replay => {
    const known = replays.get(valuationDate)
    if (known) {
      replays.delete(valuationDate)
      replays.set(valuationDate, known)
      return known
    }
    const { dataVersion, isDemo } = running ?? { dataVersion: 0, isDemo: false }
    const made = replayFits
      .run({ database: parts.database, until: valuationDate })
      .then((fitted) => fitted && start(fitted.bytes, dataVersion, isDemo))
    const replay = { made, askers: 0, isOver: false }
    made.catch(() => {
      if (replays.get(valuationDate) === replay) replays.delete(valuationDate)
    })
    replays.set(valuationDate, replay)
    const [oldest] = replays.keys()
    if (replays.size > REPLAYS_MOST && oldest !== undefined) endReplay(oldest)
    return replay
  }

  const answerAsOf = async (
    dwelling: Dwelling,
    options: EstimateOptions,
  ): Promise<EngineAnswer> => {
    const replay = replayAsOf(options.valuationDate)
    replay.askers += 1
    try {
      const earlier = await withPatience(
        replay.made,
        'a model as of an earlier date is being fitted',
      )
      if (!earlier) return { kind: 'no_data' }
      const answer = await earlier.pool.run({ kind: 'estimate', dwelling, options })
      if (answer.kind !== 'estimate') {
        throw new TypeError('a replayed model is later than its date')
      }
      return { kind: 'estimate', estimate: answer.estimate, isDemo: earlier.isDemo }
    } finally {
      replay.askers -= 1
      retireIfUnused(replay)
    }
  }

  const withPatience = async <T>(promise: Promise<T>, why: string): Promise<T> => {
    const patience = new AbortController()
    const tooLong = clock.sleep(PATIENCE_S, patience.signal).then(() => {
      throw new TaskRefused(why)
    })
    tooLong.catch(() => {})
    try {
      return await Promise.race([promise, tooLong])
    } finally {
      patience.abort()
    }
  }

  const follower = followDataset(
    parts,
    'comparables',
    'valuation model could not be fitted, the one before it stays',
    async ({ version, isDemo }) => {
      if (version > 0 && !(await loadStored(version, isDemo))) await refit(version, isDemo)
      looked.resolve()
    },
  )

  return {
    get state() {
      return { ...state, failure: follower.failure }
    },

    get isDemo() {
      return running?.isDemo ?? false
    },

    async estimate(dwelling, options) {
      if (!running) await withPatience(looked.promise, 'the first model is being fitted')
      const model = running
      if (!model) return { kind: 'no_data' }
      const answer = await model.pool.run({ kind: 'estimate', dwelling, options })
      if (answer.kind === 'estimate') {
        return { kind: 'estimate', estimate: answer.estimate, isDemo: model.isDemo }
      }
      return answerAsOf(dwelling, options)
    },

    look: () => follower.look(),

    async close() {
      follower.close()
      looked.resolve()
      await Promise.all([fits.close(), replayFits.close()])
      const pools = await Promise.allSettled([...replays.values()].map(({ made }) => made))
      await Promise.all([
        running?.pool.close(),
        ...pools.map((replayed) => replayed.status === 'fulfilled' && replayed.value?.pool.close()),
      ])
    },
  }
}
