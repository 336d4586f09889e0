// Builds the valuation: the model beside its data, and the routes over it. How a report is printed
// is not known here. The method itself stands in the folders around this one, which
// docs/valuation.md has in its order.
import type { Addresses } from '../addresses/start.ts'
import { createDatasetStore } from '../datasets/dataset-store.ts'
import { followInService } from '../datasets/follow-in-service.ts'
import type { Foundation } from '../foundation.ts'
import type { Caller } from '../gate/caller.ts'
import { findVisible } from '../gate/visibility.ts'
import type { App } from '../http/server.ts'
import { createCallerTurns } from '../threads/caller-turns.ts'
import { createValuationEngine, type ValuationEngine } from './engine.ts'
import { createEstimateStore } from './estimate-store.ts'
import { createModelStore } from './model/model-store.ts'
import { mountEstimates, type ReportPrinter } from './routes.ts'
import { tradeInSettingsOf } from './trade-in-settings.ts'

/** Less than a fifth of the reports that may wait, so that others get theirs. */
const MAX_REPORTS_PER_CALLER = 8

export interface Valuation {
  mount(app: App): void
  readonly engine: Pick<ValuationEngine, 'estimate' | 'estimates'>
  /** Whether the caller may see the estimate; false where there is none with this id. */
  estimateIsVisible(caller: Caller, id: string): Promise<boolean>
}

export function startValuation(
  base: Foundation,
  addresses: Pick<Addresses, 'resolve'>,
  printer: ReportPrinter,
): Valuation {
  const { settings, metrics, clock, log } = base
  const { main, identity } = base.stores
  const engine = createValuationEngine({
    settings,
    database: settings.databaseUrl,
    datasets: createDatasetStore(main),
    models: createModelStore(main),
    clock,
    log,
  })
  const visible = { store: createEstimateStore(main), registry: identity.registry }

  followInService(base, {
    name: 'valuation',
    dataset: 'comparables',
    engine,
    gauge: {
      name: 'market_model_fit_failed',
      help: '1 while the last fit has failed; the model before it answers, if there is one.',
    },
    note: 'the last fit failed; the model before it answers, if there is one',
  })
  metrics.gauge(
    'market_model_age_seconds',
    'Since the answering model was fitted; NaN where there is none.',
    // The clock may have been set back since.
    () => Math.max(0, clock.wallMs() - (engine.fittedAtMs ?? Number.NaN)) / 1000,
  )

  return {
    mount: (app) =>
      mountEstimates(app, {
        engine,
        resolveAddress: addresses.resolve,
        tradeIn: tradeInSettingsOf(settings),
        clock,
        ...visible,
        counters: metrics.counters,
        printer,
        printTurns: createCallerTurns(MAX_REPORTS_PER_CALLER, 'reports'),
      }),
    engine,
    estimateIsVisible: async (caller, id) => (await findVisible(visible, id, caller)) !== undefined,
  }
}
