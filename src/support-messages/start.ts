// Builds the support: its store, the limits of its open form, and the routes over them.
import type { OutgoingSource } from '../delivery/outgoing.ts'
import type { Delivery } from '../delivery/start.ts'
import type { Foundation } from '../foundation.ts'
import type { App } from '../http/server.ts'
import { startOpenForm } from '../open-forms/start.ts'
import type { Valuation } from '../valuation/start.ts'
import { mountSupport } from './routes.ts'
import { createSupportStore } from './support-store.ts'

interface Support extends OutgoingSource {
  mount(app: App, delivery: Pick<Delivery, 'messenger'>): void
}

export function startSupport(
  base: Foundation,
  valuation: Pick<Valuation, 'estimateIsVisible'>,
): Support {
  const { settings, clock } = base
  const store = createSupportStore(base.stores.main)
  const anonymous = startOpenForm(base, 'support_anon', {
    limit: settings.supportAnonRateLimit,
    windowS: settings.supportAnonRateLimitWindowS,
  })
  return {
    findOutgoing: store.find,
    mount: (app, delivery) =>
      mountSupport(app, {
        store,
        messenger: delivery.messenger,
        estimateIsVisible: valuation.estimateIsVisible,
        anonymous,
        clock,
      }),
  }
}
