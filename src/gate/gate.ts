// The gate: what every request passes before its route. Cross-site refusal, the general limiter,
// then the caller by session or, in mode dual, by the trusted proxy's header. Closed unless a
// route says otherwise in writing.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, within } from '../clock.ts'
import { DETAIL, refuse, refuseForNow } from '../errors.ts'
import { pathTemplateOf } from '../http/known-paths.ts'
import type { App } from '../http/server.ts'
import type { SessionCookie } from '../identity/session-cookie.ts'
import type { ResolvedSession, Sessions } from '../identity/sessions.ts'
import { USERNAME_MAX_LENGTH } from '../identity/user.ts'
import type { Budget } from '../limits/budget.ts'
import { retryAfterS } from '../limits/retry-after.ts'
import type { Logger } from '../logging.ts'
import { type Access, type Caller, mayEnter } from './caller.ts'
import type { ClientAddress, ClientAddressReader } from './client-address.ts'
import { putLegacyHeader, takeLegacyHeader } from './legacy-header.ts'
import type { LegacyRoles } from './legacy-roles.ts'

interface GateParts {
  readonly clientAddressOf: ClientAddressReader
  readonly generalLimit: Pick<Budget, 'spend'>
  readonly sessions: Pick<Sessions, 'resolve' | 'refresh'>
  readonly cookie: SessionCookie
  /** Present in mode `dual` only: without it the legacy header counts for nothing. */
  readonly legacyRoles: LegacyRoles | undefined
  readonly clock: Clock
  readonly log: Logger
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** How long a request waits for the refresh of its session, which then goes on by itself. */
export const REFRESH_PATIENCE_S = 0.25

type Entry = { readonly caller: Caller } | { readonly refusal: 401 | 403 }

export function mountGate(app: App, parts: GateParts): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('clientAddress', null)
  app.decorateRequest('client', function client(this: FastifyRequest) {
    this.clientAddress ??= parts.clientAddressOf(this.raw)
    return this.clientAddress
  })

  app.addHook('onRequest', async (request, reply) => {
    // Judged by the route, which knows a path in any of its spellings; without one, by the path.
    const template = pathTemplateOf(request)
    const isApi =
      template === undefined
        ? isApiPath(request.url) || isApiPath(pathOf(request.url))
        : isApiPath(template)
    if (isApi) reply.header('cache-control', 'no-store')
    if (request.headers['sec-fetch-site'] === 'cross-site' && !SAFE_METHODS.has(request.method)) {
      return refuse(reply, 403, DETAIL.forbidden)
    }
    // An empty name means nobody: some fronts send one where nobody has signed in.
    const claimedName = takeLegacyHeader(request.raw) || undefined
    if (isApi) {
      const waitS = parts.generalLimit.spend(limitKey(parts, request, claimedName))
      if (waitS !== undefined) {
        return refuseForNow(reply, 429, DETAIL.tooManyRequests, retryAfterS(waitS))
      }
    }
    const access = accessOf(request, isApi)
    if (access === 'open') return
    const entry = await findCaller(parts, request, reply, claimedName)
    if ('refusal' in entry) {
      return entry.refusal === 401
        ? refuse(reply, 401, DETAIL.signInRequired)
        : refuse(reply, 403, DETAIL.forbidden)
    }
    request.caller = entry.caller
    putLegacyHeader(request.raw, entry.caller.username)
    if (!mayEnter(entry.caller, access)) return refuse(reply, 403, DETAIL.forbidden)
  })
}

/** Where no method has a route, the path is gated under /api/ and open elsewhere. */
function accessOf({ is404, knownPath, routeOptions }: FastifyRequest, isApi: boolean): Access {
  if (!is404) return routeOptions.config.access ?? 'caller'
  if (knownPath) return knownPath.access === 'open' ? 'open' : 'caller'
  return isApi ? 'caller' : 'open'
}

function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || path.startsWith('/api?')
}

/** The path of a request line, decoded; the line may begin with a scheme and a host. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url, 'http://any').pathname)
  } catch {
    return url
  }
}

/**
 * Clients are limited by address. The legacy front's users share the proxy's address, so they are
 * limited by name, whether or not the roles file lists it: the front vouches for it.
 */
function limitKey(
  parts: GateParts,
  request: FastifyRequest,
  claimedName: string | undefined,
): string {
  const client = request.client()
  const byName =
    claimedName !== undefined &&
    parts.legacyRoles !== undefined &&
    client.viaTrustedProxy &&
    request.cookies[parts.cookie.name] === undefined
  return byName ? nameKey(claimedName) : client.key
}

/**
 * A header may hold a name of 16 KB, and keys are remembered. No address begins with `user`. In
 * UTF-8 the lone surrogates of a name that is not UTF-8 would all be the same bytes.
 */
function nameKey(username: string): string {
  return username.length <= USERNAME_MAX_LENGTH
    ? `user:${username}`
    : `user#${hash('sha256', Buffer.from(username, 'utf16le'), 'base64url')}`
}

/** The session decides; only without one, in mode dual, the header of a trusted proxy. */
async function findCaller(
  parts: GateParts,
  request: FastifyRequest,
  reply: FastifyReply,
  claimedName: string | undefined,
): Promise<Entry> {
  const token = request.cookies[parts.cookie.name]
  if (token !== undefined) {
    const session = await parts.sessions.resolve(token, parts.clock.wallMs())
    if (session) {
      if (session.refreshDue) await refresh(parts, session, token, reply)
      const { username, role, userId, managerId } = session
      return { caller: { username, role, userId, managerId, source: 'session' } }
    }
  }
  if (!parts.legacyRoles || claimedName === undefined || !request.client().viaTrustedProxy) {
    return { refusal: 401 }
  }
  const role = parts.legacyRoles.roleOf(claimedName)
  if (!role) return { refusal: 403 }
  return {
    caller: { username: claimedName, role, userId: null, managerId: null, source: 'header' },
  }
}

/**
 * Refreshes the session, and sets the cookie again if the expiry moved: the browser's copy would
 * otherwise end at login + TTL. A refresh still under way counts as one that moves it: too long a
 * Max-Age does no harm, as the stored expiry decides, and no later request would set the cookie.
 */
async function refresh(
  parts: GateParts,
  session: ResolvedSession,
  token: string,
  reply: FastifyReply,
): Promise<void> {
  const refreshed = parts.sessions
    .refresh(session, parts.clock.wallMs())
    .catch((error: unknown) => {
      parts.log.warn({ err: error }, 'session could not be refreshed')
      return false
    })
  const hasMoved = (await within(parts.clock, REFRESH_PATIENCE_S, refreshed)) ?? true
  if (hasMoved) parts.cookie.set(reply, token)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; a route that does not say is for any signed-in caller. */
    access?: Access
  }
  interface FastifyRequest {
    caller: Caller | null
    clientAddress: ClientAddress | null
    /** The client's address; read once. */
    client(): ClientAddress
  }
}
