// The HTTP server before any route: limits on what a client may send and how slowly, what a body
// is, security headers, and answers for what no route takes. Nothing here knows a route.
import { IncomingMessage, METHODS, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fastifyCookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Ajv } from 'ajv'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type HTTPMethods,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { answerError, DETAIL, refuse } from './errors.ts'
import type { Logger } from './logging.ts'
import { FORMATS } from './validation-formats.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

const BODY_LIMIT_BYTES = 1_048_576

/** Node's own limit on a request line with its headers. */
const HEADERS_MOST_BYTES = 16_384

/** A client that dribbles its headers or body is cut off after these. */
const HEADERS_LIMIT_MS = 10_000
const REQUEST_LIMIT_MS = 20_000
const CHECK_INTERVAL_MS = 1_000

/**
 * A connection on which nothing moves for this long is cut off: in practice one whose client does not read its
 * answer. Longer than any answer may be waited for, the longest delay of a failed login (60 s) included; while
 * a download goes on, however slowly, Node counts anew.
 */
const STALLED_LIMIT_MS = 90_000

/**
 * Requests that a connection may send ahead of an answer; browsers and proxies send none. Node takes as many as
 * come in one piece, a thousand and more, and would keep all their answers for a client that does not read.
 */
const AHEAD_MOST = 32

/** Longer than the front proxy keeps its idle connections, so that it is never surprised. */
const KEEP_ALIVE_MS = 75_000

export async function createHttpServer(log: Logger): Promise<App> {
  const app: App = fastify({
    loggerInstance: withoutChatter(log),
    // One logger for all requests: what is logged of one names its route where that matters.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_LIMIT_MS,
    connectionTimeout: STALLED_LIMIT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      maxHeaderSize: HEADERS_MOST_BYTES,
      headersTimeout: HEADERS_LIMIT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // Refused below instead: Node's own refusal has no body.
      requireHostHeader: false,
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // No route has a pattern that a long value could keep busy; what is too long its schema says.
    routerOptions: { maxParamLength: HEADERS_MOST_BYTES },
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers(BARE_HEADERS)),
    clientErrorHandler: answerBrokenRequest,
  })
  app.setErrorHandler(answerError)
  cutOffWhoSendsAhead(app)
  refuseWhatNodeWould(app)
  readNoMoreThanNeeded(app)
  acceptOnlyJson(app)
  validateWithoutCoercion(app)
  await app.register(fastifyCookie)
  const headers = securityHeaders()
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  return app
}

/**
 * Answers what no route takes: 404, and 405 with `Allow` where the path has other methods. To be
 * mounted after the gate, whose hook runs first, and after all routes.
 */
export function mountUnknown(app: App, knownPaths: KnownPaths): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return refuse(reply, 404, DETAIL.notFound)
  })
  app.register(async (scope) => {
    for (const [url, isOpen] of [...knownPaths]) {
      // Asked of the router: of a route it adds by itself the hook is not always told.
      const hasRoute = (method: string) => scope.hasRoute({ url, method: method as HTTPMethods })
      const { true: methods = [], false: others = [] } = Object.groupBy(
        scope.supportedMethods,
        (method) => `${hasRoute(method)}`,
      )
      const allow = methods.toSorted().join(', ')
      scope.route({
        method: others,
        url,
        config: { access: isOpen() ? 'open' : 'caller' },
        schema: { hide: true },
        onRequest: async (_request, reply) =>
          refuse(reply, 405, DETAIL.methodNotAllowed, { allow }),
        handler: async () => undefined,
      })
    }
  })
}

/** Every path that has a route, and whether it is open: asked late, as a plugin's own are opened after they were made. */
export type KnownPaths = ReadonlyMap<string, () => boolean>

/** Watches which paths there are; to be called before the first route. */
export function collectPaths(app: App): KnownPaths {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  const known = new Map<string, () => boolean>()
  app.addHook('onRoute', (route) => {
    if (!known.has(route.url)) known.set(route.url, () => route.config?.access === 'open')
  })
  return known
}

const SECURITY: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  frameguard: { action: 'deny' },
  // For browsers that are gone, or for pages, of which the service has one.
  originAgentCluster: false,
  xDownloadOptions: false,
  xXssProtection: false,
  strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
}

/**
 * What helmet sets, asked of it once: the headers never differ, and building them anew for each
 * request cost a tenth of it.
 */
function securityHeaders(): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(SECURITY)(response.req, response, () => {})
  return response.getHeaders()
}

/** Fastify tells of itself at info; the service says what matters in lines of its own. */
function withoutChatter(log: Logger): FastifyBaseLogger {
  const warn = log.levels.values.warn ?? 0
  return log.levelVal >= warn ? log : log.child({}, { level: 'warn' })
}

/** A connection with more than `AHEAD_MOST` requests behind the one being answered is closed at once. */
function cutOffWhoSendsAhead(app: App): void {
  const ahead = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    // Node gives an answer its socket once all before it are sent.
    if (reply.raw.socket !== null) return done()
    const { socket } = request.raw
    const count = (ahead.get(socket) ?? 0) + 1
    ahead.set(socket, count)
    if (count > AHEAD_MOST) {
      reply.hijack()
      socket.destroy()
      return
    }
    reply.raw.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1))
    done()
  })
}

/** What Node refuses by itself with an empty body: no `Host`, and an expectation nobody meets. */
function refuseWhatNodeWould(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      return refuse(reply, 400, DETAIL.badRequest, { ...BARE_HEADERS, connection: 'close' })
    }
  })
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify({ detail: DETAIL.badRequest })
    response.writeHead(417, {
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...BARE_HEADERS,
    })
    response.end(body)
  })
}

/**
 * What is answered before its body has come in loses its connection: Node would otherwise read the
 * rest, however long, to throw it away.
 */
function readNoMoreThanNeeded(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete === false) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** JSON in strict UTF-8; every other type of body is refused by its name alone. */
function acceptOnlyJson(app: App): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      done(Object.assign(new Error('not UTF-8'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }))
      return
    }
    void parseJson(request, text, done)
  })
}

/** A body's fields keep their types; a query string has only text, so numbers are read from it. */
function validateWithoutCoercion(app: App): void {
  const options = {
    useDefaults: true,
    removeAdditional: false,
    allErrors: false,
    ownProperties: true,
    formats: FORMATS,
  }
  const forBodies = new Ajv({ ...options, coerceTypes: false })
  // Not strict about numbers: strictness would exempt the infinite `1e999` from every bound.
  const forText = new Ajv({ ...options, coerceTypes: true, strictNumbers: false })
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? forBodies : forText).compile(schema as object),
  )
}

/** What is answered before any hook runs carries these; all else gets its headers from helmet. */
const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

const BROKEN_REQUESTS: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', DETAIL.requestTimeout],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', DETAIL.headersTooLarge],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', DETAIL.bodyTooLarge],
}

/** What is not even a request is answered on the socket itself, which is then closed. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, detail] = BROKEN_REQUESTS[error.code ?? ''] ?? [
    '400 Bad Request',
    DETAIL.badRequest,
  ]
  const body = JSON.stringify({ detail })
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      ...Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}
