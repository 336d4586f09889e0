// GET /healthz: the process lives. GET /readyz: its databases answer and take writes.
import { Type } from 'typebox'
import { type Clock, within } from './clock.ts'
import { DatabaseUnavailable } from './db/faults.ts'
import { ErrorBody, refuseForNow, UNAVAILABLE_RETRY_S } from './errors.ts'
import type { Foundation } from './foundation.ts'
import type { App } from './http/server.ts'
import type { Logger } from './logging.ts'
import { identityApart } from './settings.ts'

/**
 * What a part cannot do at the moment, by the part's name, as `/readyz` tells it. None of it makes the
 * service unready.
 */
export type Notes = () => Readonly<Record<string, string>>

/** A part that goes on without what it cannot do. */
interface DegradablePart {
  readonly notes: Notes
}

interface Health {
  mount(app: App): void
}

/** A database that the service cannot do without. */
interface ReadinessCheck {
  readonly name: string
  ping(): Promise<{ readonly takesWrites: boolean }>
}

/** A load balancer asks often and gives up soon. */
const PATIENCE_S = 2

const NO_WRITES =
  'it takes no writes: it is a standby, set read-only, or a file that may only be read'

const Ok = Type.Object({ ok: Type.Literal(true) })

const Ready = Type.Object({
  ok: Type.Literal(true),
  parts: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Parts that answer from an older model or index or cannot write, and why',
    }),
  ),
})

export function startHealth(
  { settings, stores, clock, log }: Pick<Foundation, 'settings' | 'stores' | 'clock' | 'log'>,
  parts: readonly DegradablePart[],
): Health {
  const checks: ReadinessCheck[] = [{ name: 'main', ping: () => stores.main.ping() }]
  if (identityApart(settings)) {
    checks.push({ name: 'identity', ping: () => stores.identityDatabase.ping() })
  }
  return {
    mount(app) {
      mountAlive(app)
      mountReady(app, checks, parts, clock, noteOfChanges(log))
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
  checks: readonly ReadinessCheck[],
  parts: readonly DegradablePart[],
  clock: Clock,
  note: (name: string, fault: Error | undefined) => void,
): void {
  app.get(
    '/readyz',
    {
      config: {
        access: 'open',
        answers: { 503: 'A database does not answer or takes no writes, named in `detail`' },
      },
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether the databases answer and take writes',
        tags: ['operation'],
        response: { 200: Ready, 503: ErrorBody },
      },
    },
    async (_request, reply) => {
      const faults = await Promise.all(checks.map((check) => faultOf(check, clock)))
      for (const [index, { name }] of checks.entries()) note(name, faults[index])
      const unusable = checks.filter((_check, index) => faults[index]).map(({ name }) => name)
      if (unusable.length > 0) {
        const detail = `база данных не отвечает или не принимает записей: ${unusable.join(', ')}`
        return refuseForNow(reply, 503, detail, UNAVAILABLE_RETRY_S)
      }
      const notes: Readonly<Record<string, string>> = Object.assign(
        {},
        ...parts.map((part) => part.notes()),
      )
      return { ok: true as const, ...(Object.keys(notes).length === 0 ? {} : { parts: notes }) }
    },
  )
}

/** @returns why it cannot be used, or undefined where it can: nobody signs in without a write */
async function faultOf(check: ReadinessCheck, clock: Clock): Promise<Error | undefined> {
  const asked = check.ping().then(
    ({ takesWrites }) => ({ fault: takesWrites ? undefined : new DatabaseUnavailable(NO_WRITES) }),
    (error: unknown) => ({ fault: error instanceof Error ? error : new Error(String(error)) }),
  )
  const answered = await within(clock, PATIENCE_S, asked)
  return answered ? answered.fault : new DatabaseUnavailable(`no answer within ${PATIENCE_S} s`)
}

/**
 * The answer names the database alone: why it is away is the log's to say, once, as no other line
 * does while nobody else asks the database.
 */
function noteOfChanges(log: Logger) {
  const away = new Set<string>()
  return (database: string, fault: Error | undefined) => {
    if (fault === undefined) {
      if (away.delete(database)) log.info({ database }, 'ready again: the database can be used')
    } else if (!away.has(database)) {
      away.add(database)
      log.warn({ database, err: fault }, 'not ready: the database cannot be used')
    }
  }
}
