// Builds site planning: the routes over parcels, valuation and the threads that plan. The rules of
// it stand in the files around this one.
import { atMostEvery } from '../clock.ts'
import type { Foundation } from '../foundation.ts'
import type { App } from '../http/server.ts'
import type { Parcels } from '../parcels/start.ts'
import type { Valuation } from '../valuation/start.ts'
import { mountForecasts } from './forecast/routes.ts'
import { forecastSettings } from './forecast/settings.ts'
import { BREAKABLE } from './layouts/checker/breakable.ts'
import { mountLayouts } from './layouts/routes.ts'
import { createPlanningTurns } from './planning-turns.ts'
import type { SitePlanner } from './site-planner.ts'

interface Siteplan {
  mount(app: App): void
  /** Somebody looks at land, and may plan it next: a thread gets ready. */
  standBy(): void
}

/** Whoever looks at land looks often. Shorter than an idle thread stays. */
const STAND_BY_EVERY_MS = 60_000

interface SiteplanNeeds {
  readonly parcels: Pick<Parcels, 'store' | 'ruleSets' | 'recent'>
  readonly valuation: Pick<Valuation, 'engine'>
  readonly planner: SitePlanner
}

export function startSiteplan(
  base: Foundation,
  { parcels, valuation, planner }: SiteplanNeeds,
): Siteplan {
  const { settings, metrics, clock } = base
  const isTimeToStandBy = atMostEvery(clock, STAND_BY_EVERY_MS)
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
  }
}
