// The HTTP server before any route: limits on what a client may send and how slowly, and security
// headers. Nothing here knows a route; what a body or query is stands in request-content.ts, what
// has no route is answered in known-paths.ts, what cannot be read as a request in
// broken-requests.ts, and which connections are cut off in connections.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import fastifyCookie, { type CookieSerializeOptions, type ParseOptions } from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { type Clock, within } from '../clock.ts'
import { errorAnswers } from '../errors.ts'
import type { Logger } from '../logging.ts'
import { serializeBySchema } from './answer-content.ts'
import { answerBrokenRequest, refuseWhatNodeWould } from './broken-requests.ts'
import { guardConnections } from './connections.ts'
import { acceptOnlyJson, validateWithoutCoercion } from './request-content.ts'
import { BARE_HEADERS, SECURITY_HEADERS } from './security-headers.ts'
import { decodableUrl } from './undecodable-path.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** For bodies of routes that set no limit; none sets a higher one. */
export const BODY_LIMIT_BYTES = 1_048_576

/**
 * For a form that anybody may send: room for its longest text, 4000 characters of 12 bytes as JSON
 * may escape them, and for its other fields.
 */
export const OPEN_FORM_LIMIT_BYTES = 65_536

/** A token is the token, not one of its percent-encoded spellings. The plugin's type lacks it. */
const COOKIES_AS_SENT: ParseOptions & CookieSerializeOptions = { decode: (value) => value }

/** Node's own limit on a request line with its headers. */
const MAX_HEADER_BYTES = 16_384

/** No route has a pattern that a long value could keep busy; its schema says what is too long. */
export const ROUTER_OPTIONS = { maxParamLength: MAX_HEADER_BYTES } as const

/** A client that dribbles its headers or body is cut off after these. */
const HEADERS_LIMIT_MS = 10_000
const REQUEST_LIMIT_MS = 20_000
const CHECK_INTERVAL_MS = 1_000

/**
 * A connection on which nothing moves for this long is cut off: in practice one whose client does
 * not read its answer. Longer than the longest delay of a failed login (60 s), and than any answer
 * takes but a plan's, which keeps its connection (kept-connection.ts). Each step of a download,
 * however slow, makes Node count anew.
 */
const STALLED_LIMIT_MS = 90_000

/** Longer than the front proxy keeps its idle connections, so that it is never surprised. */
const KEEP_ALIVE_MS = 75_000

/**
 * At a stop, connections whose requests take longer are closed. Each phase of a stop that can hang
 * has such a limit; together with the databases' own they stay below 10 s.
 */
const CLOSE_LIMIT_S = 3
/** Until then, connections with nothing to answer are closed this often. */
const CLOSE_IDLE_EVERY_MS = 20

export async function createHttpServer(log: Logger, clock: Pick<Clock, 'nowMs'>): Promise<App> {
  const answerError = errorAnswers(clock)
  const app: App = fastify({
    loggerInstance: withoutChatter(log),
    // One logger for all requests: a line about a request names its route where that matters.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_LIMIT_MS,
    connectionTimeout: STALLED_LIMIT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_LIMIT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // Refused in broken-requests.ts instead: Node's own refusal has no body.
      requireHostHeader: false,
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: ROUTER_OPTIONS,
    rewriteUrl: decodableUrl,
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(BARE_HEADERS)),
    clientErrorHandler: answerBrokenRequest,
  })
  app.setErrorHandler(answerError)
  refuseLongBodiesUnsent(app)
  guardConnections(app)
  refuseWhatNodeWould(app)
  acceptOnlyJson(app)
  validateWithoutCoercion(app)
  serializeBySchema(app)
  await app.register(fastifyCookie, { parseOptions: COOKIES_AS_SENT })
  const headers = Object.entries(SECURITY_HEADERS)
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    done()
  })
  return app
}

/** Lets requests under way end, but not for as long as a client likes. */
export async function closeHttpServer(app: App, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const closed = app.close().then(() => true)
  // Once, Fastify does so itself; a connection that is answered after that would stay open.
  const sweep = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  try {
    if (!(await within(clock, CLOSE_LIMIT_S, closed))) app.server.closeAllConnections()
    await closed
  } finally {
    clearInterval(sweep)
  }
}

/**
 * A client that waits for leave to send its body (`Expect: 100-continue`) gets none where the body
 * is too long for every route: the answer says why. Node would let every body be sent.
 */
function refuseLongBodiesUnsent(app: App): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const isTooLong = Number(request.headers['content-length']) > BODY_LIMIT_BYTES
    if (!isTooLong) response.writeContinue()
    app.server.emit('request', request, response)
  })
}

/** Without Fastify's lines at info: the service logs what matters itself. */
function withoutChatter(log: Logger): FastifyBaseLogger {
  const warn = log.levels.values.warn ?? 0
  return log.levelVal >= warn ? log : log.child({}, { level: 'warn' })
}
