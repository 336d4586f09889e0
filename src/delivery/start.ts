// Builds what takes records out of the service: support messages and pilot requests to the
// messaging service, leads to the CRM. How a record comes in stands with its noun.
import type { Foundation } from '../foundation.ts'
import { createLeadStore, leadToOutgoing } from '../leads/lead-store.ts'
import { createPilotStore } from '../pilot/pilot-store.ts'
import { createSupportStore } from '../support/support-store.ts'
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts'
import type { Dispatcher } from './dispatcher.ts'
import { startDispatchers } from './dispatchers.ts'

export interface Delivery {
  readonly messenger: Pick<Dispatcher, 'wake'>
  /** Undefined where leads stay here. */
  readonly crm: Pick<Dispatcher, 'wake'> | undefined
  readonly store: Pick<DeliveryStore, 'pendingOf'>
}

/** Attempts under way when the service stops are given this long. */
const DELIVERY_LIMIT_S = 1

export async function startDelivery(base: Foundation): Promise<Delivery> {
  const { settings, metrics, clock, log, closing } = base
  const { main } = base.stores
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
  return { messenger: dispatchers.messenger, crm: dispatchers.crm, store }
}
