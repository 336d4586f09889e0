// A forecast as JSON, the canonical format: checked against its schema, keys in the schema's order,
// as the model makes them, two spaces. What the other formats say is held against this one.
import { Ajv } from 'ajv'
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { ForecastSchema } from '../../siteplan/forecast/schema.ts'

const isForecast = new Ajv({ allErrors: false, strict: false, validateFormats: false }).compile(
  ForecastSchema,
)

/**
 * @throws TypeError naming what does not fit, should the model ever give what the schema forbids
 */
export function forecastJson(forecast: Forecast): string {
  if (!isForecast(forecast)) {
    const [fault] = isForecast.errors ?? []
    throw new TypeError(`not a forecast: ${fault?.instancePath} ${fault?.message}`)
  }
  return `${JSON.stringify(forecast, undefined, 2)}\n`
}
