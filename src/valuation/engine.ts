// Keeps the fitted model beside the data and answers estimates from threads: today's from the
// current model, earlier dates' from separate models. Off the main thread throughout.
import type { Clock } from '../clock.ts'
import type { DatasetStore } from '../datasets/dataset-store.ts'
import { followDataset } from '../datasets/follow-dataset.ts'
import type { Logger } from '../logging.ts'
import type { DatabaseUrl } from '../settings.ts'
import { withPatience } from '../threads/patience.ts'
import { TaskRefused } from '../threads/task-refused.ts'
import type { Estimate } from './answer/estimate.ts'
import type { Dwelling } from './comparables/comparable.ts'
import type { ModelStore } from './model/model-store.ts'
import { createCurrentModel } from './serving/current-model.ts'
import type { ModelEstimates } from './serving/estimate-task.ts'
import { createReplays } from './serving/replays.ts'
import type { RunningModel } from './serving/running-model.ts'
import type { EstimateOptions } from './wire/estimate-options.ts'

interface EngineParts {
  readonly settings: { readonly valuationWorkers: number }
  readonly database: DatabaseUrl
  readonly datasets: DatasetStore
  readonly models: ModelStore
  readonly clock: Clock
  readonly log: Logger
}

/** There are no comparables at all. */
interface NoData {
  readonly kind: 'no_data'
}

type EngineAnswer =
  | { readonly kind: 'estimate'; readonly estimate: Estimate; readonly isDemo: boolean }
  | NoData

type EngineAnswers = ({ readonly kind: 'estimates' } & ModelEstimates) | NoData

export interface ValuationEngine {
  /**
   * @param username who chose the date: models for earlier dates are fitted in the turns of each
   *   user; all requests without one share theirs
   * @throws TaskRefused while a model is being made, or if the threads are too busy
   */
  estimate(dwelling: Dwelling, options: EstimateOptions, username?: string): Promise<EngineAnswer>
  /** Values several flats at once by one model. @throws as `estimate` */
  estimates(
    dwellings: readonly Dwelling[],
    options: EstimateOptions,
    username?: string,
  ): Promise<EngineAnswers>
  /** Run every few seconds: fits if the data has changed and has stopped changing. */
  look(): Promise<void>
  readonly fittedAtMs: number | undefined
  /** Why the last fit failed, if it did. The previous model goes on answering. */
  readonly failure: string | undefined
  /** Whether the data is the demonstration town's. */
  readonly isDemo: boolean
  /** Ends running fits: whoever waits for a model is refused; those in place go on answering. */
  endRenewals(): Promise<void>
  /** Ends at once, running fits included. */
  close(): Promise<void>
}

export function createValuationEngine(parts: EngineParts): ValuationEngine {
  const replays = createReplays(parts)
  const current = createCurrentModel(parts, () => replays.endAll())
  const follower = followDataset(
    parts,
    {
      dataset: 'comparables',
      failed: 'valuation model could not be fitted, the one before it stays',
      isOutdated: () => current.isOutdated,
    },
    (dataset) => current.renew(dataset),
  )
  let isClosed = false

  /** The model in place, the first one once it is fitted; undefined where there are no rows. */
  const firstModel = async (): Promise<RunningModel | undefined> => {
    while (!current.running) {
      const renewed = follower.nextRenewal()
      const { version } = await parts.datasets.current('comparables')
      // Where nothing was ever imported there is nothing to wait for, not even the first look.
      if (version === 0 || follower.renewedVersion === version) return undefined
      if (follower.failure !== undefined) throw new TaskRefused('no model could be fitted yet')
      await renewed
      if (isClosed) throw new TaskRefused('the service is stopping')
    }
    return current.running
  }

  const estimates: ValuationEngine['estimates'] = async (dwellings, options, username) => {
    const model =
      current.running ??
      (await withPatience(parts.clock, firstModel(), 'the first model is being fitted'))
    if (!model) return { kind: 'no_data' }
    // A model that knows of later comparables has no answer; one as of the date has.
    const answer =
      (await model.run('estimates', { dwellings, options })) ??
      (await replays.estimates(dwellings, options, username))
    return answer ? { kind: 'estimates', ...answer } : { kind: 'no_data' }
  }

  const endRenewals = async () => {
    isClosed = true
    follower.close()
    await Promise.all([current.endRenewals(), replays.closeFits()])
  }

  return {
    get fittedAtMs() {
      return current.fittedAtMs
    },

    get failure() {
      return follower.failure
    },

    get isDemo() {
      return current.isDemo
    },

    async estimate(dwelling, options, username) {
      const answer = await estimates([dwelling], options, username)
      if (answer.kind === 'no_data') return answer
      const [estimate] = answer.estimates as readonly [Estimate]
      return { kind: 'estimate', estimate, isDemo: answer.isDemo }
    },

    estimates,

    look: follower.look,

    endRenewals,

    async close() {
      await endRenewals()
      // Closes also the models of fits that ended just now.
      const replayed = await replays.models()
      await Promise.all([current.running?.close(), ...replayed.map((model) => model.close())])
    },
  }
}
