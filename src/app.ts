// The composition root: builds each part once, in order, mounts the routes, and takes all of it
// down again in reverse. The whole service as a table of contents.
import { createEventWriter } from './audit/event-writer.ts'
import { mountAudit } from './audit/routes.ts'
import { runInBackground } from './background.ts'
import { type Clock, isoTime } from './clock.ts'
import { startDeliveries } from './delivery/deliveries.ts'
import { createDeliveryStore } from './delivery/delivery-store.ts'
import { clientAddressReader } from './gate/client-address.ts'
import { mountGate } from './gate/gate.ts'
import { createGeneralLimit } from './gate/general-limit.ts'
import { openLegacyRoles } from './gate/legacy-roles.ts'
import { mountMe } from './gate/me-routes.ts'
import { createOpenLimit } from './gate/open-limit.ts'
import { mountHealth } from './health.ts'
import { type App, collectRouteMethods, createHttpServer, mountUnknown } from './http-server.ts'
import { makeFirstAdmin } from './identity/first-admin.ts'
import { createLeadStore, leadToOutgoing } from './leads/lead-store.ts'
import { mountLeads } from './leads/routes.ts'
import type { Logger } from './logging.ts'
import { sessionCookie } from './login/cookie.ts'
import { createFailureCounter } from './login/failure-counter.ts'
import { createHashRenewal } from './login/hash-renewal.ts'
import { createPairLimiter } from './login/pair-limiter.ts'
import { hashCost } from './login/password-hash.ts'
import { createPasswordVerifier } from './login/password-verifier.ts'
import { mountLogin } from './login/routes.ts'
import { createSaturationAudit } from './login/saturation-audit.ts'
import { createThrottle } from './login/throttle.ts'
import { createVerifyPool } from './login/verify-pool.ts'
import { createVerifySlots } from './login/verify-slots.ts'
import { createMetrics, mountMetrics } from './metrics/metrics.ts'
import { createPilotStore } from './pilot/pilot-store.ts'
import { mountPilot } from './pilot/routes.ts'
import { describeRoutes, mountReference } from './reference.ts'
import type { Settings } from './settings.ts'
import { openStores, type Stores } from './stores.ts'
import { mountSupport } from './support/routes.ts'
import { createSupportStore } from './support/support-store.ts'

export interface ServiceContext {
  readonly clock: Clock
  readonly log: Logger
  /** Prints to a person at a terminal; undefined where there is none. */
  readonly print: ((text: string) => void) | undefined
  /** Adds routes behind the same gate; for benchmarks and tests of the gate itself. */
  readonly mountMore?: (app: App) => void
}

export interface Service {
  readonly app: App
  readonly stores: Stores
  /**
   * Takes no new connections, answers what waits, writes out the audit queue and closes the
   * databases; within 10 s.
   */
  stop(): Promise<void>
}

/** The phases of a stop that can hang, together below 10 s with the databases' own limits. */
const CONNECTIONS_LIMIT_MS = 3_000
const DELIVERY_LIMIT_S = 1
const AUDIT_LIMIT_S = 2.5

const SWEEP_EVERY_S = 1
const SWEEP_KEYS = 5_000
const PURGE_EVERY_S = 3_600

