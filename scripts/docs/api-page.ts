// docs/api.md, from the OpenAPI description of the running service.
import { NOTE, table, wrapped } from './markdown.ts'

const JSON_TYPE = 'application/json'

/**
 * Objects of more than this many fields, or with one that is explained, get a table of their own.
 */
const FIELDS_IN_LINE = 2

export interface OpenApi {
  readonly info: { readonly description: string }
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly 'x-access'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: Schema
}

interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Content
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly uniqueItems?: boolean
}

/** Every error has it: the page shows it once, and every other schema where it is used. */
const SHOWN_ONCE = 'ErrorBody'

export function apiPage(description: OpenApi): string {
  const { info, paths, components } = inPlace(description)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))].sort()
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag))
    const texts = own.map(({ path, method, operation }) =>
      operationText(`${method.toUpperCase()} ${path}`, operation),
    )
    return `## ${tag}\n\n${texts.join('\n\n')}`
  })
  const schemas = Object.entries(components.schemas)
    .filter(([name]) => name === SHOWN_ONCE)
    .map(([name, schema]) => `### ${name}\n\n${schema.description ?? ''}\n\n${fieldTable(schema)}`)
  return `# HTTP interface

${NOTE}
For programs: \`docs/openapi.json\`, or \`GET /openapi.json\` of a running service, which
shows the same as pages at \`/docs\`.

Paths are those of the service itself; from outside, the front proxy adds the prefix
\`/trade-in\`.

${info.description.split('\n\n').map(wrapped).join('\n\n')}

${sections.join('\n\n')}

## Named bodies

${schemas.join('\n\n')}
`
}

/** A reader sees a whole body in one table: schemas by name stand where they are used. */
function inPlace(description: OpenApi): OpenApi {
  const { schemas } = description.components
  const whole = (_key: string, value: unknown): unknown => {
    const { $ref } = (value ?? {}) as Schema
    const name = typeof $ref === 'string' ? lastPart($ref) : SHOWN_ONCE
    return name === SHOWN_ONCE ? value : JSON.parse(JSON.stringify(schemas[name]), whole)
  }
  return JSON.parse(JSON.stringify(description), whole)
}

function meaningOf({ description, example }: Parameter): string {
  const suchAs = example === undefined ? [] : [`such as \`${String(example)}\``]
  return [...(description ? [description] : []), ...suchAs].join('; ')
}

function operationText(heading: string, operation: Operation): string {
  const parts = [
    `### ${heading}`,
    [`${operation.summary}.`, operation.description].filter(Boolean).join(' '),
    `Who may call: ${whoMayCall(operation['x-access'])}.`,
  ]
  if (operation.parameters && operation.parameters.length > 0) {
    parts.push(
      table(
        ['parameter', 'in', 'type', 'meaning'],
        operation.parameters.map((parameter) => [
          `\`${parameter.name}\`${parameter.required ? '' : ' (optional)'}`,
          parameter.in,
          typeText(parameter.schema),
          meaningOf(parameter),
        ]),
      ),
    )
  }
  const body = schemaOf(operation.requestBody?.content)
  if (body) parts.push('Request body:', fieldTable(body))
  for (const { example } of Object.values(operation.requestBody?.content ?? {})) {
    if (example) parts.push(`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``)
  }
  const answers = Object.entries(operation.responses)
  parts.push(
    table(
      ['status', 'when', 'body'],
      answers.map(([status, { description, headers, content }]) => {
        const sent = Object.keys(headers ?? {}).map((name) => `\`${name}\``)
        return [
          status,
          `${description}${sent.length > 0 ? ` (${sent.join(', ')} is sent)` : ''}`,
          bodiesText(content ?? {}),
        ]
      }),
    ),
  )
  for (const [status, { content }] of answers) {
    const schema = schemaOf(content)
    if (schema && isTable(schema)) parts.push(`Body of ${status}:`, fieldTable(schema))
  }
  return parts.join('\n\n')
}

function whoMayCall(access: string | undefined): string {
  if (access === 'open') return 'anybody'
  return access === 'admin' ? 'admins' : 'any signed-in caller'
}

