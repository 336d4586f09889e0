// docs/api.md as it is written from an OpenAPI description.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiPage, type OpenApi } from '../../scripts/docs/api-page.ts'

type Operation = OpenApi['paths'][string][string]
type Schema = NonNullable<Operation['parameters']>[number]['schema']

function pageOf(answer: Schema, operation: Partial<Operation> = {}): string {
  return apiPage({
    info: { description: 'Of all operations.' },
    components: { schemas: {} },
    paths: {
      '/flats': {
        get: {
          summary: 'Flats',
          tags: ['flats'],
          responses: {
            200: { description: 'Done', content: { 'application/json': { schema: answer } } },
          },
          ...operation,
        },
      },
    },
  })
}

const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

describe('the page of the interface', () => {
  it('gives the fields of an object that may be null, as of any other', () => {
    const price = object({ rub: { type: 'integer', description: 'Whole roubles' } })
    const page = pageOf(object({ a: orNull(price), b: orNull({ items: price }), c: price }))
    for (const row of [
      '| `a` | object or null |  |',
      '| `a.rub` | integer | Whole roubles |',
      '| `b` | objects or null |  |',
      '| `b[].rub` | integer | Whole roubles |',
      '| `c` | object |  |',
      '| `c.rub` | integer | Whole roubles |',
    ]) {
      assert.ok(page.includes(`${row}\n`), row)
    }
  })

  it('gives the meaning of a field that may be null', () => {
    const at: Schema = { type: 'string', description: 'ISO 8601 UTC' }
    const page = pageOf(object({ at: orNull(at), b: {}, c: {} }))
    assert.ok(page.includes('| `at` | string or null | ISO 8601 UTC |\n'))
  })

  it('gives the form, the default and the least number of what a client sends', () => {
    const page = pageOf(object({}), {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'kind', in: 'query', required: false, schema: { enum: ['a'], default: 'a' } },
        {
          name: 'some',
          in: 'query',
          required: false,
          schema: { items: { type: 'integer' }, minItems: 1, uniqueItems: true },
        },
      ],
    })
    assert.ok(page.includes('| `id` | path | string (uuid) |  |\n'))
    assert.ok(page.includes('| `kind` (optional) | query | `"a"`, default `"a"` |  |\n'))
    assert.ok(
      page.includes('| `some` (optional) | query | list of integer, at least 1, no repeats |'),
    )
  })

  it('gives a small body in its row, with what may be missing', () => {
    const page = pageOf({ ...object({ a: { type: 'string' }, b: {} }), required: ['a'] })
    assert.ok(page.includes('| 200 | Done | { a: string, b (optional): anything } |\n'))
  })

  it('gives a small body a table where a field is explained', () => {
    const page = pageOf({ type: 'object', properties: { a: { description: 'Why' } } })
    assert.ok(page.includes('| 200 | Done | below |\n'))
    assert.ok(page.includes('| `a` (optional) | anything | Why |\n'))
  })

  it('says what holds for all operations, and more of an operation than its summary', () => {
    const page = pageOf(object({}), { description: 'The cheapest first.' })
    assert.ok(page.includes('\nOf all operations.\n'))
    assert.ok(page.includes('\nFlats. The cheapest first.\n'))
  })

  it('names the media type of what is not JSON alone', () => {
    const body = object({ type: { type: 'string' }, b: {}, c: {} })
    const page = pageOf(body, {
      responses: {
        200: {
          description: 'Done',
          headers: { ETag: {} },
          content: { 'text/plain': { schema: {} }, 'application/json': { schema: body } },
        },
        304: { description: 'Unchanged' },
      },
    })
    assert.ok(
      page.includes('| 200 | Done (`ETag` is sent) | `text/plain`; `application/json`, below |\n'),
    )
    assert.ok(page.includes('| 304 | Unchanged |  |\n'))
  })
})
