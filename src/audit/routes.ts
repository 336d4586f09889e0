// GET /api/v1/audit/accounts: which accounts the audit events know of. For admins alone.
import { type Static, Type } from 'typebox'
import { ErrorBody } from '../errors.ts'
import type { App } from '../http-server.ts'
import type { EventStore } from './event-store.ts'

const PAGE_LENGTH = 200

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: PAGE_LENGTH })),
  after: Type.Optional(Type.String({ maxLength: 64, description: '`next` of the page before' })),
})

const Time = Type.String({ description: 'ISO 8601 UTC' })

const Accounts = Type.Object({
  items: Type.Array(
    Type.Object({
      username: Type.String(),
      first_event_at: Time,
      last_event_at: Time,
      last_login_at: Type.Union([Time, Type.Null()]),
      logins_succeeded: Type.Integer(),
      logins_failed: Type.Integer(),
    }),
  ),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the next page begins; null on the last one',
  }),
})

export function mountAudit(app: App, events: Pick<EventStore, 'accounts'>): void {
  app.get<{ Querystring: Static<typeof Query> }>(
    '/api/v1/audit/accounts',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'Accounts that the audit events know of, by name',
        tags: ['audit'],
        querystring: Query,
        response: { 200: Accounts, '4xx': ErrorBody, '5xx': ErrorBody },
      },
    },
    async (request) => {
      const { limit = PAGE_LENGTH, after = '' } = request.query
      const accounts = await events.accounts(after, limit)
      return {
        items: accounts.map((account) => ({
          username: account.username,
          first_event_at: account.firstEventAt,
          last_event_at: account.lastEventAt,
          last_login_at: account.lastLoginAt,
          logins_succeeded: account.loginsSucceeded,
          logins_failed: account.loginsFailed,
        })),
        next: accounts.length < limit ? null : (accounts.at(-1)?.username ?? null),
      }
    },
  )
}
