// POST /api/v1/auth/login and /logout: HTTP in, an outcome out. The order of a login stands in
// login.ts; neither route resolves the session that a request happens to carry.
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { ERROR_RESPONSES, ErrorBody, refuse, refuseForNow } from '../errors.ts'
import { inMedia } from '../http/answer-media.ts'
import { drainBody } from '../http/drain-body.ts'
import { goneSignal } from '../http/gone-signal.ts'
import { Ok } from '../http/schema-pieces.ts'
import type { App } from '../http/server.ts'
import type { SessionCookie } from '../identity/session-cookie.ts'
import { USERNAME_MAX_LENGTH } from '../identity/user.ts'
import type { HashRenewal } from './hash-renewal.ts'
import { type LoginOutcome, type LoginParts, login } from './login.ts'
import { submittedPassword } from './submitted-password.ts'
import { userAgentOf } from './user-agent.ts'

interface SignInRouteParts extends LoginParts {
  readonly cookie: SessionCookie
  readonly renewal: HashRenewal
}

const WRONG_CREDENTIALS = 'неверный логин или пароль'
const TOO_MANY_LOGINS = 'слишком много попыток входа, попробуйте позже'

/** The one error answer whose `detail` is no text: a client has to tell it from the others. */
const ACCESS_EXPIRED = {
  code: 'access_expired',
  message: 'Пробный доступ закончился',
} as const

/** Verifications take some tens of milliseconds: by then a slot may well be free. */
const SATURATED_RETRY_S = 1

/** The headers that announce a body: without them there is none to parse. */
const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'] as const

const SETS_COOKIE = {
  'Set-Cookie': Type.String({ description: 'Sets or deletes the session cookie' }),
}

const LoginBody = Type.Object(
  {
    username: Type.String({ maxLength: USERNAME_MAX_LENGTH }),
    password: Type.String(),
  },
  { examples: [{ username: 'anna', password: 'HGb0K8uhq9_31mShk4u1tZ2C' }] },
)

const AccessExpired = Type.Object({
  detail: Type.Object({ code: Type.Literal(ACCESS_EXPIRED.code), message: Type.String() }),
})

export function mountSignIn(app: App, parts: SignInRouteParts): void {
  mountLogin(app, parts)
  mountLogout(app, parts)
}

function mountLogin(app: App, parts: SignInRouteParts): void {
  app.post<{ Body: Static<typeof LoginBody> }>(
    '/api/v1/auth/login',
    {
      config: {
        access: 'open',
        answers: {
          200: 'Signed in; the session cookie is set',
          401: 'Sign-in failed; the answer never says why',
          403: 'The password is right but the trial has ended (`access_expired`); or a browser sent the request from another site',
          429: 'Too many attempts for this username from this address, too many verifications under way, or too many requests from this client',
        },
      },
      schema: {
        operationId: 'logIn',
        summary: 'Exchange username and password for a session cookie',
        tags: ['sign-in'],
        body: LoginBody,
        response: {
          200: inMedia({ 'application/json': Ok }, SETS_COOKIE),
          403: Type.Union([AccessExpired, ErrorBody]),
          ...ERROR_RESPONSES,
        },
      },
    },
    async (request, reply) => {
      const { username, password } = takeCredentials(request)
      const client = request.client()
      const outcome = await login(
        parts,
        {
          username,
          ip: client.text,
          addressKey: client.key,
          userAgent: userAgentOf(request),
          carriedToken: request.cookies[parts.cookie.name],
          clientGone: goneSignal(reply),
        },
        password,
      )
      if (outcome.kind === 'signed_in') {
        reply.raw.once('finish', () => parts.renewal.consider(outcome.user, password.read()))
      }
      return answer(reply, outcome, parts.cookie)
    },
  )
}

/** Nothing of the request keeps the password then: it lives as long as its answer waits. */
function takeCredentials(request: { body: unknown }) {
  const { username, password } = request.body as Static<typeof LoginBody>
  request.body = undefined
  return { username, password: submittedPassword(password) }
}

function mountLogout(
  app: App,
  { cookie, sessions, clock }: Pick<SignInRouteParts, 'cookie' | 'sessions' | 'clock'>,
): void {
  app.register(async (scope) => {
    // Logout has no body: one that is sent is not parsed, and cannot keep anybody signed in.
    scope.addHook('onRequest', (request, _reply, done) => {
      for (const name of BODY_HEADERS) delete request.headers[name]
      done()
    })

    scope.post(
      '/api/v1/auth/logout',
      {
        config: {
          access: 'open',
          answers: {
            200: 'The session, if there was one, is revoked and the cookie deleted',
            503: 'A database is out of reach: the cookie is deleted, the session is not revoked',
          },
        },
        schema: {
          operationId: 'logOut',
          summary: 'Revoke the session and delete its cookie',
          tags: ['sign-in'],
          response: {
            200: inMedia({ 'application/json': Ok }, SETS_COOKIE),
            ...ERROR_RESPONSES,
          },
        },
      },
      async (request, reply) => {
        // Deleted first, so that the browser forgets it even when the database is out of reach.
        cookie.delete(reply)
        const token = request.cookies[cookie.name]
        if (token !== undefined) await sessions.revoke(token, clock.wallMs())
        await drainBody(request.raw, clock)
        return { ok: true as const }
      },
    )
  })
}

function answer(reply: FastifyReply, outcome: LoginOutcome, cookie: SessionCookie): FastifyReply {
  switch (outcome.kind) {
    case 'signed_in':
      cookie.set(reply, outcome.token)
      return reply.send({ ok: true })
    case 'wrong_credentials':
      return refuse(reply, 401, WRONG_CREDENTIALS)
    case 'access_expired':
      return reply.code(403).send({ detail: ACCESS_EXPIRED })
    case 'pair_limited':
      return refuseForNow(reply, 429, TOO_MANY_LOGINS, outcome.retryAfterS)
    case 'saturated':
      return refuseForNow(reply, 429, TOO_MANY_LOGINS, SATURATED_RETRY_S)
  }
}
