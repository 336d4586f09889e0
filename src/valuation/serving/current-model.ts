// The model of today's data. It is loaded if one is stored, fitted again when the data has changed,
// and replaced as a whole. Never here: when to look at the data and what is asked of the model
// (engine.ts), and models as of earlier dates (replays.ts).
import type { Clock } from '../../clock.ts'
import type { Dataset } from '../../datasets/dataset-store.ts'
import { isoDate, isoTime } from '../../iso-time.ts'
import type { Logger } from '../../logging.ts'
import type { DatabaseUrl } from '../../settings.ts'
import { createFitPool } from '../model/fit-pool.ts'
import type { FitResult } from '../model/fit-task.ts'
import type { ModelStore } from '../model/model-store.ts'
import { type RunningModel, startModel, whyUnreadable } from './running-model.ts'

interface CurrentModelParts {
  readonly settings: { readonly valuationWorkers: number }
  readonly database: DatabaseUrl
  readonly models: ModelStore
  readonly clock: Clock
  readonly log: Logger
}

interface CurrentModel {
  /** undefined before the first, and where there are no comparables. */
  readonly running: RunningModel | undefined
  /** Whether the data is the demonstration town's; an older model may still be of it. */
  readonly isDemo: boolean
  readonly fittedAtMs: number | undefined
  /** Whether a day has come of which the data has rows that the model was not fitted on. */
  readonly isOutdated: boolean
  /** Puts the model of this version of the data in place. The previous one answers until then. */
  renew(dataset: Dataset): Promise<void>
  /** Ends a running fit; from here on the model in place stays. */
  endRenewals(): Promise<void>
}

/** Stands for the version of the data where a model lacks rows of it: no data has this one. */
const INCOMPLETE = 0

/** @param onSwap called in the same turn of the event loop that replaces or removes the model */
export function createCurrentModel(parts: CurrentModelParts, onSwap: () => void): CurrentModel {
  const { clock, log, models } = parts
  const fits = createFitPool(0)
  let running: RunningModel | undefined
  let fittedAtMs: number | undefined
  let isOfDemo = false
  /** The first day, ISO date, of rows that the last fit left out as later ones. */
  let laterFrom: string | null = null
  let hasEnded = false

  const start = (bytes: Uint8Array) => startModel(bytes, parts.settings.valuationWorkers)

  const swap = async (next: RunningModel | undefined) => {
    // Whoever closes this has seen to the model in place: another would keep its threads.
    if (hasEnded) return next?.close()
    const previous = running
    running = next
    onSwap()
    await previous?.retire()
  }

  /** @returns whether the model in place is of this version of the data */
  const loadStored = async (dataVersion: number): Promise<boolean> => {
    const stored = running ? await models.load(dataVersion) : await models.loadNewest()
    if (!stored) return false
    const next = start(stored.bytes)
    let reason: string | undefined
    try {
      reason = await whyUnreadable(next)
    } catch (error) {
      await next.close()
      throw error
    }
    if (reason !== undefined) {
      log.warn(
        { model: stored.version, reason },
        'stored valuation model is not read, fitting anew',
      )
      await next.close()
      return false
    }
    await swap(next)
    fittedAtMs = Date.parse(stored.fittedAt)
    log.info({ model: stored.version }, 'valuation model loaded')
    if (stored.dataVersion !== dataVersion) return false
    laterFrom = null
    return true
  }

  const refit = async (dataVersion: number): Promise<void> => {
    const startedMs = clock.nowMs()
    const today = isoDate(clock.wallMs())
    const outcome = await fits.run({ database: parts.database, until: today })
    const { fitted } = outcome
    laterFrom = outcome.laterFrom
    if (!fitted) {
      await swap(undefined)
      fittedAtMs = undefined
      return
    }
    await swap(start(fitted.bytes))
    fittedAtMs = clock.wallMs()
    const { version: model, comparables } = fitted
    const tookMs = Math.round(clock.nowMs() - startedMs)
    log.info({ model, comparables, tookMs }, 'valuation model fitted')
    // With rows still to come it is no model of all the data: another start fits anew.
    await store(parts, fitted, laterFrom === null ? dataVersion : INCOMPLETE)
  }

  return {
    get running() {
      return running
    },
    get fittedAtMs() {
      return fittedAtMs
    },
    get isDemo() {
      return isOfDemo
    },
    get isOutdated() {
      return laterFrom !== null && laterFrom <= isoDate(clock.wallMs())
    },
    async renew({ version, isDemo }) {
      isOfDemo = isDemo
      if (version > 0 && !(await loadStored(version))) await refit(version)
    },
    endRenewals() {
      hasEnded = true
      return fits.close()
    },
  }
}

/** A model that cannot be stored still answers. */
async function store(
  { models, clock, log }: CurrentModelParts,
  fitted: FitResult,
  dataVersion: number,
): Promise<void> {
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
