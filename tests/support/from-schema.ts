// Values for a JSON schema, for tests that send a route what its own schema asks for: valid ones,
// and ones that are spoilt here and there. What a route makes of them is the tests'.
import fc from 'fast-check'
import { NOT_BLANK } from '../../src/http/validation-formats.ts'

export interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly pattern?: string
  readonly format?: string
}

/** Values by name of a property that the schema cannot tell: numbers of known parcels, dates. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** What software trips over. */
export const AWKWARD = [
  '',
  '\0',
  '\ud800',
  '\u202e',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%00',
  '%zz',
  '../../etc/passwd',
  '😀'.repeat(65),
  'a'.repeat(5_000),
  '-1',
  '1e999',
  'NaN',
]

export const anyText = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({ unit: 'binary', maxLength: 80, size: 'max' }),
  // Any code units, unpaired surrogates among them.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40, size: 'max' })
    .map((units) => String.fromCharCode(...units)),
)

const LONGEST_TEXT = 60
const LONGEST_LIST = 4
const FARTHEST = 1e6

/**
 * @param spoilt of a hundred values inside, how many break the schema
 * @param name of the property that the value is for
 */
export function valuesOf(
  schema: JsonSchema,
  hints: Hints,
  spoilt: number,
  name = '',
): fc.Arbitrary<unknown> {
  const hint = hints[name]
  const good = goodOf(schema, hints, spoilt)
  const kept = hint ? fc.oneof({ weight: 9, arbitrary: hint }, good) : good
  if (spoilt === 0) return kept
  return fc.oneof(
    { weight: 100 - spoilt, arbitrary: kept },
    { weight: spoilt, arbitrary: wrongOf(schema) },
  )
}

function goodOf(schema: JsonSchema, hints: Hints, spoilt: number): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, hints, spoilt)))
  switch (schema.type ?? 'any') {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return listOf(schema, hints, spoilt)
    case 'object':
      return fieldsOf(schema, hints, spoilt)
    default:
      return fc.jsonValue()
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = LONGEST_TEXT }: JsonSchema) {
  if (format === 'uuid') return fc.uuid()
  if (format === 'idn-email') return fc.emailAddress()
  if (pattern !== undefined && pattern !== NOT_BLANK) return fc.stringMatching(new RegExp(pattern))
  const most = Math.min(maxLength, LONGEST_TEXT)
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: most, size: 'max' }).map(notBlank),
    anyText.map((text) => notBlank([...text].slice(0, most - 1).join(''))),
    fc.constant('ш'.repeat(maxLength)),
  )
}

const notBlank = (text: string): string => (text.trim() === '' ? `Ё${text}` : text)

function numberOf({ type, minimum = -FARTHEST, maximum = FARTHEST }: JsonSchema) {
  const inside =
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof({ weight: 4, arbitrary: inside }, fc.constantFrom(minimum, maximum))
}

function listOf(
  { items = {}, minItems = 0, maxItems = LONGEST_LIST, uniqueItems = false }: JsonSchema,
  hints: Hints,
  spoilt: number,
) {
  const bounds = {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, LONGEST_LIST)),
  }
  const item = valuesOf(items, hints, spoilt)
  return uniqueItems
    ? fc.uniqueArray(item, { ...bounds, selector: (value) => JSON.stringify(value) })
    : fc.array(item, bounds)
}

/** The fields of an object, which itself is never anything else. */
export function fieldsOf(
  { properties = {}, required = [] }: JsonSchema,
  hints: Hints,
  spoilt: number,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, valuesOf(one, hints, spoilt, name)]),
  )
  const whole = fc.record(fields, { requiredKeys: [...required] })
  if (spoilt === 0) return whole
  return fc.oneof(
    { weight: 100 - spoilt, arbitrary: whole },
    {
      weight: spoilt,
      arbitrary: fc.record({ ...fields, extra: fc.jsonValue() }, { requiredKeys: [] }),
    },
  )
}

/** Of another type, just outside its bounds, or awkward. */
function wrongOf({ minimum = 0, maximum = 0 }: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(...AWKWARD, null, true, [], {}, [null], 1.5, -0, 1e308, 2 ** 53),
    fc.constantFrom(minimum - 1, maximum + 1, `${minimum}`, [minimum]),
    fc.jsonValue({ maxDepth: 2 }),
  )
}
