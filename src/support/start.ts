// Builds the support: its store, the limits of its open path, and the routes over them.
import type { Delivery } from '../delivery/start.ts'
import type { Foundation } from '../foundation.ts'
import { createOpenLimit } from '../gate/open-limit.ts'
import type { App } from '../http-server.ts'
import type { Valuation } from '../valuation/start.ts'
import { mountSupport } from './routes.ts'
import { createSupportStore } from './support-store.ts'

export interface Support {
  mount(app: App): void
}

export function startSupport(
  base: Foundation,
  valuation: Pick<Valuation, 'estimateIsVisible'>,
  delivery: Pick<Delivery, 'messenger' | 'store'>,
): Support {
  const { settings, clock } = base
  const limit = createOpenLimit(
    {
      limit: settings.supportAnonRateLimit,
      windowS: settings.supportAnonRateLimitWindowS,
      hourlyLimit: settings.openHourlyLimit,
    },
    clock,
  )
  base.metrics.evictions(() => limit.evicted)
  return {
    mount: (app) =>
      mountSupport(app, {
        store: createSupportStore(base.stores.main),
        messenger: delivery.messenger,
        estimateIsVisible: valuation.estimateIsVisible,
        anonymous: {
          kind: 'support_anon',
          limit,
          deliveries: delivery.store,
          pendingLimit: settings.openPendingLimit,
        },
        clock,
      }),
  }
}
