// A forecast as a file of any of its formats. One switch; what each format makes of a forecast
// stands in the renderers, which are loaded when they are first asked for.
import type {
  Forecast,
  ForecastFormat,
  TelegramParseMode,
} from '../../siteplan/forecast/forecast.ts'
import type { LazyPdf } from '../formats/lazy-pdf.ts'
import { markdownOf } from '../formats/markdown.ts'
import { forecastReport } from './forecast-report.ts'
import { telegramForecast } from './forecast-telegram.ts'

interface ForecastFileParts {
  readonly pdf: LazyPdf
  /** Root of the service as readers reach it; without it nothing is linked. */
  readonly publicUrl: string | undefined
}

/**
 * Runs for up to a second: a service calls it through the site planner's thread.
 * @param parseMode of the format `tg`; the others ignore it
 */
export async function forecastFile(
  forecast: Forecast,
  format: ForecastFormat,
  parseMode: TelegramParseMode,
  { pdf, publicUrl }: ForecastFileParts,
): Promise<Uint8Array> {
  switch (format) {
    case 'json': {
      // Loads the schema library, which no other format needs.
      const { forecastJson } = await import('./forecast-json.ts')
      return utf8(forecastJson(forecast))
    }
    case 'md':
      return utf8(markdownOf(forecastReport(forecast)))
    case 'tg':
      return utf8(telegramForecast(forecast, publicUrl, parseMode))
    case 'docx': {
      const { docxOf } = await import('../formats/docx.ts')
      return docxOf(forecastReport(forecast))
    }
    case 'pptx': {
      const [{ pptxOf }, { forecastSlides }] = await Promise.all([
        import('../formats/pptx.ts'),
        import('./forecast-slides.ts'),
      ])
      return pptxOf(forecastSlides(forecast))
    }
    case 'pdf':
      return pdf(forecastReport(forecast))
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
