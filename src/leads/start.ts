// Builds the leads: their store, the purge of old claims, and the routes over them.
import { HOURLY } from '../background.ts'
import type { OutgoingSource } from '../delivery/outgoing.ts'
import type { Delivery } from '../delivery/start.ts'
import type { Foundation } from '../foundation.ts'
import type { App } from '../http/server.ts'
import type { Valuation } from '../valuation/start.ts'
import { createLeadStore } from './lead-store.ts'
import { mountLeads } from './routes.ts'

interface Leads extends OutgoingSource {
  mount(app: App, delivery: Pick<Delivery, 'crm'>): void
}

export function startLeads(
  base: Foundation,
  valuation: Pick<Valuation, 'estimateIsVisible'>,
): Leads {
  const { metrics, clock } = base
  const { main, identity } = base.stores
  const store = createLeadStore(main)
  base.background({
    name: 'purge expired lead claims',
    ...HOURLY,
    run: async (stopping) => {
      await store.purgeClaims(clock.wallMs(), stopping)
    },
  })
  return {
    async findOutgoing(id) {
      const lead = await store.find(id, 'all')
      return lead && { kind: 'lead', ...lead }
    },
    mount: (app, delivery) =>
      mountLeads(app, {
        store,
        registry: identity.registry,
        estimateIsVisible: valuation.estimateIsVisible,
        crm: delivery.crm,
        counter: metrics.counters.leads,
        clock,
      }),
  }
}
