// Models as of earlier dates. One is fitted when a request asks for a date before the data's last;
// two of those fitted are kept. Never here: the model of today's data (current-model.ts).
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { DatabaseUrl } from '../../settings.ts'
import { createCallerTurns } from '../../threads/caller-turns.ts'
import { withPatience } from '../../threads/patience.ts'
import type { Dwelling } from '../comparables/comparable.ts'
import { createFitPool } from '../model/fit-pool.ts'
import type { EstimateOptions } from '../wire/estimate-options.ts'
import type { ModelEstimates } from './estimate-task.ts'
import { type RunningModel, startModel } from './running-model.ts'

interface ReplayParts {
  readonly settings: { readonly valuationWorkers: number }
  readonly database: DatabaseUrl
  readonly clock: Clock
}

interface Replays {
  /**
   * Answers from the model as of the valuation date; undefined without anything to fit on.
   * @param username whose request it is; those without one share their turns
   * @throws TaskRefused if the fit takes too long, or too many others wait, in all or of this user
   */
  estimates(
    dwellings: readonly Dwelling[],
    options: EstimateOptions,
    username?: string,
  ): Promise<ModelEstimates | undefined>
  /** Stops using the current models for new requests: the data has changed. */
  endAll(): void
  /** Ends the running fit and those that wait. */
  closeFits(): Promise<void>
  /** The current models, after every fit has succeeded or failed. */
  models(): Promise<RunningModel[]>
}

/** Fitted models kept at once. One more removes the model used longest ago. */
const MAX_REPLAYS = 2
const FITS_WAITING = 4
/** Of the fit under way and those that wait: others get a turn besides. */
const MAX_FITS_PER_CALLER = 2

/** A model as of an earlier date, from the start of its fit. */
interface Replay {
  readonly model: Promise<RunningModel | undefined>
  isFitted: boolean
}

export function createReplays({ settings, database, clock }: ReplayParts): Replays {
  /** A separate pool, so that many past-date requests never delay fitting new data. */
  const fits = createFitPool(FITS_WAITING)
  const turns = createCallerTurns(MAX_FITS_PER_CALLER, 'fits for earlier dates')
  /** By valuation date, the least recently used first; the end of a fit counts as a use. */
  const replays = new Map<string, Replay>()

  const end = (valuationDate: string) => {
    const replay = replays.get(valuationDate)
    replays.delete(valuationDate)
    void replay?.model.then(retireSoon, () => {})
  }

  const use = (valuationDate: string, replay: Replay) => {
    replays.delete(valuationDate)
    replays.set(valuationDate, replay)
  }

  /** A running fit stays: whoever could not wait for it will ask again, and must not start anew. */
  const endSurplus = () => {
    const fitted = [...replays].filter(([, { isFitted }]) => isFitted)
    for (const [valuationDate] of fitted.slice(0, -MAX_REPLAYS)) end(valuationDate)
  }

  const make = (valuationDate: string, username: string): Replay => {
    const model = turns.during(username, async () => {
      const { fitted } = await fits.run({ database, until: valuationDate })
      return fitted && startModel(fitted.bytes, settings.valuationWorkers)
    })
    const replay: Replay = { model, isFitted: false }
    const isCurrent = () => replays.get(valuationDate) === replay
    model.then(
      () => {
        replay.isFitted = true
        if (isCurrent()) use(valuationDate, replay)
        endSurplus()
      },
      () => {
        if (isCurrent()) replays.delete(valuationDate)
      },
    )
    return replay
  }

  return {
    async estimates(dwellings, options, username = '') {
      const { valuationDate } = options
      const replay = replays.get(valuationDate) ?? make(valuationDate, username)
      use(valuationDate, replay)
      const why = 'a model as of an earlier date is being fitted'
      const model = await withPatience(clock, replay.model, why)
      if (!model) return undefined
      const answer = await model.run('estimates', { dwellings, options })
      if (!answer) throw new TypeError('a replayed model is later than its date')
      return answer
    },

    endAll() {
      for (const date of [...replays.keys()]) end(date)
    },

    closeFits: () => fits.close(),

    async models() {
      const settled = () => Promise.allSettled([...replays.values()].map(({ model }) => model))
      // Fits that end drop surplus models: what is left then counts.
      await settled()
      const models = await settled()
      return models.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
    },
  }
}

/** In the next turn of the event loop: whoever waited for the model has asked it by then. */
async function retireSoon(model: RunningModel | undefined): Promise<void> {
  await setImmediate()
  await model?.retire()
}
