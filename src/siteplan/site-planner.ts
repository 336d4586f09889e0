// What site planning asks of the threads that plan: planner/ has them, which also knows how a plan
// is printed.
import type { ForecastFormat, TelegramParseMode } from './forecast/forecast.ts'
import type { ForecastInputs } from './forecast/forecast-inputs.ts'
import type { SiteLimits, SiteLimitsQuestion } from './forecast/site-limits.ts'
import type { Violation } from './layouts/check-layouts.ts'
import type { LayoutsFormat } from './layouts/layout.ts'
import type { LayoutInputs } from './layouts/make-layouts.ts'

export interface ForecastForm {
  readonly format: ForecastFormat
  /** Of the format `tg`; the others ignore it. */
  readonly parseMode: TelegramParseMode
}

export interface LayoutsFile {
  readonly file: Uint8Array
  /** What the checker found in options that the file leaves out. */
  readonly refused: readonly Violation[]
}

/** What plans throws TaskRefused if too much is asked for at once, or if `gone` aborts. */
export interface SitePlanner {
  /** Starts a thread, if none is at work, so that the next forecast finds it loaded. */
  standBy(): void
  limits(question: SiteLimitsQuestion, gone: AbortSignal): Promise<SiteLimits>
  forecastFile(inputs: ForecastInputs, form: ForecastForm, gone: AbortSignal): Promise<Uint8Array>
  layoutsFile(input: LayoutInputs, format: LayoutsFormat, gone: AbortSignal): Promise<LayoutsFile>
}
