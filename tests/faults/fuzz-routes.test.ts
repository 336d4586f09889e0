// Requests generated from the schemas of the routes themselves, valid, nearly valid and wrong: none
// gets a 5xx that the reference does not describe, and no id of a route gives another's record.
// Every route has to be listed here.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { addressWriter } from '../../src/addresses/table/address-store.ts'
import { DEMO_SOURCE } from '../../src/datasets/dataset-store.ts'
import { demoTown } from '../../src/demo/town.ts'
import { parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { comparableWriter } from '../../src/valuation/comparables/comparable-store.ts'
import { untilTakenUp } from '../support/advancing.ts'
import { ENGINES } from '../support/databases.ts'
import { fieldsOf, type Hints, type JsonSchema, valuesOf } from '../support/from-schema.ts'
import { newFlats } from '../support/new-flats.ts'
import { WRONG } from '../support/observe.ts'
import { PASSWORD, startTestService, type TestService } from '../support/service.ts'

const TODAY = '2026-01-15'
/** Sales before the earliest date that is valued on: few, so that its model is fitted at once. */
const EARLY_SALES = 40
/** The demonstration town's: sites of 90 × 70 and 24 × 32 m, and a strip 6 m wide. */
const RECTANGLE = '99:01:0000001:1'
const SMALL = '99:01:0000001:9'
const STRIP = '99:01:0000001:7'

/** How many requests a route gets, and what the service may be too busy for, as it describes. */
interface Plan {
  readonly runs: number
  /** Works in threads that may be full or still have to make a model. */
  readonly mayBeBusy?: true
  /** Heavy work, which no database has a part in: on one engine. */
  readonly once?: true
  /** Asked before the others, for where few of them are answered. */
  readonly first?: (made: Made) => Partial<Asked>
}

/** Ids of what the admin has made. */
interface Made {
  readonly estimate: string
  readonly lead: string
}

const PLANS: Readonly<Record<string, Plan>> = {
  'GET /api/v1/me': { runs: 30 },
  'GET /api/v1/audit/accounts': { runs: 120 },
  'GET /api/v1/geocode/suggest': { runs: 150 },
  'POST /api/v1/estimate': { runs: 200, mayBeBusy: true },
  'GET /api/v1/estimates': { runs: 120 },
  'GET /api/v1/estimate/{id}': { runs: 80 },
  'GET /api/v1/estimate/{id}/pdf': {
    runs: 12,
    mayBeBusy: true,
    once: true,
    first: ({ estimate }) => ({ params: { id: estimate } }),
  },
  'POST /api/v1/trade-in/lead': { runs: 200 },
  'GET /api/v1/leads': { runs: 120 },
  'GET /api/v1/leads/{id}': { runs: 80 },
  'POST /api/v1/support/messages': { runs: 150 },
  'POST /api/v1/support/anon/messages': { runs: 150 },
  'POST /api/v1/pilot/request': { runs: 150 },
  'GET /api/v1/parcels/by-bbox': { runs: 150 },
  'GET /api/v1/parcels/{cadastral_number}': { runs: 80, mayBeBusy: true },
  'GET /api/v1/users/me/recent-parcels': { runs: 80 },
  'GET /api/v1/parcels/{cadastral_number}/forecast/export': {
    runs: 12,
    mayBeBusy: true,
    once: true,
    first: () => ({ params: { cadastral_number: RECTANGLE }, query: { format: 'json' } }),
  },
  'POST /api/v1/parcels/{cadastral_number}/best-layouts': {
    runs: 36,
    mayBeBusy: true,
    once: true,
    first: () => ({
      params: { cadastral_number: RECTANGLE },
      body: { typologies: ['slab'], options: 1 },
    }),
  },
  'POST /api/v1/parcels/{cadastral_number}/best-layouts/pdf': {
    runs: 10,
    mayBeBusy: true,
    once: true,
    first: () => ({ params: { cadastral_number: STRIP }, body: {} }),
  },
  'GET /healthz': { runs: 10 },
  'GET /readyz': { runs: 10 },
  'GET /metrics': { runs: 10 },
  'GET /openapi.json': { runs: 10 },
  // These end the sessions that the others need.
  'POST /api/v1/auth/login': { runs: 80 },
  'POST /api/v1/auth/logout': { runs: 30 },
}

interface Operation {
  readonly parameters?: readonly {
    readonly in: Place
    readonly name: string
    readonly required?: boolean
    readonly schema: JsonSchema
  }[]
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: JsonSchema }>
  }
}

