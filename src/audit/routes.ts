// GET /api/v1/audit/accounts: which accounts the audit events know of. For admins alone.
import { type Static, Type } from 'typebox'
import { cutPage } from '../db/cut-page.ts'
import { ERROR_RESPONSES } from '../errors.ts'
import { pageOf, pageQuery } from '../http/paging.ts'
import { Instant, OrNull } from '../http/schema-pieces.ts'
import type { App } from '../http/server.ts'
import { type AuditedAccount, MAX_COUNTED } from './audited-accounts.ts'
import type { EventStore } from './event-store.ts'

/** In characters; another program's names may be longer than ours. */
const NAME_MAX_LENGTH = 1_024

/** `after` is a username here. */
const Query = pageQuery({ default: 200, maximum: 1000 }, NAME_MAX_LENGTH)

const Count = Type.Integer({ description: `${MAX_COUNTED} stands for that many or more` })

const Account = Type.Object(
  {
    username: Type.String(),
    first_event_at: Instant,
    last_event_at: Instant,
    last_login_at: OrNull(Instant),
    logins_succeeded: Count,
    logins_failed: Count,
  },
  { title: 'Account' },
)

export function mountAudit(app: App, events: Pick<EventStore, 'accounts'>): void {
  app.get<{ Querystring: Static<typeof Query> }>(
    '/api/v1/audit/accounts',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listAccounts',
        summary: 'Accounts named in audit events, by name',
        tags: ['audit'],
        querystring: Query,
        response: { 200: pageOf(Account), ...ERROR_RESPONSES },
      },
    },
    async (request) => {
      const { limit, after = '' } = request.query
      const { items, next } = cutPage(await events.accounts(after, limit + 1), limit)
      return { items: items.map(toView), next: next?.username ?? null }
    },
  )
}

function toView(account: AuditedAccount): Static<typeof Account> {
  return {
    username: account.username,
    first_event_at: account.firstEventAt,
    last_event_at: account.lastEventAt,
    last_login_at: account.lastLoginAt,
    logins_succeeded: account.loginsSucceeded,
    logins_failed: account.loginsFailed,
  }
}
