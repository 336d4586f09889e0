// GET /healthz: the process lives. GET /readyz: its databases answer, sessions are found in them,
// and they take writes.
import { Type } from 'typebox'
import { ErrorBody, refuseForNow, UNAVAILABLE_RETRY_S } from './errors.ts'
import type { Foundation } from './foundation.ts'
import { Ok } from './http/schema-pieces.ts'
import type { App } from './http/server.ts'
import type { Notes } from './part-notes.ts'
import { readiness, type UnusableDatabases } from './readiness.ts'

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

export function mountHealth(app: App, parts: HealthParts): void {
  const { metrics, partNotes } = parts
  metrics.gauge(
    'degraded_parts',
    'Parts that go on with less than all they do; GET /readyz names them.',
    () => Object.keys(partNotes.now()).length,
  )
  mountAlive(app)
  mountReady(app, readiness(parts), partNotes.now)
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

function mountReady(app: App, unusableNow: UnusableDatabases, notesNow: Notes): void {
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
      const unusable = await unusableNow()
      if (unusable.length > 0) {
        const detail = `база данных не отвечает, не находит сессий или не принимает записей: ${unusable.join(', ')}`
        return refuseForNow(reply, 503, detail, UNAVAILABLE_RETRY_S)
      }
      const notes = notesNow()
      return { ok: true as const, ...(Object.keys(notes).length === 0 ? {} : { parts: notes }) }
    },
  )
}
