// The composition root: builds each part once, in order, mounts the routes, and takes all of it
// down again in reverse. The whole service as a table of contents.
import { startAddresses } from './addresses/start.ts'
import { mountAudit } from './audit/routes.ts'
import type { Clock } from './clock.ts'
import { startDelivery } from './delivery/start.ts'
import { settleDemoTown } from './demo/load.ts'
import { layFoundation } from './foundation.ts'
import { mountMe } from './gate/me-routes.ts'
import { startGate } from './gate/start.ts'
import { mountHealth } from './health.ts'
import { mountUnknown, noteKnownPaths } from './http/known-paths.ts'
import { describeRoutes, mountReference } from './http/reference.ts'
import { type App, closeHttpServer, createHttpServer } from './http/server.ts'
import { sessionCookie } from './identity/session-cookie.ts'
import { startIdentity } from './identity/start.ts'
import { startLeads } from './leads/start.ts'
import type { Logger } from './logging.ts'
import { startSignIn } from './login/start.ts'
import { once } from './made-once.ts'
import { type Metrics, mountMetrics } from './metrics/metrics.ts'
import { startParcels } from './parcels/start.ts'
import { startPilot } from './pilot/start.ts'
import { startPlanner } from './planner/start.ts'
import { createEstimatePrinter } from './reports/estimate/estimate-printer.ts'
import { readSettingsFiles } from './settings/files.ts'
import type { Settings } from './settings.ts'
import { startSiteplan } from './siteplan/start.ts'
import { floorM2PerFlat } from './siteplan/unit-types.ts'
import type { Stores } from './stores.ts'
import { startSupport } from './support-messages/start.ts'
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
  readonly metrics: Pick<Metrics, 'registry'>
  /**
   * Takes no new connections, answers what waits, writes out the audit queue and closes the
   * databases; within 10 s. Asked for again, it waits for the same end.
   */
  stop(): Promise<void>
  /** Whether threads at work cannot end yet; the end of the process would wait for them. */
  hasThreadsEnding(): boolean
}

/**
 * @throws SettingsError, StartFault or Error in one line if a part cannot start; those that had
 *   started are closed
 */
export async function buildService(settings: Settings, context: ServiceContext): Promise<Service> {
  const { clock, log } = context
  const { ruleSets } = await readSettingsFiles(settings)
  const closing = new AsyncDisposableStack()
  try {
    const base = await layFoundation(settings, context, closing)
    const { stores } = base

    const cookie = sessionCookie(settings)
    const signIn = await startSignIn(base, cookie)
    await startIdentity(base, { hash: signIn.hash, print: context.print })
    await settleDemoTown(base)
    const addresses = startAddresses(base)
    const printer = createEstimatePrinter()
    closing.defer(() => printer.close())
    const valuation = startValuation(base, addresses, printer)
    const parcels = startParcels(
      base,
      ruleSets,
      floorM2PerFlat(settings.siteplanSaleableShare, settings.siteplanUnitMix),
    )
    const planner = startPlanner(base)
    const siteplan = startSiteplan(base, { parcels, valuation, planner })
    const leads = startLeads(base, valuation)
    const support = startSupport(base, valuation)
    const pilot = startPilot(base)
    const delivery = await startDelivery(base, { leads, support, pilot })
    const gate = await startGate(base, cookie)

    const app = await createHttpServer(log, clock)
    closing.defer(() => closeHttpServer(app, clock))
    closing.defer(() => signIn.wakeThrottled())
    closing.defer(() => planner.endThreads())
    // First of all, so that background runs end together with the requests: waiting for one after
    // another on a silent database would take too long.
    closing.defer(() => base.beginStop())
    noteKnownPaths(app)
    await describeRoutes(app, cookie.name)
    mountMetrics(app, base.metrics)
    gate.mount(app)
    await mountReference(app)
    mountHealth(app, base)
    signIn.mount(app)
    mountMe(app, stores.identity.registry)
    mountAudit(app, stores.events)
    addresses.mount(app)
    valuation.mount(app)
    leads.mount(app, delivery)
    support.mount(app, delivery)
    pilot.mount(app, delivery)
    parcels.mount(app, siteplan)
    siteplan.mount(app)
    context.mountMore?.(app)
    mountUnknown(app)
    await app.ready()

    return {
      app,
      stores,
      metrics: base.metrics,
      stop: once(() => closing.disposeAsync()),
      hasThreadsEnding: () => planner.hasThreadsEnding() || signIn.isHashing(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
