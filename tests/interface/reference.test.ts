// GET /openapi.json: outside the gate, and true. The pages that show it: reference-pages.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { sharedService } from '../support/observe.ts'

interface Described {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly schemas: Record<string, Record<string, unknown>>
    readonly securitySchemes: Record<string, { in: string; name: string; type: string }>
  }
}

interface Operation {
  readonly summary?: string
  readonly operationId?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly required?: boolean
    readonly schema: { readonly default?: unknown }
  }[]
  readonly security?: readonly object[]
  readonly responses: Record<
    string,
    {
      readonly content?: Record<string, { readonly schema: object }>
      readonly description?: string
      readonly headers?: Record<string, object>
    }
  >
  readonly requestBody?: {
    content: Record<string, { schema: Record<string, unknown>; example?: unknown }>
  }
}

describe('the reference', () => {
  const service = sharedService()
  const description = async () => (await service().get('/openapi.json')).json() as Described

  it('is served as OpenAPI 3.1 to anybody', async () => {
    const response = await service().get('/openapi.json')
    assert.equal(response.status, 200)
    assert.match(String(response.headers['content-type']), /^application\/json/)
    assert.equal((await description()).openapi, '3.1.0')
  })

  it('shows for every body an example that keeps its rules', async () => {
    const { paths, components } = await description()
    const ajv = new Ajv({ strict: false, validateFormats: false })
    let shown = 0
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { requestBody }] of Object.entries(operations)) {
        const json = requestBody?.content['application/json']
        if (!json) continue
        assert.ok(json.example, `${method} ${path} shows no example`)
        const keepsRules = ajv.compile({ ...json.schema, components })
        assert.ok(keepsRules(json.example), JSON.stringify(keepsRules.errors))
        shown += 1
      }
    }
    assert.ok(shown >= 7)
  })

  it('describes every operation that the service serves, with a summary', async () => {
    const { paths } = await description()
    for (const [path, method] of [
      ['/api/v1/auth/login', 'post'],
      ['/api/v1/auth/logout', 'post'],
      ['/api/v1/me', 'get'],
      ['/api/v1/audit/accounts', 'get'],
      ['/healthz', 'get'],
      ['/readyz', 'get'],
      ['/metrics', 'get'],
      ['/openapi.json', 'get'],
    ] as const) {
      assert.ok(paths[path]?.[method]?.summary, `${method} ${path}`)
    }
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { summary }] of Object.entries(operations)) {
        assert.ok(summary, `${method} ${path} has no summary`)
        const known = method === 'get' || method === 'post' ? method.toUpperCase() : 'GET'
        const response = await service().app.inject({
          method: known as 'GET',
          url: path.replaceAll(/\{[^}]*\}/g, '1'),
        })
        assert.ok(![404, 405].includes(response.statusCode), `${method} ${path} is not served`)
      }
    }
  })

  it('gives every operation a name of its own, by which generated clients call it', async () => {
    const { paths } = await description()
    const names = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    )
    for (const name of names) assert.match(name ?? '', /^[a-z][A-Za-z]+$/)
    assert.equal(new Set(names).size, names.length)
  })

  it('has every status that a route says it answers, files and refusals as well', async () => {
    const { paths } = await description()
    for (const [path, method, statuses] of [
      ['/api/v1/parcels/{cadastral_number}', 'get', ['200', '404']],
      ['/api/v1/parcels/{cadastral_number}/forecast/export', 'get', ['200', '404', '409', '503']],
      ['/api/v1/parcels/{cadastral_number}/best-layouts/pdf', 'post', ['200', '404', '503']],
    ] as const) {
      const told = Object.keys(paths[path]?.[method]?.responses ?? {})
      assert.deepEqual(
        statuses.filter((status) => !told.includes(status)),
        [],
        path,
      )
    }
  })

  it('asks no client for a parameter that has a default', async () => {
    const { paths } = await description()
    const asked: string[] = []
    let defaults = 0
    for (const [path, operations] of Object.entries(paths)) {
      for (const { parameters = [] } of Object.values(operations)) {
        for (const { name, required, schema } of parameters) {
          if (schema.default === undefined) continue
          defaults += 1
          if (required) asked.push(`${path} ${name}`)
        }
      }
    }
    assert.deepEqual(asked, [])
    assert.ok(defaults >= 10)
  })

  it('describes Retry-After wherever an answer may ask for a wait', async () => {
    const { paths } = await description()
    let waits = 0
    for (const [path, operations] of Object.entries(paths)) {
      for (const { responses } of Object.values(operations)) {
        for (const status of ['429', '503']) {
          if (!responses[status]) continue
          waits += 1
          assert.ok(responses[status].headers?.['Retry-After'], `${status} of ${path}`)
        }
      }
    }
    assert.ok(waits > 30)
  })

  it('says of a 503 what may be missing besides a database', async () => {
    const { paths } = await description()
    const parcel = '/api/v1/parcels/{cadastral_number}'
    for (const [path, method, cause] of [
      ['/api/v1/geocode/suggest', 'get', /address index is still being built/],
      ['/api/v1/estimate', 'post', /model or one of an earlier date is still being fitted/],
      ['/api/v1/estimate/{id}/pdf', 'get', /reports wait/],
      ['/api/v1/parcels/by-bbox', 'get', /index of parcels is still being built/],
      [parcel, 'get', /intricate shapes wait/],
      [`${parcel}/forecast/export`, 'get', /no market model yet.*takes too long/],
      [`${parcel}/best-layouts`, 'post', /no market model yet.*takes too long/],
    ] as const) {
      const told = paths[path]?.[method]?.responses['503']?.description ?? ''
      assert.match(told, /^A database is out of reach, /, path)
      assert.match(told, cause, path)
    }
  })

  it('knows no body too large for a logout, which ignores it', async () => {
    const { paths } = await description()
    const refusals = ['400', '413', '415', '422'] as const
    const { responses } = paths['/api/v1/auth/logout']?.post ?? { responses: {} }
    assert.deepEqual(
      refusals.filter((status) => status in responses),
      [],
    )
  })

  it('lists the norms wherever an answer names one by its code', async () => {
    let named = 0
    const look = (properties: unknown, at: string): void => {
      if (properties === null || typeof properties !== 'object') return
      for (const [name, schema] of Object.entries(properties)) {
        if ((name === 'rule' || name === 'binding_rule') && 'type' in schema) {
          named += 1
          assert.ok(schema.enum?.includes('setback_m'), `${at}/${name}`)
        }
        look(schema, `${at}/${name}`)
      }
    }
    look(await description(), '')
    assert.ok(named >= 5)
  })

  it('describes every norm that a client may set, unless its name does', async () => {
    const { components } = await description()
    const fields = components.schemas.LayoutsRequest?.properties as
      | { rules: { properties: Record<string, { description?: string }> } }
      | undefined
    assert.ok(fields)
    const untold = Object.entries(fields.rules.properties).filter(
      ([, { description }]) => !description,
    )
    assert.deepEqual(untold.map(([name]) => name).toSorted(), [
      'max_height_m',
      'max_storeys',
      'playground_m2_per_unit',
      'storey_height_m',
    ])
  })

  it('gives every list of values its type', async () => {
    let lists = 0
    const look = (value: unknown, at: string): void => {
      if (value === null || typeof value !== 'object') return
      const { enum: values, type } = value as { enum?: unknown; type?: unknown }
      if (Array.isArray(values)) {
        lists += 1
        for (const one of values) assert.equal(typeof one, type, at)
      }
      for (const [key, inner] of Object.entries(value)) look(inner, `${at}/${key}`)
    }
    look(await description(), '')
    assert.ok(lists > 30)
  })

  it('names what generated clients handle, each name once and of what it says', async () => {
    const { paths, components } = await description()
    const schemaOf = (path: string, method: string, status?: string) => {
      const operation = paths[path]?.[method]
      const { content } = (status ? operation?.responses[status] : operation?.requestBody) ?? {}
      const { schema } = Object.values(content ?? {})[0] ?? {}
      return (schema as { $ref?: string } | undefined)?.$ref
    }
    const parcel = '/api/v1/parcels/{cadastral_number}'
    for (const [name, found] of [
      ['EstimateRequest', schemaOf('/api/v1/estimate', 'post')],
      ['Estimate', schemaOf('/api/v1/estimate', 'post', '200')],
      ['Estimate', schemaOf('/api/v1/estimate/{id}', 'get', '200')],
      ['LeadRequest', schemaOf('/api/v1/trade-in/lead', 'post')],
      ['Lead', schemaOf('/api/v1/leads/{id}', 'get', '200')],
      ['AddressSuggestions', schemaOf('/api/v1/geocode/suggest', 'get', '200')],
      ['Parcel', schemaOf(parcel, 'get', '200')],
      ['ParcelCollection', schemaOf('/api/v1/parcels/by-bbox', 'get', '200')],
      ['LayoutsRequest', schemaOf(`${parcel}/best-layouts`, 'post')],
      ['BestLayouts', schemaOf(`${parcel}/best-layouts`, 'post', '200')],
    ] as const) {
      assert.equal(found, `#/components/schemas/${name}`)
      assert.ok(components.schemas[name]?.properties, name)
    }
  })

  it('says how deep the coordinates of a parcel’s shape are nested', async () => {
    const { components } = await description()
    const depthOf = (schema: unknown): number => {
      const { items } = schema as { items?: unknown }
      return items === undefined ? 0 : 1 + depthOf(items)
    }
    for (const [name, depth] of [
      ['Polygon', 3],
      ['MultiPolygon', 4],
    ] as const) {
      const fields = components.schemas[name]?.properties as { coordinates: unknown } | undefined
      assert.equal(depthOf(fields?.coordinates ?? {}), depth, name)
    }
  })

  it('gives every time of day its format', async () => {
    let times = 0
    const look = (value: unknown, at: string): void => {
      if (value === null || typeof value !== 'object') return
      const { description: text, format } = value as { description?: unknown; format?: unknown }
      if (typeof text === 'string' && text.includes('ISO 8601')) {
        times += 1
        assert.equal(format, 'date-time', at)
      }
      for (const [key, inner] of Object.entries(value)) look(inner, `${at}/${key}`)
    }
    look(await description(), '')
    assert.ok(times >= 9)
  })

  it('names the media types and the headers of what is not plain JSON', async () => {
    const { paths } = await description()
    const named = (path: string, method: string) => {
      const answer = paths[path]?.[method]?.responses['200']
      return [Object.keys(answer?.content ?? {}), Object.keys(answer?.headers ?? {})]
    }
    const parcel = '/api/v1/parcels/{cadastral_number}'
    const office = 'application/vnd.openxmlformats-officedocument'
    for (const [path, method, types, headers] of [
      ['/api/v1/parcels/by-bbox', 'get', ['application/geo+json'], ['ETag']],
      [parcel, 'get', ['application/geo+json'], []],
      ['/api/v1/estimate/{id}/pdf', 'get', ['application/pdf'], ['Content-Disposition']],
      [`${parcel}/best-layouts/pdf`, 'post', ['application/pdf'], ['Content-Disposition']],
      [
        `${parcel}/forecast/export`,
        'get',
        [
          'text/markdown',
          'application/json',
          'text/plain',
          `${office}.wordprocessingml.document`,
          `${office}.presentationml.presentation`,
          'application/pdf',
        ],
        ['Content-Disposition'],
      ],
      ['/api/v1/auth/login', 'post', ['application/json'], ['Set-Cookie']],
      ['/api/v1/auth/logout', 'post', ['application/json'], ['Set-Cookie']],
      ['/metrics', 'get', ['text/plain'], []],
      ['/openapi.json', 'get', ['application/json'], []],
    ] as const) {
      assert.deepEqual(named(path, method), [types, headers], path)
    }
  })

  it('gives the fields of a forecast as JSON', async () => {
    const { paths, components } = await description()
    const answer =
      paths['/api/v1/parcels/{cadastral_number}/forecast/export']?.get?.responses['200']
    const forecast = '#/components/schemas/Forecast'
    assert.deepEqual(answer?.content?.['application/json']?.schema, { $ref: forecast })
    const fields = Object.keys(components.schemas.Forecast?.properties ?? {})
    for (const field of ['programme', 'price', 'schedule', 'metrics', 'assumptions', 'warnings']) {
      assert.ok(fields.includes(field), field)
    }
  })

  it('gives the fields, their bounds and the answers of a login', async () => {
    const login = (await description()).paths['/api/v1/auth/login']?.post
    const schema = login?.requestBody?.content['application/json']?.schema as {
      required: string[]
      properties: Record<string, { type: string; maxLength?: number }>
    }
    assert.deepEqual(schema.required.toSorted(), ['password', 'username'])
    assert.equal(schema.properties.username?.type, 'string')
    assert.equal(schema.properties.username?.maxLength, 64)
    assert.deepEqual(schema.properties.password, { type: 'string' })
    for (const status of ['200', '400', '401', '403', '413', '415', '422', '429', '500', '503']) {
      assert.ok(login?.responses[status], `login answers ${status}`)
    }
  })

  it('says where a session is asked for, and by which cookie', async () => {
    const { paths, components } = await description()
    assert.deepEqual(Object.values(components.securitySchemes), [
      { type: 'apiKey', in: 'cookie', name: '__Host-tradein_session' },
    ])
    assert.deepEqual(paths['/api/v1/auth/login']?.post?.security, [])
    assert.deepEqual(paths['/api/v1/auth/logout']?.post?.security, [])
    assert.deepEqual(paths['/api/v1/me']?.get?.security, [{ session: [] }])
  })
})
