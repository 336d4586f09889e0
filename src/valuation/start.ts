// Builds the valuation: the model and the address index beside their data, the report printer, and
// the routes over them. The method itself stands in the files around this one.
import { type AddressEngine, createAddressEngine } from '../addresses/engine.ts'
import { mountSuggestions } from '../addresses/routes.ts'
import { createSuggestionSource } from '../addresses/suggestion-source.ts'
import { createDatasetStore } from '../datasets/dataset-store.ts'
import { loadDemoTown } from '../demo/load.ts'
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
  estimateIsVisible(caller: Caller, id: string): Promise<boolean>
  /** What answers from what it had before, by part. */
  notes(): Readonly<Record<string, string>>
}

/** How soon a running service sees what an import has changed. */
const LOOK_EVERY_S = 3

export async function startValuation(base: Foundation): Promise<Valuation> {
  const { settings, metrics, clock, log, closing } = base
  const { main, identity } = base.stores

  const datasets = createDatasetStore(main)
  if (settings.demoData === 'on') await loadDemoTown(main, datasets, clock, log)

  const parts = { settings, database: settings.databaseUrl, datasets, clock, log }
  const valuation = createValuationEngine({ ...parts, models: createModelStore(main) })
  const addresses = createAddressEngine(parts)
  const printer = createReportPrinter()
  closing.defer(() => printer.close())
  const visible = { store: createEstimateStore(main), registry: identity.registry }

  gaugeEngines(base, valuation, addresses)
  base.background({
    name: 'look for new comparables',
    everyS: LOOK_EVERY_S,
    atOnce: true,
    run: () => valuation.look(),
  })
  base.background({
    name: 'look for new addresses',
    everyS: LOOK_EVERY_S,
    atOnce: true,
    run: () => addresses.look(),
  })
  // After the looks, so that on the way down they are not waited for while they fit.
  closing.defer(() => valuation.close())
  closing.defer(() => addresses.close())

  return {
    mount(app) {
      mountSuggestions(
        app,
        createSuggestionSource(
          addresses,
          { dadataUrl: settings.addressUpstream, dadataApiKey: settings.dadataApiKey },
          () => clock.nowMs(),
          log,
        ),
        metrics.counters,
      )
      mountEstimates(app, {
        engine: valuation,
        resolveAddress: (address) => addresses.resolve(address),
        tradeIn: tradeInSettingsOf(settings),
        clock,
        ...visible,
        counters: metrics.counters,
        printer,
      })
    },
    engine: valuation,
    estimateIsVisible: async (caller, id) =>
      (await findEstimate(visible, id, caller)) !== undefined,
    notes: () => ({
      ...(valuation.state.failure === undefined
        ? {}
        : { valuation: 'the last fit failed; the model before it answers, if there is one' }),
      ...(addresses.failure === undefined
        ? {}
        : { addresses: 'the last build failed; the index before it answers, if there is one' }),
    }),
  }
}

function gaugeEngines(
  { metrics, clock }: Foundation,
  valuation: ValuationEngine,
  addresses: AddressEngine,
): void {
  metrics.gauge(
    'market_model_fit_failed',
    '1 while the last fit has failed and an older model answers.',
    () => Number(valuation.state.failure !== undefined),
  )
  metrics.gauge(
    'market_model_age_seconds',
    'Since the answering model was fitted; NaN where there is none.',
    () => (clock.wallMs() - (valuation.state.fittedAtMs ?? Number.NaN)) / 1000,
  )
  metrics.gauge(
    'address_index_build_failed',
    '1 while the last build has failed and an older index answers.',
    () => Number(addresses.failure !== undefined),
  )
}
