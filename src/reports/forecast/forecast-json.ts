// A forecast as JSON, the canonical format: checked against its schema, keys in the schema's order,
// two spaces. What the other five formats say is held against this one.
import { Ajv } from 'ajv'
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { ForecastSchema } from '../../siteplan/forecast/schema.ts'

const isForecast = new Ajv({ allErrors: false, strict: false, validateFormats: false }).compile(
  ForecastSchema,
)

/** @throws TypeError naming what does not fit, should the model ever give what it must not */
export function forecastJson(forecast: Forecast): string {
  const ordered = inOrderOf(ForecastSchema, forecast)
  if (!isForecast(ordered)) {
    const [fault] = isForecast.errors ?? []
    throw new TypeError(`not a forecast: ${fault?.instancePath} ${fault?.message}`)
  }
  return `${JSON.stringify(ordered, undefined, 2)}\n`
}

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly items?: unknown
}

/**
 * The value with its keys as the schema has them; keys it does not know come last and are refused.
 */
function inOrderOf(schema: unknown, value: unknown): unknown {
  const { properties, items } = schema as Shape
  if (Array.isArray(value)) return items ? value.map((one) => inOrderOf(items, one)) : value
  if (!properties || value === null || typeof value !== 'object') return value
  const given = value as Readonly<Record<string, unknown>>
  const known = Object.keys(properties).filter((key) => given[key] !== undefined)
  const unknown = Object.keys(given).filter((key) => !(key in properties))
  return Object.fromEntries(
    [...known, ...unknown].map((key) => [key, inOrderOf(properties[key] ?? {}, given[key])]),
  )
}
