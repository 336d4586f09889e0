// The composition root: builds each part once, in order, mounts the routes, and takes all of it
// down again in reverse. The whole service as a table of contents.
import { createEventWriter } from './audit/event-writer.ts'
import { mountAudit } from './audit/routes.ts'
import { runInBackground } from './background.ts'
import type { Clock } from './clock.ts'
import { startDelivery } from './delivery/start.ts'
import type { Foundation } from './foundation.ts'
import { mountMe } from './gate/me-routes.ts'
import { startGate } from './gate/start.ts'
import { mountHealth } from './health.ts'
import { type App, collectPaths, createHttpServer, mountUnknown } from './http-server.ts'
import type { Logger } from './logging.ts'
import { sessionCookie } from './login/cookie.ts'
import { startSignIn } from './login/start.ts'
import { createMetrics, mountMetrics } from './metrics/metrics.ts'
import { startParcels } from './parcels/start.ts'
import { describeRoutes, mountReference } from './reference.ts'
import type { Settings } from './settings.ts'
import { startSiteplan } from './siteplan/start.ts'
import { openStores, type Stores } from './stores.ts'
import { startValuation } from './valuation/start.ts'

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
const AUDIT_LIMIT_S = 2.5

/** @throws StartFault or Error in one line if a part cannot start; what had started is closed */
export async function buildService(settings: Settings, context: ServiceContext): Promise<Service> {
  const { clock, log } = context
  const closing = new AsyncDisposableStack()
  try {
    const metrics = createMetrics()
    const countStatement = metrics.counter(
      'database_statements_total',
      'Statements sent, by database.',
      'database',
    )
    const stores = await openStores(settings, { clock, log, onStatement: countStatement })
    closing.defer(() => stores.close())
    const audit = createEventWriter(stores.events, clock, log)
    closing.defer(() => audit.stop(AUDIT_LIMIT_S))
    metrics.gauge('audit_queue_length', 'Audit events not yet written.', () => audit.queued)
    metrics.total(
      'audit_events_overflowed_total',
      'Audit events that found the queue full and went to the log.',
      () => audit.overflowed,
    )
    const base: Foundation = {
      settings,
      stores,
      audit,
      metrics,
      clock,
      log,
      closing,
      background(task) {
        const background = runInBackground(task, clock, log)
        closing.defer(() => background.stop())
      },
    }

    const cookie = sessionCookie(settings)
    const signIn = await startSignIn(base, cookie, context.print)
    const valuation = await startValuation(base)
    const parcels = startParcels(base)
    const siteplan = startSiteplan(base, parcels, valuation)
    const delivery = await startDelivery(base, valuation)
    const gate = await startGate(base, cookie)
    metrics.total(
      'limiter_keys_evicted_total',
      'Keys dropped by a limiter’s memory bound while they still counted.',
      () => signIn.evictedKeys() + gate.evictedKeys() + delivery.evictedKeys(),
    )

    const app = await createHttpServer(log)
    closing.defer(() => closeServer(app))
    closing.defer(() => signIn.wakeThrottled())
    const knownPaths = collectPaths(app)
    await describeRoutes(app, cookie.name)
    mountMetrics(app, metrics, clock)
    gate.mount(app)
    await mountReference(app)
    mountHealth(
      app,
      [
        { name: 'main', ping: () => stores.main.ping() },
        ...(settings.identityStore === 'auth'
          ? [{ name: 'identity', ping: () => stores.identityDatabase.ping() }]
          : []),
      ],
      () => ({ ...valuation.notes(), ...parcels.notes() }),
      clock,
    )
    signIn.mount(app)
    mountMe(app, stores.identity.registry)
    mountAudit(app, stores.events)
    valuation.mount(app)
    parcels.mount(app)
    siteplan.mount(app)
    delivery.mount(app)
    context.mountMore?.(app)
    mountUnknown(app, knownPaths)
    await app.ready()

    return { app, stores, stop: () => closing.disposeAsync() }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

/** Lets requests under way end, but not for as long as a client likes. */
async function closeServer(app: App): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), CONNECTIONS_LIMIT_MS)
  await app.close()
  clearTimeout(limit)
}
