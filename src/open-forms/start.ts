// Builds the limits of one open form, and has their evictions counted with those of all limiters.
import type { DeliveryKind } from '../delivery/outgoing.ts'
import type { Foundation } from '../foundation.ts'
import type { OpenForm } from './open-form.ts'
import { createOpenLimit, type OpenLimitSettings } from './open-limit.ts'

/** @param kind what the form stores and has delivered */
export function startOpenForm(
  { settings, metrics, clock }: Foundation,
  kind: DeliveryKind,
  perAddress: Pick<OpenLimitSettings, 'limit' | 'windowS'>,
): OpenForm {
  const limit = createOpenLimit({ ...perAddress, hourlyLimit: settings.openHourlyLimit }, clock)
  metrics.evictions(() => limit.evicted)
  return { kind, limit, pendingLimit: settings.openPendingLimit }
}
