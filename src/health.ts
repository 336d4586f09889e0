// GET /healthz: the process lives. GET /readyz: its databases answer, sessions are found in them,
// and they take writes.
import { Type } from 'typebox'
import { type Clock, within } from './clock.ts'
import { DatabaseUnavailable } from './db/faults.ts'
import { ErrorBody, refuseForNow, UNAVAILABLE_RETRY_S } from './errors.ts'
import type { Foundation } from './foundation.ts'
import { Ok } from './http/schema-pieces.ts'
import type { App } from './http/server.ts'
import { newSessionToken } from './identity/session-token.ts'
import { sharedRun } from './joint-run.ts'
import type { Logger } from './logging.ts'
import type { Notes } from './part-notes.ts'
import { separateIdentityDatabase } from './settings.ts'

/** A database that the service cannot do without. */
interface ReadinessCheck {
  readonly name: string
  /** `lacking`: why sessions cannot be looked up in it, if they cannot. */
  ping(): Promise<{ readonly takesWrites: boolean; readonly lacking?: unknown }>
}

/** A load balancer asks often and gives up soon. */
const PATIENCE_S = 2

const NO_WRITES =
  'it takes no writes: it is a standby, set read-only, or a file that may only be read'

/** Why a database cannot be used. */
interface Trouble {
  readonly kind: 'unusable' | 'no sessions' | 'no writes'
  readonly err: Error
}

interface LookedAt {
  readonly name: string
  /** Undefined where it can be used. */
  readonly trouble: Trouble | undefined
}

const Ready = Type.Object({
  ok: Type.Literal(true),
  parts: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Parts that go on with less than all they do, and what they lack',
    }),
  ),
})

type HealthParts = Pick<
  Foundation,
  'settings' | 'stores' | 'metrics' | 'partNotes' | 'clock' | 'log'
>

export function mountHealth(
  app: App,
  { settings, stores, metrics, partNotes, clock, log }: HealthParts,
): void {
  const checks = separateIdentityDatabase(settings)
    ? [{ name: 'main', ping: () => stores.main.ping() }, identityCheck('identity', stores, clock)]
    : [identityCheck('main', stores, clock)]
  metrics.gauge(
    'degraded_parts',
    'Parts that go on with less than all they do; GET /readyz names them.',
    () => Object.keys(partNotes.now()).length,
  )
  const logChange = changeLogger(log)
  // The path is open: many who ask meanwhile take no more connections than one, and nobody waits
  // for another look than the one under way.
  const lookAtAll = sharedRun(async () => {
    const found = await Promise.all(checks.map((check) => lookAt(check, clock)))
    for (const one of found) logChange(one)
    return found
  })
  mountAlive(app)
  mountReady(app, lookAtAll, partNotes.now)
}

/**
 * A database that answers may still lack its tables, or this user's right to them, after half a
 * restore: so the question that every request asks is asked too, of a session that nobody has.
 */
function identityCheck(
  name: string,
  { identityDatabase, identity }: Foundation['stores'],
  clock: Clock,
): ReadinessCheck {
  return {
    name,
    async ping() {
      const answer = await identityDatabase.ping()
      try {
        await identity.sessions.resolve(newSessionToken(), clock.wallMs())
        return answer
      } catch (lacking) {
        return { ...answer, lacking }
      }
    },
  }
}

function mountAlive(app: App): void {
  app.get(
    '/healthz',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'getHealth',
        summary: 'Whether the process is alive',
        tags: ['operation'],
        response: { 200: Ok },
      },
    },
    async () => ({ ok: true as const }),
  )
}

function mountReady(
  app: App,
  lookAtAll: () => Promise<readonly LookedAt[]>,
  notesNow: Notes,
): void {
  app.get(
    '/readyz',
    {
      config: {
        access: 'open',
        answers: {
          503: 'A database does not answer, lacks its sessions or takes no writes, named in `detail`',
        },
      },
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether the databases answer, have sessions and take writes',
        tags: ['operation'],
        response: { 200: Ready, 503: ErrorBody },
      },
    },
    async (_request, reply) => {
      const found = await lookAtAll()
      const unusable = found.filter(({ trouble }) => trouble).map(({ name }) => name)
      if (unusable.length > 0) {
        const detail = `база данных не отвечает, не находит сессий или не принимает записей: ${unusable.join(', ')}`
        return refuseForNow(reply, 503, detail, UNAVAILABLE_RETRY_S)
      }
      const notes = notesNow()
      return { ok: true as const, ...(Object.keys(notes).length === 0 ? {} : { parts: notes }) }
    },
  )
}

async function lookAt(check: ReadinessCheck, clock: Clock): Promise<LookedAt> {
  return { name: check.name, trouble: await troubleOf(check, clock) }
}

/** @returns undefined if it can be used, for writes too: nobody signs in without one */
async function troubleOf(check: ReadinessCheck, clock: Clock): Promise<Trouble | undefined> {
  try {
    const answer = await within(clock, PATIENCE_S, check.ping())
    if (!answer) throw new DatabaseUnavailable(`no answer within ${PATIENCE_S} s`)
    if (answer.lacking !== undefined) return troubleBy('no sessions', answer.lacking)
    if (answer.takesWrites) return undefined
    return { kind: 'no writes', err: new DatabaseUnavailable(NO_WRITES) }
  } catch (error) {
    return troubleBy('unusable', error)
  }
}

function troubleBy(kind: Trouble['kind'], error: unknown): Trouble {
  return { kind, err: error instanceof Error ? error : new Error(String(error)) }
}

/**
 * The answer only names the database. Why it cannot be used goes to the log, once for each kind of
 * trouble: while no request asks the database no other line says so. A fail-over shows two:
 * first the connections are lost, then a standby answers.
 */
function changeLogger(log: Logger) {
  /** By database: two at most. */
  const known = new Map<string, Trouble['kind']>()
  return ({ name: database, trouble }: LookedAt) => {
    if (trouble?.kind === known.get(database)) return
    if (trouble === undefined) {
      known.delete(database)
      log.info({ database }, 'ready again: the database can be used')
    } else {
      known.set(database, trouble.kind)
      log.warn({ database, err: trouble.err }, 'not ready: the database cannot be used')
    }
  }
}
