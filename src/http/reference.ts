// GET /openapi.json and the browsable reference at /docs, both from the schemas beside the routes.
// The errors that any route can get from gate, parser and database are described here, once.
import { isDeepStrictEqual } from 'node:util'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifySchema, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { ErrorBody } from '../errors.ts'
import { JSON_UTF8 } from './answer-media.ts'
import { type App, BODY_LIMIT_BYTES } from './server.ts'

/**
 * What the pages of /docs may load: their own files, and the images within their stylesheet. The
 * plugin's own policy would also send a browser to HTTPS, which the service's port does not speak.
 */
const PAGES_MAY_LOAD = [
  "default-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
].join(';')

const TITLE = 'Trade-in valuation service'

/** What a client must know of all operations, a paragraph each. */
const FOR_EVERY_OPERATION = [
  'The backend of a trade-in valuation. Bodies are JSON in UTF-8. Fields of a body and parameters of a query that have no name here are ignored, unless a field says otherwise; nothing in a body is coerced. What is unknown is null in an answer; leave it out of a request, where null is refused unless a field says otherwise. Whoever hangs up ends the work of the forecast or layouts that they asked for, and of a report that has not begun; what else they sent, an estimate too, goes on and is kept.',
  'Sign in with `POST /api/v1/auth/login`: its cookie is the session. Any later answer may set it again, with a later end. Wait for a sign-in for a minute: failures are answered late (15 s by default, 60 at most). Estimates, forecasts and layouts take seconds at most; right after a start, for an earlier date or on a busy machine allow them 90 s, after which the service hangs up on all but forecasts and layouts. No CORS header is sent: pages that call the service are served from its own origin, behind the same proxy.',
  'Errors are `{ "detail": text }`, a Russian text for people; branch on the status. Every operation may also answer 400 to a path that cannot be decoded, 408 to a request that is not received in time, 417 to an `Expect` other than `100-continue`, and 431 to headers over 16 KiB. An unknown path gets 404, another method 405 with `Allow`; where a caller is needed and nobody is signed in, both get 401. `HEAD` works wherever `GET` does.',
] as const

/** Watches every route and its schema; to be called before the first route. */
export async function describeRoutes(app: App, cookieName: string): Promise<void> {
  app.addSchema(ErrorBody)
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: TITLE,
        version: '1',
        description: FOR_EVERY_OPERATION.join('\n\n'),
      },
      servers: [
        { url: '/', description: 'The service itself' },
        { url: '/trade-in', description: 'Behind the front proxy' },
      ],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `def-${index}`,
    },
    transform: ({ schema, url, route }) => ({ schema: described(schema, url, route), url }),
    transformObject: (made) => ('openapiObject' in made ? forClients(made.openapiObject) : {}),
  })
}

/** To be mounted after the gate, whose hooks the pages of the reference pass as well. */
export async function mountReference(app: App): Promise<void> {
  /** Made for the first who asks, when all routes are there. */
  let description: Buffer | undefined
  app.get(
    '/openapi.json',
    {
      config: { access: 'open' },
      schema: {
        hide: false,
        operationId: 'getOpenApi',
        summary: 'This OpenAPI description',
        tags: ['operation'],
        response: { 200: Type.Object({}, { additionalProperties: true }) },
      },
    },
    async (_request, reply) => {
      description ??= Buffer.from(JSON.stringify(app.swagger()))
      return reply.type(JSON_UTF8).send(description)
    },
  )
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'open' }
    })
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGES_MAY_LOAD,
      theme: { title: TITLE },
    })
  })
}

/**
 * The description as generators of clients like it: lists of values with their type, without which
 * they may be taken for anything at all, and each schema with a title once, among the components,
 * so that generated types have names.
 */
