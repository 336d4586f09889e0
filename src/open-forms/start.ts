// Builds one open form, and has the evictions of its limits counted with those of all limiters.
import { createDeliveryStore } from '../delivery/delivery-store.ts'
import type { DeliveryKind } from '../delivery/outgoing.ts'
import type { Foundation } from '../foundation.ts'
import type { OpenForm } from './open-form.ts'
import { createOpenLimit, type OpenLimitSettings } from './open-limit.ts'

/** @param kind what the form stores and has delivered */
export function startOpenForm(
  { settings, stores, metrics, clock }: Foundation,
  kind: DeliveryKind,
  perAddress: Pick<OpenLimitSettings, 'limit' | 'windowS'>,
): OpenForm {
  const limit = createOpenLimit({ ...perAddress, hourlyLimit: settings.openHourlyLimit }, clock)
  metrics.evictions(() => limit.evicted)
  const deliveries = createDeliveryStore(stores.main)
  return { kind, limit, pendingLimit: settings.openPendingLimit, deliveries }
}
