// Builds site planning: its threads and the routes over parcels and valuation. The rules of it
// stand in the files around this one.
import { atMostEvery, within } from '../clock.ts'
import type { Foundation } from '../foundation.ts'
import type { App } from '../http/server.ts'
import { once } from '../made-once.ts'
import type { Parcels } from '../parcels/start.ts'
import type { Valuation } from '../valuation/start.ts'
import { mountForecasts } from './forecast/routes.ts'
import { forecastSettings } from './forecast/settings.ts'
import { BREAKABLE } from './layouts/checker/breakable.ts'
import { mountLayouts } from './layouts/routes.ts'
import { createSitePlanner } from './planner.ts'
import { createPlanningTurns } from './planning-turns.ts'

interface Siteplan {
  mount(app: App): void
  /** Somebody looks at land, and may plan it next: a thread gets ready. */
  standBy(): void
  /** Begins to end the threads: those of the idle class can take long beside busy ones. */
  endThreads(): void
  /** Whether they have begun to end and are not done. */
  hasPlanningThreadsEnding(): boolean
}

/**
 * At a stop, the other parts wait this long for the threads to end: they share nothing with them.
 */
const END_LIMIT_S = 0.5

/** Whoever looks at land looks often. Shorter than an idle thread stays. */
const STAND_BY_EVERY_MS = 60_000

export function startSiteplan(
  base: Foundation,
  parcels: Pick<Parcels, 'store' | 'ruleSets' | 'recent'>,
  valuation: Pick<Valuation, 'engine'>,
): Siteplan {
  const { settings, metrics, clock, log, closing } = base
  const planner = createSitePlanner(settings)
  const isTimeToStandBy = atMostEvery(clock, STAND_BY_EVERY_MS)
  let isEnding = false
  const endThreads = once(async () => {
    isEnding = true
    try {
      await planner.close()
      isEnding = false
    } catch (error) {
      log.warn({ err: error }, 'planning threads could not be ended')
    }
  })
  closing.defer(() => within(clock, END_LIMIT_S, endThreads()))
  const parts = {
    parcels: parcels.store,
    ruleSets: parcels.ruleSets,
    engine: valuation.engine,
    planner,
    settings: forecastSettings(settings),
    clock,
    recent: parcels.recent,
    counters: metrics.counters,
    turns: createPlanningTurns(),
    onRefused: metrics.counter(
      'layouts_refused_total',
      'Layouts of the solver that its checker refused, and that were not shown, by the rule broken.',
      'rule',
      BREAKABLE,
    ),
  }
  return {
    mount(app) {
      mountForecasts(app, parts)
      mountLayouts(app, parts)
    },
    standBy() {
      if (isTimeToStandBy()) planner.standBy()
    },
    endThreads: () => void endThreads(),
    hasPlanningThreadsEnding: () => isEnding,
  }
}
