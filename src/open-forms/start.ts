// Builds one open form: its limits, and what it stores until that is delivered.
import { createDeliveryStore } from '../delivery/delivery-store.ts'
import type { DeliveryKind } from '../delivery/outgoing.ts'
import type { Foundation } from '../foundation.ts'
import { tendWindows } from '../limits/tend.ts'
import type { OpenForm } from './open-form.ts'
import { createOpenLimit, type OpenLimitSettings } from './open-limit.ts'

/** @param kind what the form stores and has delivered */
export function startOpenForm(
  base: Foundation,
  kind: DeliveryKind,
  perAddress: Pick<OpenLimitSettings, 'limit' | 'windowS'>,
): OpenForm {
  const { settings, stores, clock } = base
  const limit = createOpenLimit({ ...perAddress, hourlyLimit: settings.openHourlyLimit }, clock)
  tendWindows(base, `forget expired addresses of ${kind}`, limit.windows)
  const deliveries = createDeliveryStore(stores.main)
  return { kind, limit, pendingLimit: settings.openPendingLimit, deliveries }
}