interface Asked {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly caller: 'admin' | 'employee' | 'nobody'
}

const PLAIN: Asked = {
  method: 'GET',
  params: {},
  query: {},
  headers: {},
  body: undefined,
  caller: 'admin',
}

type Place = 'query' | 'path' | 'header'

/** The description with each named schema where it is used. */
function withSchemasInPlace(text: string): { paths: Record<string, Record<string, Operation>> } {
  const { components } = JSON.parse(text)
  const whole = (_key: string, value: unknown): unknown => {
    const { $ref } = (value ?? {}) as { $ref?: unknown }
    if (typeof $ref !== 'string') return value
    return JSON.parse(JSON.stringify(components.schemas[$ref.split('/').at(-1) ?? '']), whole)
  }
  return JSON.parse(text, whole)
}

/** A schema of the parameters that stand in one place of a request. */
function parametersIn(place: Place, { parameters = [] }: Operation): JsonSchema {
  const here = parameters.filter((parameter) => parameter.in === place)
  return {
    type: 'object',
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** Of a hundred values, how many break their schema: none, few, or many. */
const SPOILT = [0, 0, 8, 40] as const

function requestsOf(method: string, operation: Operation, hints: Hints): fc.Arbitrary<Asked> {
  const bodySchema = operation.requestBody?.content['application/json']?.schema
  const spoiltBy = (spoilt: number): fc.Arbitrary<Asked> => {
    const fieldsIn = (place: Place) => fieldsOf(parametersIn(place, operation), hints, spoilt)
    return fc.record({
      method: method === 'GET' ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD') : fc.constant(method),
      params: fieldsIn('path'),
      query: fieldsIn('query'),
      headers: fieldsIn('header'),
      body: bodySchema ? valuesOf(bodySchema, hints, spoilt) : fc.constant(undefined),
      caller: fc.oneof(
        { weight: 8, arbitrary: fc.constant('admin' as const) },
        fc.constantFrom('employee' as const, 'nobody' as const),
      ),
    })
  }
  return fc.oneof(...SPOILT.map(spoiltBy))
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

/** `{id}` in a path is filled in; a list in a query is its name several times. */
function urlOf(path: string, { params, query }: Asked): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(params[name])),
  )
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, textOf(one)]),
  )
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`
}

/** As Node lets a header's value pass. */
const headerOf = (value: unknown): string => textOf(value).replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?')

/** Whole norms by storeys; steps drawn at random would hardly ever be in order. */
const table = (values: fc.Arbitrary<unknown>) => values.map((value) => [{ up_to: null, value }])
const share = fc.double({ min: 0, max: 1, noNaN: true })
const metres = fc.double({ min: 0, max: 500, noNaN: true })

function hintsFor(ids: Made, earlyDate: string): Hints {
  return {
    username: fc.constantFrom('root', 'anna'),
    password: fc.constantFrom(PASSWORD, PASSWORD, WRONG),
    id: fc.constantFrom(ids.estimate, ids.lead),
    estimate_id: fc.constantFrom(ids.estimate, ids.estimate.toUpperCase()),
    cadastral_number: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(RECTANGLE, RECTANGLE, SMALL, STRIP) },
      fc.constant('99:01:0000009:99999'),
    ),
    address: fc.constantFrom('Примерск, улица Космонавтов, 12', 'Примерск', 'космонатов 12'),
    q: fc.constantFrom('примерск', 'ghbvthcr', 'космонатов 12', 'ул 1', '1'),
    city: fc.constantFrom('Примерск', 'Москва'),
    lat: fc.double({ min: 61.03, max: 61.07, noNaN: true }),
    lon: fc.double({ min: 31.57, max: 31.63, noNaN: true }),
    bbox: fc.constantFrom('31.58,61.04,31.60,61.05', '31.5,61,31.7,61.1', '-180,-90,-179.9,-89.9'),
    valuation_date: fc.constantFrom(TODAY, '2026-02-01', earlyDate, '2026-02-30', '0000-12-31'),
    area_m2: fc.double({ min: 30, max: 80, noNaN: true }),
    kitchen_area_m2: fc.double({ min: 5, max: 15, noNaN: true }),
    living_area_m2: fc.double({ min: 10, max: 25, noNaN: true }),
    floor: fc.integer({ min: -1, max: 9 }),
    floors_total: fc.integer({ min: 9, max: 17 }),
    phone: fc.constantFrom('+79161234567', '8 (916) 123-45-67', '+4930123456', '123'),
    after: fc.constantFrom(`2026-01-15T09:30:00.000Z_${ids.lead}`, 'anna', '_', '9999-99-99T_1'),
    'idempotency-key': fc.constantFrom('a', 'б', 'x'.repeat(255)),
    website: fc.constant(''),
    unit_mix: fc.constantFrom({ studio: 1 }, { '1': 0.5, '2': 0.5 }, { '3': 1 }),
    storeys: fc.constantFrom({ min: 1, max: 100 }, { min: 3 }, { max: 2 }),
    max_coverage: table(share),
    max_density: table(fc.double({ min: 0, max: 20, noNaN: true })),
    daylight_gap_long_m: table(metres),
    fire_lane_width_m: table(metres),
    fire_lane_distance_m: table(fc.constantFrom({ least: 0, most: 500 }, { least: 5, most: 8 })),
    insolation_day: table(fc.constantFrom('01-01', '04-22')),
    insolation_h: table(fc.double({ min: 0, max: 12, noNaN: true })),
  }
}

const SETTINGS = {
  LOGIN_RATE_LIMIT: '1000000',
  LOGIN_USERNAME_THROTTLE_MAX_DELAY_S: '0',
  SUPPORT_ANON_RATE_LIMIT: '1000',
  PILOT_RATE_LIMIT: '1000',
  OPEN_HOURLY_LIMIT: '100000',
  OPEN_PENDING_LIMIT: '100000',
  SITEPLAN_DRAWS: '1000',
}

/** What the service last logged of a fault of its own: the answer does not tell it. */
function lastFault({ logged }: TestService): string {
  const last = logged.lines.findLast(({ level }) => level === 50)
  return JSON.stringify(last?.err ?? null)
}

for (const engine of ENGINES) {
  describe(`requests by the routes’ own schemas on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    const cookies: Record<Asked['caller'], string | undefined> = {
      admin: undefined,
      employee: undefined,
      nobody: undefined,
    }
    let ids: Made
    let hints: Hints
    let operations: Readonly<Record<string, Operation>>
    const flat = { area_m2: 54, rooms: 2, floor: 4, floors_total: 9, lat: 61.05, lon: 31.6 }

    before(async () => {
      service = await startTestService({ engine, settings: SETTINGS })
      await service.addUser('root', { role: 'admin' })
      await service.addUser('anna')
      cookies.admin = await service.cookieOf('root')
      cookies.employee = await service.cookieOf('anna')
      const { main } = service.stores
      const { parcels, addresses } = demoTown(TODAY)
      await parcelWriter(main, service.clock).put(parcels)
      const sourced = addresses.map((address) => ({ source: DEMO_SOURCE, address }))
      await addressWriter(main, service.clock).put(sourced.slice(0, 500))
      const sold = newFlats(TODAY)
      const earlyDate = sold.map(({ date }) => date).toSorted()[EARLY_SALES] ?? TODAY
      if (engine === 'sqlite') {
        const rows = sold.map((comparable) => ({ source: DEMO_SOURCE, comparable }))
        await comparableWriter(main, service.clock).put(rows)
      }
      const cookie = cookies.admin
      const made = async (path: string, body: object) => {
        const answer = await service.post(path, body, { cookie })
        assert.ok(answer.status < 300, answer.body)
        return answer.json() as { readonly id: string }
      }
      const box = '/api/v1/parcels/by-bbox?bbox=31.5,61,31.7,61.1'
      await untilTakenUp(service.clock, async () => {
        const { features } = (await service.get(box, cookie)).json() as { features: unknown[] }
        const { body } = await service.post('/api/v1/estimate', flat, { cookie })
        return features.length > 0 && (engine !== 'sqlite' || body.includes('"status":"ok"'))
      })
      const estimate = await made('/api/v1/estimate', flat)
      const lead = await made('/api/v1/trade-in/lead', {
        name: 'Анна',
        phone: '+79161234567',
        consent: true,
      })
      ids = { estimate: estimate.id, lead: lead.id }
      hints = hintsFor(ids, earlyDate)
      const { paths } = withSchemasInPlace((await service.get('/openapi.json')).body)
      operations = Object.fromEntries(
        Object.entries(paths).flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one]),
        ),
      )
    })
    after(() => service[Symbol.asyncDispose]())

    it('are there for every route of the service', () => {
      const served = new Set(Object.keys(operations))
      const planned = new Set(Object.keys(PLANS))
      assert.deepEqual([...served.difference(planned)], [], 'PLANS lacks these')
      assert.deepEqual([...planned.difference(served)], [], 'no route is served for these')
    })

    it('never give an employee another’s record, whatever route an id is part of', async () => {
      const routes = Object.keys(operations).filter((route) => route.includes('{id}'))
      assert.ok(routes.length > 2, `${routes}`)
      for (const route of routes) {
        const [method = '', path = ''] = route.split(' ')
        for (const id of Object.values(ids)) {
          const { statusCode } = await service.app.inject({
            method: method as 'GET',
            url: path.replace('{id}', id),
            headers: { cookie: cookies.employee },
          })
          assert.equal(statusCode, 404, route)
        }
      }
    })

    for (const [route, { runs, mayBeBusy, once, first }] of Object.entries(PLANS)) {
      if (once && engine !== 'sqlite') continue
      it(`never get a 5xx from ${route}`, async () => {
        const [method = '', path = ''] = route.split(' ')
        const operation = operations[route] ?? assert.fail('the service has no such route')
        let done = 0
        const ask = async (asked: Asked) => {
          const cookie = cookies[asked.caller]
          const headers = Object.entries(asked.headers).map(([name, value]) => [
            name,
            headerOf(value),
          ])
          const url = urlOf(path, asked)
          const response = await service.app.inject({
            method: asked.method as 'GET',
            url,
            headers: {
              ...Object.fromEntries(headers),
              ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
              ...(cookie === undefined ? {} : { cookie }),
            },
            ...(asked.body === undefined ? {} : { payload: JSON.stringify(asked.body) }),
          })
          const { statusCode: status } = response
          if (status < 400) done += 1
          if (mayBeBusy && status === 503) return
          assert.ok(status < 500, `${url}: ${status} ${response.body} ${lastFault(service)}`)
          if (status < 400 || asked.method === 'HEAD') return
          assert.deepEqual(Object.keys(response.json()), ['detail'])
        }
        const requests = requestsOf(method, operation, hints)
        const examples: [Asked][] = first ? [[{ ...PLAIN, method, ...first(ids) }]] : []
        await fc.assert(fc.asyncProperty(requests, ask), { numRuns: runs, examples })
        assert.ok(done > 0, 'every request was refused')
      })
    }
  })
}
