// GET /healthz: the process lives. GET /readyz: its databases answer.
import { Type } from 'typebox'
import { type Clock, within } from './clock.ts'
import { ErrorBody, refuseForNow, UNAVAILABLE_RETRY_S } from './errors.ts'
import type { Foundation } from './foundation.ts'
import type { App } from './http-server.ts'
import type { Notes } from './notes.ts'
import { identityApart } from './settings.ts'

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
  ping(): Promise<void>
}

/** A load balancer asks often and gives up soon. */
const PATIENCE_S = 2

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
  { settings, stores, clock }: Pick<Foundation, 'settings' | 'stores' | 'clock'>,
  parts: readonly DegradablePart[],
): Health {
  const checks: ReadinessCheck[] = [{ name: 'main', ping: () => stores.main.ping() }]
  if (identityApart(settings)) {
    checks.push({ name: 'identity', ping: () => stores.identityDatabase.ping() })
  }
  return {
    mount(app) {
      mountAlive(app)
      mountReady(app, checks, parts, clock)
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
): void {
  app.get(
    '/readyz',
    {
      config: { access: 'open', answers: { 503: 'A database does not answer, named in `detail`' } },
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether the databases answer',
        tags: ['operation'],
        response: { 200: Ready, 503: ErrorBody },
      },
    },
    async (_request, reply) => {
      const answers = await Promise.all(checks.map((check) => answersInTime(check, clock)))
      const silent = checks.filter((_check, index) => !answers[index]).map(({ name }) => name)
      if (silent.length > 0) {
        const detail = `не отвечает база данных: ${silent.join(', ')}`
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

async function answersInTime(check: ReadinessCheck, clock: Clock): Promise<boolean> {
  const answers = check.ping().then(
    () => true,
    () => false,
  )
  return (await within(clock, PATIENCE_S, answers)) ?? false
}
