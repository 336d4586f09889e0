// Builds what the service knows of land: the parcels' index beside their data, the norms of places,
// what users looked at last, and the routes over them.
import { createDatasetStore } from '../datasets/dataset-store.ts'
import { followInService } from '../datasets/follow-in-service.ts'
import type { Foundation } from '../foundation.ts'
import type { App } from '../http/server.ts'
import type { RuleSets } from '../norms/rule-sets.ts'
import { createCallerTurns } from '../threads/caller-turns.ts'
import { createParcelEngine } from './engine.ts'
import { createMapTurns } from './map-turns.ts'
import { createRecentParcels, type RecentParcels } from './recent-parcels.ts'
import { mountParcels, type Planning } from './routes.ts'
import { createShapeThread } from './shapes/shape-thread.ts'
import { createSimplerShapes } from './shapes/simpler-shapes.ts'
import { createSiteConstraints } from './shapes/site-constraints.ts'
import { createParcelStore, type ParcelStore } from './table/parcel-store.ts'

export interface Parcels {
  mount(app: App, planning: Planning): void
  readonly store: ParcelStore
  readonly ruleSets: RuleSets
  readonly recent: RecentParcels
}

/** Of one caller at once; less than half of what may wait for their thread. */
const MAX_INTRICATE = 8

/** @param floorM2PerFlat floor area that each flat of a house takes, m² */
export function startParcels(
  base: Foundation,
  ruleSets: RuleSets,
  floorM2PerFlat: number,
): Parcels {
  const { settings, metrics, clock, log, closing } = base
  const { main } = base.stores
  const store = createParcelStore(main)
  const recent = createRecentParcels(main, clock, log)
  const datasets = createDatasetStore(main)
  const engine = createParcelEngine({ database: settings.databaseUrl, datasets, clock, log })

  metrics.gauge('parcels_indexed', 'Parcels that the answering index holds.', () => engine.size)
  followInService(base, {
    name: 'parcels',
    dataset: 'parcels',
    engine,
    gauge: {
      name: 'parcel_index_build_failed',
      help: '1 while the last build has failed; the index before it answers, if there is one.',
    },
    note: 'the last build failed; the index before it answers, if there is one',
  })
  const thread = createShapeThread()
  closing.defer(() => thread.close())
  const constraints = createSiteConstraints(floorM2PerFlat, thread)
  const simplerShapes = createSimplerShapes(thread)
  const mapTurns = createMapTurns()
  const intricateTurns = createCallerTurns(MAX_INTRICATE, 'intricate parcels')

  return {
    mount: (app, planning) =>
      mountParcels(app, {
        engine,
        store,
        recent,
        ruleSets,
        constraints,
        simplerShapes,
        mapTurns,
        intricateTurns,
        planning,
      }),
    store,
    ruleSets,
    recent,
  }
}
