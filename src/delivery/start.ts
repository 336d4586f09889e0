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
import { createDeliveryStore } from './delivery-store.ts'
import { startDispatchers } from './dispatchers.ts'

export interface Delivery {
  mount(app: App): void
  /** Live addresses that the open paths' memory bounds have dropped since the start. */
  evictedKeys(): number
}

/** Attempts under way when the service stops are given this long. */
const DELIVERY_LIMIT_S = 1

const PURGE_EVERY_S = 3_600

export async function startDelivery(
  base: Foundation,
  valuation: Pick<Valuation, 'estimateIsVisible'>,
): Promise<Delivery> {
  const { settings, metrics, clock, log, closing } = base
  const { main, identity } = base.stores

  const leads = createLeadStore(main)
  const supportMessages = createSupportStore(main)
  const pilotRequests = createPilotStore(main)
  const store = createDeliveryStore(main)
  const dispatchers = await startDispatchers(settings, {
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
  closing.defer(() => dispatchers.stop(DELIVERY_LIMIT_S))
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
  const anonymous = openPath(
    'support_anon',
    settings.supportAnonRateLimit,
    settings.supportAnonRateLimitWindowS,
  )
  const pilot = openPath('pilot', settings.pilotRateLimit, settings.pilotRateLimitWindowS)
  return {
    evictedKeys: () => anonymous.limit.evicted + pilot.limit.evicted,
    mount(app) {
      mountLeads(app, {
        store: leads,
        registry: identity.registry,
        estimateIsVisible: valuation.estimateIsVisible,
        crm: dispatchers.crm,
        counter: metrics.counters.leads,
        clock,
      })
      mountSupport(app, {
        store: supportMessages,
        messenger: dispatchers.messenger,
        estimateIsVisible: valuation.estimateIsVisible,
        anonymous,
        clock,
      })
      mountPilot(app, {
        store: pilotRequests,
        messenger: dispatchers.messenger,
        open: pilot,
        clock,
      })
    },
  }
}
