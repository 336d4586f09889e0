// Builds the pilot requests: their store, the limits of their open path, and the route over them.
import type { Delivery } from '../delivery/start.ts'
import type { Foundation } from '../foundation.ts'
import { createOpenLimit } from '../gate/open-limit.ts'
import type { App } from '../http-server.ts'
import { createPilotStore } from './pilot-store.ts'
import { mountPilot } from './routes.ts'

export interface Pilot {
  mount(app: App): void
}

export function startPilot(
  base: Foundation,
  delivery: Pick<Delivery, 'messenger' | 'store'>,
): Pilot {
  const { settings, clock } = base
  const limit = createOpenLimit(
    {
      limit: settings.pilotRateLimit,
      windowS: settings.pilotRateLimitWindowS,
      hourlyLimit: settings.openHourlyLimit,
    },
    clock,
  )
  base.metrics.evictions(() => limit.evicted)
  return {
    mount: (app) =>
      mountPilot(app, {
        store: createPilotStore(base.stores.main),
        messenger: delivery.messenger,
        open: {
          kind: 'pilot',
          limit,
          deliveries: delivery.store,
          pendingLimit: settings.openPendingLimit,
        },
        clock,
      }),
  }
}
