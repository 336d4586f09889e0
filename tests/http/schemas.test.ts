// Schemas are compiled when first needed, so a broken one would show itself to its first caller.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { describeRoutes } from '../../src/http/reference.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'
import { startTestService } from '../support/service.ts'

describe('the schemas of the routes', () => {
  it('can all be compiled', async () => {
    const routes: { readonly name: string; readonly schema: FastifySchema }[] = []
    const watch = (message: unknown) => {
      const { fastify } = message as { fastify: FastifyInstance }
      fastify.addHook('onRoute', ({ method, url, schema }) => {
        if (schema) routes.push({ name: `${method} ${url}`, schema })
      })
    }
    subscribe('fastify.initialization', watch)
    await using service = await startTestService().finally(() =>
      unsubscribe('fastify.initialization', watch),
    )

    assert.ok(routes.length > 30, `${routes.length} routes`)
    const { validatorCompiler } = service.app
    const ofSchemas = new Ajv()
    const compiled = new Set<object>()
    for (const { name, schema } of routes) {
      for (const httpPart of ['body', 'querystring', 'params', 'headers'] as const) {
        if (!schema[httpPart]) continue
        assert.ok(ofSchemas.validateSchema(schema[httpPart]), `${name}: ${httpPart}`)
        const validate = validatorCompiler?.({ schema: schema[httpPart], httpPart } as never)
        assert.doesNotThrow(() => validate?.({}), `${name}: ${httpPart}`)
      }
      for (const [status, answer] of Object.entries(schema.response ?? {})) {
        for (const body of bodiesOf(answer)) {
          if (compiled.has(body)) continue
          compiled.add(body)
          assert.doesNotThrow(() => fastJsonStringify(body), `${name}: ${status}`)
        }
      }
    }
  })

  it('are never described under one title where they differ', async () => {
    const app = await createHttpServer(createTestLog().log, createTestClock())
    await describeRoutes(app, 'session')
    for (const type of [Type.String(), Type.Number()]) {
      const body = Type.Object({ value: type }, { title: 'Answer' })
      app.get(`/${type.type}`, { schema: { response: { 200: body } } }, () => {})
    }
    await app.ready()
    assert.throws(() => app.swagger(), /Two schemas are called Answer\./)
    await app.close()
  })
})

/** An answer is one schema, or one for each media type. */
function bodiesOf(answer: object): readonly object[] {
  if (!('content' in answer)) return [answer]
  return Object.values(answer.content as Record<string, { schema: object }>).map(
    ({ schema }) => schema,
  )
}
