// What the service answers on paths and methods that have no route: 404, 405 with `Allow`, and 400
// to a path that cannot be decoded. Knows which paths there are, and nothing of what they do.
import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify'
import findMyWay from 'find-my-way'
import { DETAIL, refuse } from '../errors.ts'
import { type App, ROUTER_OPTIONS } from './server.ts'

/** A path that has a route, though not for the method of the request. */
interface KnownPath {
  /** As the route writes it. */
  readonly url: string
  readonly access: FastifyContextConfig['access']
  /** The methods that it takes, for the header. */
  readonly allow: string
}

/**
 * From now on each request that no route takes says whether its path is known for other methods. To
 * be called before the first route and the gate.
 */
export function noteKnownPaths(app: App): void {
  const routes = new Map<string, RouteOptions>()
  const methods = new Set(['HEAD'])
  app.addHook('onRoute', (route) => {
    routes.set(route.url, route)
    for (const method of [route.method].flat()) methods.add(method)
  })

  // Fastify's own router has a tree for each method, and there are over thirty.
  const router = findMyWay(ROUTER_OPTIONS)
  app.addHook('onReady', async () => {
    for (const [url, { config }] of routes) {
      // Asked of Fastify: it does not always call `onRoute` for routes that it adds by itself.
      const taken = [...methods].filter((method) => app.hasRoute({ url, method }))
      const allow = taken.toSorted().join(', ')
      const known: KnownPath = { url, access: config?.access, allow }
      router.on('GET', url, () => undefined, known)
    }
  })
  app.decorateRequest('knownPath', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) request.knownPath = router.find('GET', request.url)?.store ?? null
    done()
  })
}

/** The path of a request as its route writes it; undefined where there is none. */
export function pathTemplateOf({ routeOptions, knownPath }: FastifyRequest): string | undefined {
  return routeOptions.url ?? knownPath?.url
}

/** Answers what no route takes. To be mounted after the gate, whose hook runs first. */
export function mountUnknown(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const { knownPath, originalUrl, url } = request
    if (knownPath) {
      return refuse(reply, 405, DETAIL.methodNotAllowed, { allow: knownPath.allow })
    }
    const isDecoded = originalUrl === url
    return isDecoded ? refuse(reply, 404, DETAIL.notFound) : refuse(reply, 400, DETAIL.badRequest)
  })
  // For routes whose handler may find nothing at the path: the files of /docs.
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, DETAIL.notFound))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where a route takes the request, or its path is unknown. */
    knownPath: KnownPath | null
  }
}
