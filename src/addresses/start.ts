// Builds what the service knows of addresses: the index beside its data, the upstream if one is
// set, and the route over them.
import { createDatasetStore } from '../datasets/dataset-store.ts'
import { followInService } from '../datasets/follow-in-service.ts'
import type { Foundation } from '../foundation.ts'
import type { App } from '../http/server.ts'
import { type AddressEngine, createAddressEngine } from './engine.ts'
import { mountSuggestions } from './routes.ts'
import { createSuggestionSource } from './suggestion-source.ts'

export interface Addresses extends Pick<AddressEngine, 'resolve'> {
  mount(app: App): void
}

export function startAddresses(base: Foundation): Addresses {
  const { settings, metrics, clock, log } = base
  const engine = createAddressEngine({
    database: settings.databaseUrl,
    datasets: createDatasetStore(base.stores.main),
    clock,
    log,
  })
  followInService(base, {
    name: 'addresses',
    dataset: 'addresses',
    engine,
    gauge: {
      name: 'address_index_build_failed',
      help: '1 while the last build has failed; the index before it answers, if there is one.',
    },
    note: 'the last build failed; the index before it answers, if there is one',
  })
  const source = createSuggestionSource(
    engine,
    { dadataUrl: settings.addressUpstream, dadataApiKey: settings.dadataApiKey },
    clock,
    log,
  )
  return {
    mount: (app) => mountSuggestions(app, source, metrics.counters),
    resolve: engine.resolve,
  }
}
