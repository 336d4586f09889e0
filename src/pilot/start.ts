// Builds the pilot requests: their store, the limits of their open form, and the route over them.
import type { OutgoingSource } from '../delivery/outgoing.ts'
import type { Delivery } from '../delivery/start.ts'
import type { Foundation } from '../foundation.ts'
import type { App } from '../http/server.ts'
import { startOpenForm } from '../open-forms/start.ts'
import { createPilotStore } from './pilot-store.ts'
import { mountPilot } from './routes.ts'

interface Pilot extends OutgoingSource {
  mount(app: App, delivery: Pick<Delivery, 'messenger'>): void
}

export function startPilot(base: Foundation): Pilot {
  const { settings, clock } = base
  const store = createPilotStore(base.stores.main)
  const open = startOpenForm(base, 'pilot', {
    limit: settings.pilotRateLimit,
    windowS: settings.pilotRateLimitWindowS,
  })
  return {
    findOutgoing: store.find,
    mount: (app, delivery) =>
      mountPilot(app, {
        store,
        messenger: delivery.messenger,
        open,
        clock,
      }),
  }
}