function forClients(description: object): object {
  const named: Record<string, object> = {}
  const clarified = JSON.parse(JSON.stringify(description), (_key, value: unknown) => {
    if (value === null || typeof value !== 'object') return value
    const { title, ...schema } = value as { title?: unknown; enum?: unknown; properties?: unknown }
    if (Array.isArray(schema.enum) && !('type' in schema)) {
      return { type: typeof schema.enum[0], ...value }
    }
    if (typeof title !== 'string' || !schema.properties) return value
    const before = named[title] ?? schema
    if (!isDeepStrictEqual(before, schema)) throw new Error(`Two schemas are called ${title}.`)
    named[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  })
  Object.assign(clarified.components.schemas, named)
  return clarified
}

/** A route's own answers over the general errors, each in the words of `config.answers` if any. */
function described(schema: FastifySchema | undefined, url: string, route: RouteOptions) {
  const { '4xx': _4xx, '5xx': _5xx, ...own } = (schema?.response ?? {}) as Record<string, object>
  const general: Record<string, Answer> = url.startsWith('/api/') ? errorsOf(route) : {}
  const answers = route.config?.answers ?? {}
  const response: Record<string, object> = { ...general }
  for (const [status, body] of Object.entries(own)) {
    if (body !== ErrorBody) response[status] = body
    else response[status] = { ...errorAnswer('', headersOf(status)), ...general[status] }
  }
  if (response[200] && !answers[200]) response[200] = withWords(response[200], 'Done')
  for (const [status, text] of Object.entries(answers)) {
    response[status] = withWords(response[status] ?? errorAnswer(text), text)
  }
  return {
    ...schema,
    response,
    'x-access': route.config?.access ?? 'caller',
    security: route.config?.access === 'open' ? [] : [{ session: [] }],
  }
}

/** A whole answer has a `description`; for a bare schema the swagger plugin reads this keyword. */
function withWords(body: object, text: string): object {
  return 'content' in body
    ? { ...body, description: text }
    : { ...body, 'x-response-description': text }
}

interface Answer {
  readonly description: string
  readonly headers?: object
  readonly content: object
}

/** What a route answers beside its own outcomes, from what it reads and whom it lets in. */
function errorsOf({
  config,
  method,
  schema,
  bodyLimit = BODY_LIMIT_BYTES,
}: RouteOptions): Record<string, Answer> {
  const unsafe = ![method].flat().every((name) => name === 'GET' || name === 'HEAD')
  const gated = config?.access !== 'open'
  const refusals = [
    ...(config?.access === 'admin' ? ['the caller is not an admin'] : []),
    ...(gated ? ['a name that the legacy roles file does not list'] : []),
    ...(unsafe ? ['a browser sent the request from another site'] : []),
  ]
  return {
    ...(schema?.body
      ? { 400: errorAnswer('The body is empty, not JSON, or JSON of over 10,000 values') }
      : {}),
    ...(gated ? { 401: errorAnswer('Nobody is signed in') } : {}),
    ...(refusals.length > 0 ? { 403: errorAnswer(`Refused: ${refusals.join(', or ')}`) } : {}),
    ...(schema?.body
      ? {
          413: errorAnswer(`The body is over ${sizeOf(bodyLimit)}`),
          415: errorAnswer(
            'The body is not of type application/json, or has a Content-Encoding: then `Accept-Encoding: identity` is sent',
          ),
        }
      : {}),
    ...(schema?.body || schema?.querystring || hasRules(schema?.params)
      ? { 422: errorAnswer('A field or parameter breaks its rule') }
      : {}),
    429: errorAnswer('Too many requests from this client', RETRY_AFTER),
    500: errorAnswer('A fault of the service'),
    503: errorAnswer('A database is out of reach', RETRY_AFTER),
  }
}

/** Whether a parameter of the path may be of a wrong form: any text whatever is at most unknown. */
function hasRules(params: unknown): boolean {
  const { properties = {} } = (params ?? {}) as {
    readonly properties?: Record<string, { readonly type?: string }>
  }
  return Object.values(properties).some(
    (of) => of.type !== 'string' || TEXT_RULES.some((rule) => rule in of),
  )
}

const TEXT_RULES = ['pattern', 'format', 'minLength', 'maxLength', 'enum', 'const']

function sizeOf(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`
}

const RETRY_AFTER = {
  'Retry-After': { type: 'integer', description: 'Seconds until a retry can succeed' },
}

/** The headers of an error that passes by itself. */
function headersOf(status: string): object | undefined {
  return status === '429' || status === '503' ? RETRY_AFTER : undefined
}

function errorAnswer(description: string, headers?: object): Answer {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema: { $ref: 'ErrorBody#' } } },
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a status of this route means, where the general words of the reference do not say. */
    answers?: Readonly<Record<number, string>>
  }
}
