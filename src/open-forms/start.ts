// Builds one open form; its limit is swept, and its evictions counted, as those of all limiters.
import { createDeliveryStore } from '../delivery/delivery-store.ts'
import type { DeliveryKind } from '../delivery/outgoing.ts'
import type { Foundation } from '../foundation.ts'
import { sweepInBackground } from '../limits/sweep.ts'
import type { OpenForm } from './open-form.ts'
import { createOpenLimit, type OpenLimitSettings } from './open-limit.ts'

/** @param kind what the form stores and has delivered */
export function startOpenForm(
  base: Foundation,
  kind: DeliveryKind,
  perAddress: Pick<OpenLimitSettings, 'limit' | 'windowS'>,
): OpenForm {
  const { settings, stores, metrics, clock } = base
  const limit = createOpenLimit({ ...perAddress, hourlyLimit: settings.openHourlyLimit }, clock)
  metrics.evictions(() => limit.windows.evicted)
  sweepInBackground(base, `forget expired addresses of ${kind}`, limit.windows)
  const deliveries = createDeliveryStore(stores.main)
  return { kind, limit, pendingLimit: settings.openPendingLimit, deliveries }
}
