// The session cookie as it is set and as it is deleted.
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'

interface CookieSettings {
  readonly sessionCookieName: string
  readonly sessionTtlHours: number
}

export interface SessionCookie {
  readonly name: string
  /** Sets the token with a full Max-Age. */
  set(reply: FastifyReply, token: string): void
  /** A browser deletes a `__Host-` cookie only if its attributes are repeated. */
  delete(reply: FastifyReply): void
}

const ATTRIBUTES = {
  path: '/',
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
} as const satisfies CookieSerializeOptions

export function sessionCookie(settings: CookieSettings): SessionCookie {
  const name = settings.sessionCookieName
  const maxAge = settings.sessionTtlHours * 3600
  return {
    name,
    set: (reply, token) => void reply.setCookie(name, token, { ...ATTRIBUTES, maxAge }),
    delete: (reply) =>
      void reply.setCookie(name, '', { ...ATTRIBUTES, maxAge: 0, expires: new Date(0) }),
  }
}
