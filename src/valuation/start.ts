// Builds the valuation: the model beside its data, the report printer, and the routes over them.
// The method itself stands in the files around this one.
import type { Addresses } from '../addresses/start.ts'
import { createDatasetStore } from '../datasets/dataset-store.ts'
import type { Foundation } from '../foundation.ts'
import type { Caller } from '../gate/caller.ts'
import type { App } from '../http-server.ts'
import { createReportPrinter } from '../reports/printer.ts'
import { createValuationEngine, type ValuationEngine } from './engine.ts'
import { createEstimateStore } from './estimate-store.ts'
import { findEstimate } from './find-estimate.ts'
import { createModelStore } from './model-store.ts'
import { mountEstimates } from './routes.ts'
import { tradeInSettingsOf } from './trade-in-settings.ts'

export interface Valuation {
  mount(app: App): void
  readonly engine: Pick<ValuationEngine, 'estimate'>
  /** Whether the caller may see the estimate; false where there is none with this id. */
  estimateIsVisible(caller: Caller, id: string): Promise<boolean>
  /** Parts that answer from older data than there is. */
  notes(): Readonly<Record<string, string>>
}

/** How soon a running service sees what an import has changed. */
const LOOK_EVERY_S = 3

export function startValuation(base: Foundation, addresses: Pick<Addresses, 'resolve'>): Valuation {
  const { settings, metrics, clock, log, closing } = base
  const { main, identity } = base.stores
  const engine = createValuationEngine({
    settings,
    database: settings.databaseUrl,
    datasets: createDatasetStore(main),
    models: createModelStore(main),
    clock,
    log,
  })
  const printer = createReportPrinter()
  closing.defer(() => printer.close())
  const visible = { store: createEstimateStore(main), registry: identity.registry }

  metrics.gauge(
    'market_model_fit_failed',
    '1 while the last fit has failed and an older model answers.',
    () => Number(engine.state.failure !== undefined),
  )
  metrics.gauge(
    'market_model_age_seconds',
    'Since the answering model was fitted; NaN where there is none.',
    () => (clock.wallMs() - (engine.state.fittedAtMs ?? Number.NaN)) / 1000,
  )
  base.background({
    name: 'look for new comparables',
    everyS: LOOK_EVERY_S,
    atOnce: true,
    run: () => engine.look(),
  })
  // Registered after the look, so that a stop does not wait for a fit.
  closing.defer(() => engine.close())

  return {
    mount: (app) =>
      mountEstimates(app, {
        engine,
        resolveAddress: (address) => addresses.resolve(address),
        tradeIn: tradeInSettingsOf(settings),
        clock,
        ...visible,
        counters: metrics.counters,
        printer,
      }),
    engine,
    estimateIsVisible: async (caller, id) =>
      (await findEstimate(visible, id, caller)) !== undefined,
    notes: (): Readonly<Record<string, string>> =>
      engine.state.failure === undefined
        ? {}
        : { valuation: 'the last fit failed; the model before it answers, if there is one' },
  }
}
