// Builds the gate from its leaves. What it lets through stands in gate.ts.
import type { Foundation } from '../foundation.ts'
import type { App } from '../http/server.ts'
import type { SessionCookie } from '../identity/session-cookie.ts'
import { tendWindows } from '../limits/tend.ts'
import { clientAddressReader } from './client-address.ts'
import { mountGate } from './gate.ts'
import { createGeneralLimit } from './general-limit.ts'
import { openLegacyRoles } from './legacy-roles.ts'

interface Gate {
  /** To be mounted before the routes that stand behind it. */
  mount(app: App): void
}

const ROLES_OUTDATED = 'the roles file has become bad: those whom it let in before are still let in'

export async function startGate(base: Foundation, cookie: SessionCookie): Promise<Gate> {
  const { settings, metrics, clock, log } = base
  const generalLimit = createGeneralLimit(settings, clock)
  const legacyRoles =
    settings.authMode === 'dual' && settings.legacyRolesFile !== undefined
      ? await openLegacyRoles(settings.legacyRolesFile, log)
      : undefined
  if (legacyRoles) {
    // A stop waits for no file that hangs.
    const run = () => void legacyRoles.look()
    base.background({ name: 'look at the roles file', everyS: 1, run })
    base.partNotes.add(() => (legacyRoles.isOutdated ? { legacy_roles: ROLES_OUTDATED } : {}))
  }
  metrics.gauge(
    'api_limiter_keys',
    'Clients that the general limiter remembers.',
    () => generalLimit.windows.keys,
  )
  tendWindows(base, 'forget expired clients', generalLimit.windows)
  return {
    mount: (app) =>
      mountGate(app, {
        clientAddressOf: clientAddressReader(settings),
        generalLimit,
        sessions: base.stores.identity.sessions,
        cookie,
        legacyRoles,
        clock,
        log,
      }),
  }
}
