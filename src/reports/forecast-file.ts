// A forecast as a file of any of its formats. One switch; what each format makes of a forecast stands
// in the renderers, which are loaded when they are first asked for.
import type { Forecast, ForecastFormat } from '../siteplan/forecast.ts'
import { forecastJson } from './forecast-json.ts'

/** Runs for up to a second: a service calls it through the site planner's thread. */
export async function forecastFile(
  forecast: Forecast,
  format: ForecastFormat,
): Promise<Uint8Array> {
  switch (format) {
    case 'json':
      return utf8(forecastJson(forecast))
    case 'md':
    case 'tg':
    case 'docx':
    case 'pptx':
    case 'pdf':
      throw new TypeError(`no renderer for ${format} yet`)
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
