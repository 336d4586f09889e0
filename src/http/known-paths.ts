// What the service answers on paths and methods that have no route: 404, 405 with `Allow`, and 400
// to a path that cannot be decoded. Knows which paths there are, and nothing of what they do.
import { METHODS } from 'node:http'
import type { HTTPMethods } from 'fastify'
import { DETAIL, refuse } from '../errors.ts'
import type { App } from './server.ts'

/**
 * Every path that has a route, and whether that is open: a function, to be called once all routes
 * are there, since the hook that opens a plugin's routes runs after the one that notes their paths.
 */
type KnownPaths = ReadonlyMap<string, () => boolean>

/** Notes each path that gets a route from now on; to be called before the first route. */
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

/**
 * Answers what no route takes: 404, and 405 with `Allow` where the path has other methods. To be
 * mounted after the gate, whose hook runs first, and after all routes.
 */
export function mountUnknown(app: App, knownPaths: KnownPaths): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const isDecoded = request.originalUrl === request.url
    return isDecoded ? refuse(reply, 404, DETAIL.notFound) : refuse(reply, 400, DETAIL.badRequest)
  })
  // For routes whose handler may find nothing at the path: the files of /docs.
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, DETAIL.notFound))
  app.register(async (scope) => {
    for (const [url, isOpen] of [...knownPaths]) {
      // Asked of the router: Fastify does not always call `onRoute` for routes it adds by itself.
      const hasRoute = (method: string) => scope.hasRoute({ url, method: method as HTTPMethods })
      const allow = scope.supportedMethods.filter(hasRoute).toSorted().join(', ')
      scope.route({
        method: scope.supportedMethods.filter((method) => !hasRoute(method)),
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