function isTable({ properties }: Schema): boolean {
  const fields = Object.values(properties ?? {})
  return fields.length > FIELDS_IN_LINE || fields.some(needsRoom)
}

function needsRoom({ items, description }: Schema): boolean {
  return items?.properties !== undefined || description !== undefined
}

/** By its media type, unless it is JSON alone. */
function bodiesText(content: Content): string {
  const bodies = Object.entries(content)
  const named = bodies.map(([type, { schema }]) => {
    if (type === JSON_TYPE && bodies.length === 1) return bodyText(schema)
    return schema.properties ? `\`${type}\`, ${bodyText(schema)}` : `\`${type}\``
  })
  return named.join('; ')
}

function bodyText(schema: Schema): string {
  return isTable(schema) ? 'below' : typeText(schema)
}

function fieldTable(schema: Schema): string {
  return table(['field', 'type', 'meaning'], fieldRows(schema, ''))
}

/** Fields of fields follow their parent, with its name in front. */
function fieldRows(schema: Schema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const optional = schema.required?.includes(name) ? '' : ' (optional)'
    const nested = nestedIn(field)
    return [
      [`\`${path}\`${optional}`, nested?.text ?? typeText(field), descriptionOf(field)],
      ...(nested ? fieldRows(nested.schema, `${path}${nested.mark}.`) : []),
    ]
  })
}

interface Nested {
  readonly schema: Schema
  readonly mark: string
  readonly text: string
}

/**
 * The object whose fields follow a field: itself or what its list holds, where null may stand too.
 */
function nestedIn(field: Schema): Nested | undefined {
  const present = presentOf(field)
  const { properties, items } = present
  const orNull = field.anyOf ? ' or null' : ''
  if (items?.properties) return { schema: items, mark: '[]', text: `objects${orNull}` }
  return properties && { schema: present, mark: '', text: `object${orNull}` }
}

function descriptionOf(field: Schema): string {
  const present = presentOf(field)
  return field.description ?? present.description ?? present.items?.description ?? ''
}

/** What a field is where it is not null. */
function presentOf(field: Schema): Schema {
  const [present, ...others] = (field.anyOf ?? []).filter(({ type }) => type !== 'null')
  return present && others.length === 0 ? present : field
}

function typeText(schema: Schema): string {
  if (schema.$ref) return `[${lastPart(schema.$ref)}](#${lastPart(schema.$ref).toLowerCase()})`
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ')
  if (schema.enum) return [schema.enum.map(shown).join(' or '), ...limitsOf(schema)].join(', ')
  if (schema.items) return [listText(schema.items), ...limitsOf(schema)].join(', ')
  if (schema.properties) return objectText(schema)
  return [nameOf(schema), ...limitsOf(schema)].join(', ')
}

function nameOf({ type, format }: Schema): string {
  const name = type === undefined ? 'anything' : [type].flat().join(' or ')
  return format === undefined ? name : `${name} (${format})`
}

function listText(items: Schema): string {
  return items.properties ? 'objects' : `list of ${typeText(items)}`
}

function shown(value: unknown): string {
  return `\`${JSON.stringify(value)}\``
}

function objectText({ properties = {}, required }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const optional = required?.includes(name) ? '' : ' (optional)'
    return `${name}${optional}: ${typeText(field)}`
  })
  if (fields.length === 0) return 'object'
  return `{ ${fields.join(', ')} }`
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, uniqueItems } = schema
  return [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
    ...(minLength === undefined ? [] : [`at least ${characters(minLength)}`]),
    ...(maxLength === undefined ? [] : [`at most ${characters(maxLength)}`]),
    ...(minItems === undefined ? [] : [`at least ${minItems}`]),
    ...(uniqueItems ? ['no repeats'] : []),
    ...(schema.default === undefined ? [] : [`default ${shown(schema.default)}`]),
  ]
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

/** Of the body whose fields can be told. */
function schemaOf(content: Content = {}): Schema | undefined {
  return (content[JSON_TYPE] ?? Object.values(content)[0])?.schema
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
