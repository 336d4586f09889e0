// GET /openapi.json and the browsable reference at /docs, both from the schemas beside the routes.
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { App } from './http-server.ts'

/** To be called before the first route, so that every route is seen. */
export async function mountReference(app: App, cookieName: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trade-in valuation service',
        version: '1',
        description:
          'Sign-in, and what employees do once signed in. Errors are `{ "detail": text }`.',
      },
      servers: [
        { url: '/', description: 'The service itself' },
        { url: '/trade-in', description: 'Behind the front proxy' },
      ],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: {
        ...schema,
        ...(route.config?.access === 'open' ? {} : { security: [{ session: [] }] }),
      },
      url,
    }),
  })
  app.get(
    '/openapi.json',
    {
      config: { access: 'open' },
      schema: { hide: false, summary: 'This description', tags: ['operation'] },
    },
    async () => app.swagger(),
  )
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'open' }
    })
    await scope.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: true })
  })
}