/** @throws StartFault or Error in one line if a part cannot start; what had started is closed */
export async function buildService(settings: Settings, context: ServiceContext): Promise<Service> {
  const { clock, log } = context
  const parts = new AsyncDisposableStack()
  try {
    const metrics = createMetrics()
    const countStatement = metrics.counter(
      'database_statements_total',
      'Statements sent, by database.',
      'database',
    )
    const stores = await openStores(settings, { clock, log, onStatement: countStatement })
    parts.defer(() => stores.close())
    const { registry, sessions } = stores.identity

    const audit = createEventWriter(stores.events, clock, log)
    parts.defer(() => audit.stop(AUDIT_LIMIT_S))

    const pool = createVerifyPool(settings.loginPasswordVerifyWorkers, log)
    parts.defer(() => pool.close())
    const cost = hashCost(settings)
    const verifier = await createPasswordVerifier(pool, cost, log)
    await makeFirstAdmin({
      registry,
      database: settings.identityDatabaseUrl ?? settings.databaseUrl,
      hash: (password) => pool.hash(password, cost),
      log,
      print: context.print,
      now: isoTime(clock.wallMs()),
    })

    const slots = createVerifySlots(settings.loginPasswordVerifyWorkers)
    const pairLimiter = createPairLimiter(settings, clock)
    const failures = createFailureCounter(settings, clock)
    const throttle = createThrottle(clock)
    const saturation = createSaturationAudit(audit, clock, log)
    parts.defer(() => saturation.stop())
    const renewal = createHashRenewal(cost, slots, pool, registry, log)
    parts.defer(() => renewal.settled())

    const cookie = sessionCookie(settings)
    const generalLimit = createGeneralLimit(settings, clock)
    const legacyRoles =
      settings.authMode === 'dual' && settings.legacyRolesFile !== undefined
        ? await openLegacyRoles(settings.legacyRolesFile, log)
        : undefined
    parts.defer(() => legacyRoles?.close())

    const leads = createLeadStore(stores.main)
    const supportMessages = createSupportStore(stores.main)
    const pilotRequests = createPilotStore(stores.main)
    const deliveryStore = createDeliveryStore(stores.main)
    const deliveries = await startDeliveries(settings, {
      store: deliveryStore,
      find: {
        supportMessage: supportMessages.find,
        pilotRequest: pilotRequests.find,
        lead: async (id) => {
          const lead = await leads.find(id, 'all')
          return lead && leadToOutgoing(lead)
        },
      },
      metrics,
      clock,
      log,
    })
    parts.defer(() => deliveries.stop(DELIVERY_LIMIT_S))

    metrics.gauge(
      'login_verify_slots_in_use',
      'Password verifications under way.',
      () => slots.inUse,
    )
    metrics.gauge(
      'login_throttled_responses',
      'Failed logins waiting for their answer.',
      () => throttle.waiting,
    )
    metrics.gauge(
      'login_pair_limiter_keys',
      'Pairs that the login limiter remembers.',
      () => pairLimiter.windows.keys,
    )
    metrics.gauge(
      'login_failure_counter_keys',
      'Usernames that the failure counter remembers.',
      () => failures.windows.keys,
    )
    metrics.gauge(
      'api_limiter_keys',
      'Clients that the general limiter remembers.',
      () => generalLimit.keys,
    )
    metrics.gauge('audit_queue_length', 'Audit events not yet written.', () => audit.queued)
    metrics.total(
      'audit_events_overflowed_total',
      'Audit events that found the queue full and went to the log.',
      () => audit.overflowed,
    )
    metrics.total(
      'limiter_keys_evicted_total',
      'Keys dropped by a limiter’s memory bound while they still counted.',
      () => pairLimiter.windows.evicted + failures.windows.evicted + generalLimit.evicted,
    )

    for (const task of [
      {
        name: 'forget expired limiter keys',
        everyS: SWEEP_EVERY_S,
        run: () => {
          pairLimiter.windows.sweep(clock.nowMs(), SWEEP_KEYS)
          failures.windows.sweep(clock.nowMs(), SWEEP_KEYS)
          generalLimit.sweep(SWEEP_KEYS)
        },
      },
      {
        name: 'purge ended sessions',
        everyS: PURGE_EVERY_S,
        run: async () => {
          const purged = await sessions.purge(clock.wallMs())
          if (purged > 0) log.info({ purged }, 'ended sessions purged')
        },
      },
      {
        name: 'forget what made repeated leads one',
        everyS: PURGE_EVERY_S,
        run: async () => {
          await leads.purgeClaims(clock.wallMs())
        },
      },
    ]) {
      const background = runInBackground(task, clock, log)
      parts.defer(() => background.stop())
    }

    const app = await createHttpServer(log)
    parts.defer(() => closeServer(app))
    parts.defer(() => throttle.wakeAll())
    const methodsByPath = collectRouteMethods(app)
    await describeRoutes(app, cookie.name)
    mountMetrics(app, metrics, clock)
    mountGate(app, {
      clientAddressOf: clientAddressReader(settings),
      generalLimit,
      sessions,
      cookie,
      legacyRoles,
      clock,
      log,
    })
    await mountReference(app)
    mountHealth(
      app,
      [
        { name: 'main', ping: () => stores.main.ping() },
        ...(settings.identityStore === 'auth'
          ? [{ name: 'identity', ping: () => stores.identityDatabase.ping() }]
          : []),
      ],
      clock,
    )
    mountLogin(app, {
      settings,
      pairLimiter,
      slots,
      saturation,
      registry,
      verifier,
      failures,
      throttle,
      sessions,
      counters: metrics.counters,
      audit,
      clock,
      log,
      cookie,
      renewal,
    })
    mountMe(app, registry)
    mountAudit(app, stores.events)
    mountLeads(app, {
      store: leads,
      registry,
      // No estimate has been made yet, so a lead cannot name one.
      estimateIsVisible: async () => false,
      crm: deliveries.crm,
      counter: metrics.counters.leads,
      clock,
    })
    const openPath = (kind: 'support_anon' | 'pilot', limit: number, windowS: number) => ({
      kind,
      limit: createOpenLimit({ limit, windowS, hourlyLimit: settings.openHourlyLimit }, clock),
      deliveries: deliveryStore,
      pendingLimit: settings.openPendingLimit,
    })
    mountSupport(app, {
      store: supportMessages,
      messenger: deliveries.messenger,
      anonymous: openPath(
        'support_anon',
        settings.supportAnonRateLimit,
        settings.supportAnonRateLimitWindowS,
      ),
      clock,
    })
    mountPilot(app, {
      store: pilotRequests,
      messenger: deliveries.messenger,
      open: openPath('pilot', settings.pilotRateLimit, settings.pilotRateLimitWindowS),
      clock,
    })
    context.mountMore?.(app)
    mountUnknown(app, methodsByPath)
    await app.ready()

    return { app, stores, stop: () => parts.disposeAsync() }
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

/** Lets requests under way end, but not for as long as a client likes. */
async function closeServer(app: App): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), CONNECTIONS_LIMIT_MS)
  await app.close()
  clearTimeout(limit)
}
