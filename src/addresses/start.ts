// Builds what the service knows of addresses: the index beside its data, the upstream if one is
// set, and the route over them.
import { createDatasetStore } from '../datasets/dataset-store.ts'
import type { Foundation } from '../foundation.ts'
import type { App } from '../http-server.ts'
import { type AddressEngine, createAddressEngine } from './engine.ts'
import { mountSuggestions } from './routes.ts'
import { createSuggestionSource } from './suggestion-source.ts'

export interface Addresses extends Pick<AddressEngine, 'resolve'> {
  mount(app: App): void
  /** What answers from what it had before, by part. */
  notes(): Readonly<Record<string, string>>
}

/** How soon a running service sees what an import has changed. */
const LOOK_EVERY_S = 3

export function startAddresses(base: Foundation): Addresses {
  const { settings, metrics, clock, log, closing } = base
  const engine = createAddressEngine({
    database: settings.databaseUrl,
    datasets: createDatasetStore(base.stores.main),
    clock,
    log,
  })
  metrics.gauge(
    'address_index_build_failed',
    '1 while the last build has failed and an older index answers.',
    () => Number(engine.failure !== undefined),
  )
  base.background({
    name: 'look for new addresses',
    everyS: LOOK_EVERY_S,
    atOnce: true,
    run: () => engine.look(),
  })
  // After the look, so that on the way down it is not waited for while it builds.
  closing.defer(() => engine.close())

  const source = createSuggestionSource(
    engine,
    { dadataUrl: settings.addressUpstream, dadataApiKey: settings.dadataApiKey },
    () => clock.nowMs(),
    log,
  )
  return {
    mount: (app) => mountSuggestions(app, source, metrics.counters),
    resolve: (address) => engine.resolve(address),
    notes: (): Readonly<Record<string, string>> =>
      engine.failure === undefined
        ? {}
        : { addresses: 'the last build failed; the index before it answers, if there is one' },
  }
}
