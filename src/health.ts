// GET /healthz: the process lives. GET /readyz: its databases answer.
import { Type } from 'typebox'
import { type Clock, within } from './clock.ts'
import { ErrorBody, refuse } from './errors.ts'
import type { App } from './http-server.ts'

/** A part that the service cannot do without. */
export interface ReadinessCheck {
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
      description: 'Parts that answer from what they had before, and why',
    }),
  ),
})

/** @param notes what limps but answers, by part; none of it makes the service unready */
export function mountHealth(
  app: App,
  checks: readonly ReadinessCheck[],
  notes: () => Readonly<Record<string, string>>,
  clock: Clock,
): void {
  app.get(
    '/healthz',
    {
      config: { access: 'open' },
      schema: { summary: 'The process lives', tags: ['operation'], response: { 200: Ok } },
    },
    async () => ({ ok: true as const }),
  )
  app.get(
    '/readyz',
    {
      config: { access: 'open', answers: { 503: 'A database does not answer, named in `detail`' } },
      schema: {
        summary: 'The databases answer',
        tags: ['operation'],
        response: { 200: Ready, 503: ErrorBody },
      },
    },
    async (_request, reply) => {
      const answers = await Promise.all(checks.map((check) => answersInTime(check, clock)))
      const silent = checks.filter((_check, index) => !answers[index]).map(({ name }) => name)
      if (silent.length === 0) {
        const parts = notes()
        return { ok: true as const, ...(Object.keys(parts).length === 0 ? {} : { parts }) }
      }
      return refuse(reply, 503, `не отвечает база данных: ${silent.join(', ')}`, {
        'retry-after': '5',
      })
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
