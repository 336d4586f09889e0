// Builds what leaves the service: leads to the CRM, support messages and pilot requests to the
// messaging service, and the routes that take them in.
import type { Foundation } from '../foundation.ts'
import { createOpenLimit } from '../gate/open-limit.ts'
import type { App } from '../http-server.ts'
import { createLeadStore, leadToOutgoing } from '../leads/lead-store.ts'
import { mountLeads } from '../leads/routes.ts'
import { createPilotStore } from '../pilot/pilot-store.ts'
import { mountPilot } from '../pilot/routes.ts'
import { mountSupport } from '../support/routes.ts'
import { createSupportStore } from '../support/support-store.ts'
import type { Valuation } from '../valuation/start.ts'
import { startDeliveries } from './deliveries.ts'
import { createDeliveryStore } from './delivery-store.ts'

export interface Outgoing {
  mount(app: App): void
}

/** Attempts under way when the service stops are given this long. */
const DELIVERY_LIMIT_S = 1

const PURGE_EVERY_S = 3_600

export async function startOutgoing(
  base: Foundation,
  valuation: Pick<Valuation, 'estimateIsVisible'>,
): Promise<Outgoing> {
  const { settings, metrics, clock, log, closing } = base
  const { main, identity } = base.stores

  const leads = createLeadStore(main)
  const supportMessages = createSupportStore(main)
  const pilotRequests = createPilotStore(main)
  const store = createDeliveryStore(main)
  const deliveries = await startDeliveries(settings, {
    store,
    find: {
      supportMessage: supportMessages.find,
      pilotRequest: pilotRequests.find,
      lead: async (id) => {
        const lead = await leads.find(id, 'all')
        return lead && leadToOutgoing(lead)
      },
    },
    metrics,
    clock,
    log,
  })
  closing.defer(() => deliveries.stop(DELIVERY_LIMIT_S))
  base.background({
    name: 'forget what made repeated leads one',
    everyS: PURGE_EVERY_S,
    run: async () => {
      await leads.purgeClaims(clock.wallMs())
    },
  })

  const openPath = (kind: 'support_anon' | 'pilot', limit: number, windowS: number) => ({
    kind,
    limit: createOpenLimit({ limit, windowS, hourlyLimit: settings.openHourlyLimit }, clock),
    deliveries: store,
    pendingLimit: settings.openPendingLimit,
  })
  return {
    mount(app) {
      mountLeads(app, {
        store: leads,
        registry: identity.registry,
        estimateIsVisible: valuation.estimateIsVisible,
        crm: deliveries.crm,
        counter: metrics.counters.leads,
        clock,
      })
      mountSupport(app, {
        store: supportMessages,
        messenger: deliveries.messenger,
        estimateIsVisible: valuation.estimateIsVisible,
        anonymous: openPath(
          'support_anon',
          settings.supportAnonRateLimit,
          settings.supportAnonRateLimitWindowS,
        ),
        clock,
      })
      mountPilot(app, {
        store: pilotRequests,
        messenger: deliveries.messenger,
        open: openPath('pilot', settings.pilotRateLimit, settings.pilotRateLimitWindowS),
        clock,
      })
    },
  }
}
