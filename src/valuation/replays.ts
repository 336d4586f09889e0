// Models as of earlier dates: fitted when somebody asks for a date before the data's last, kept
// while they are used, two at most. Never here: the model of today's data (current-model.ts).
import type { Clock } from '../clock.ts'
import type { DatabaseUrl } from '../settings.ts'
import type { Dwelling } from './comparable.ts'
import type { Estimate } from './estimate.ts'
import type { EstimateOptions } from './estimate-options.ts'
import { createFitPool } from './fit-pool.ts'
import { withPatience } from './patience.ts'
import { type RunningModel, startModel } from './running-model.ts'

export interface ReplayParts {
  readonly settings: { readonly valuationWorkers: number }
  readonly database: DatabaseUrl
  readonly clock: Clock
}

export interface Replays {
  /**
   * By the model as of the valuation date; undefined where there was nothing to fit on.
   * @param isDemo whether the data is of the demonstration town, should the model have to be fitted
   * @throws TaskRefused if it is not fitted in time, or too many others are to be
   */
  estimate(
    dwelling: Dwelling,
    options: EstimateOptions,
    isDemo: boolean,
  ): Promise<{ readonly estimate: Estimate; readonly isDemo: boolean } | undefined>
  /** Gives the models there are to nobody else: the data has changed. */
  endAll(): void
  /** Ends the fit under way, and those that wait. */
  closeFits(): Promise<void>
  /** The models there are, once all have been fitted or given up. */
  models(): Promise<RunningModel[]>
}

/** Models kept at once; past it the one used longest ago goes. */
const REPLAYS_MOST = 2
const FITS_WAITING = 4

/** A model as of an earlier date, while it is being made and after. */
interface Replay {
  readonly made: Promise<RunningModel | undefined>
  /** Requests that wait for it or are answered by it: its threads stay until there are none. */
  askers: number
  /** Nobody else will be given it. */
  isOver: boolean
}

export function createReplays({ settings, database, clock }: ReplayParts): Replays {
  /**
   * Apart from today's, so that whoever asks for one earlier date after another keeps no new data
   * waiting.
   */
  const fits = createFitPool(FITS_WAITING)
  /** By valuation date, in the order of use. */
  const replays = new Map<string, Replay>()

  const end = (valuationDate: string) => {
    const replay = replays.get(valuationDate)
    if (!replay) return
    replays.delete(valuationDate)
    replay.isOver = true
    retireIfUnused(replay)
  }

  const make = (valuationDate: string, isDemo: boolean): Replay => {
    const made = fits
      .run({ database, until: valuationDate })
      .then((fitted) => fitted && startModel(fitted.bytes, isDemo, settings.valuationWorkers))
    const replay = { made, askers: 0, isOver: false }
    made.catch(() => {
      if (replays.get(valuationDate) === replay) replays.delete(valuationDate)
    })
    return replay
  }

  const asOf = (valuationDate: string, isDemo: boolean): Replay => {
    const known = replays.get(valuationDate)
    replays.delete(valuationDate)
    const replay = known ?? make(valuationDate, isDemo)
    replays.set(valuationDate, replay)
    const [oldest] = replays.keys()
    if (replays.size > REPLAYS_MOST && oldest !== undefined) end(oldest)
    return replay
  }

  return {
    async estimate(dwelling, options, isDemo) {
      const replay = asOf(options.valuationDate, isDemo)
      replay.askers += 1
      try {
        const model = await withPatience(
          clock,
          replay.made,
          'a model as of an earlier date is being fitted',
        )
        if (!model) return undefined
        const answer = await model.pool.run({ kind: 'estimate', dwelling, options })
        if (answer.kind !== 'estimate') {
          throw new TypeError('a replayed model is later than its date')
        }
        return { estimate: answer.estimate, isDemo: model.isDemo }
      } finally {
        replay.askers -= 1
        retireIfUnused(replay)
      }
    },

    endAll() {
      for (const date of [...replays.keys()]) end(date)
    },

    closeFits: () => fits.close(),

    async models() {
      const made = await Promise.allSettled([...replays.values()].map((replay) => replay.made))
      return made.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
    },
  }
}

function retireIfUnused({ made, askers, isOver }: Replay): void {
  if (!isOver || askers > 0) return
  void made.then(
    (model) => model?.pool.retire(),
    () => {},
  )
}
