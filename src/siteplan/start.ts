// Builds site planning: its threads and the routes over parcels and valuation. The rules of it
// stand in the files around this one.
import type { Foundation } from '../foundation.ts'
import type { App } from '../http-server.ts'
import type { Parcels } from '../parcels/start.ts'
import type { Valuation } from '../valuation/start.ts'
import { mountForecasts } from './forecast/routes.ts'
import { forecastSettings } from './forecast/settings.ts'
import type { Violation } from './layouts/check-layouts.ts'
import { mountLayouts } from './layouts/routes.ts'
import { createSitePlanner } from './planner.ts'
import { createPlanningTurns } from './planning-turns.ts'

export interface Siteplan {
  mount(app: App): void
  /** Begins to end the threads: those of the idle class can take seconds beside busy ones. */
  endThreads(): void
}

export function startSiteplan(
  base: Foundation,
  parcels: Pick<Parcels, 'store' | 'ruleSets' | 'recent'>,
  valuation: Pick<Valuation, 'engine'>,
): Siteplan {
  const { settings, metrics, clock, closing } = base
  const planner = createSitePlanner(settings)
  closing.defer(() => planner.close())
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
    onRefused: metrics.counter<Violation['broken']>(
      'layouts_refused_total',
      'Layouts of the solver that its checker refused, and that were not shown, by the rule broken.',
      'rule',
    ),
  }
  return {
    mount(app) {
      mountForecasts(app, parts)
      mountLayouts(app, parts)
    },
    endThreads: () => void planner.close(),
  }
}
