// Builds the delivery: support messages and pilot requests go to the messaging service, leads to
// the CRM. How a record comes in, and is found again, stands with its noun.
import type { Foundation } from '../foundation.ts'
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts'
import type { Dispatcher } from './dispatcher.ts'
import { type OutgoingSources, startDispatchers } from './dispatchers.ts'

export interface Delivery {
  readonly messenger: Pick<Dispatcher, 'wake'>
  /** Undefined where leads stay here. */
  readonly crm: Pick<Dispatcher, 'wake'> | undefined
  readonly store: Pick<DeliveryStore, 'pendingOf'>
}

/** At a stop, how long attempts under way have to end. */
const DELIVERY_LIMIT_S = 1

export async function startDelivery(
  { settings, stores, metrics, clock, log, closing }: Foundation,
  sources: OutgoingSources,
): Promise<Delivery> {
  const store = createDeliveryStore(stores.main)
  const dispatchers = await startDispatchers(settings, { store, sources, metrics, clock, log })
  closing.defer(() => dispatchers.stop(DELIVERY_LIMIT_S))
  return { messenger: dispatchers.messenger, crm: dispatchers.crm, store }
}
