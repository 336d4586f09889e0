// The tasks of site planning that need a thread: what fits a parcel, its forecast and its best
// layouts as files.
import { workerData } from 'node:worker_threads'
import { createForecastFiles } from '../reports/forecast/forecast-file.ts'
import { createLazyPdf } from '../reports/formats/lazy-pdf.ts'
import { type LayoutsFormat, layoutsFile } from '../reports/layouts/layouts-file.ts'
import { joinIdleClass } from '../threads/idle-class.ts'
import type { ForecastFormat, TelegramParseMode } from './forecast/forecast.ts'
import type { ForecastInputs } from './forecast/forecast-inputs.ts'
import { makeForecast } from './forecast/make-forecast.ts'
import { type SiteLimits, type SiteLimitsQuestion, siteLimits } from './forecast/site-limits.ts'
import type { Violation } from './layouts/check-layouts.ts'
import { dropRefused } from './layouts/drop-refused.ts'
import { type LayoutInputs, makeLayouts } from './layouts/make-layouts.ts'

export type PlannerTask =
  | { readonly kind: 'limits'; readonly question: SiteLimitsQuestion }
  | {
      readonly kind: 'forecast'
      readonly inputs: ForecastInputs
      readonly format: ForecastFormat
      readonly parseMode: TelegramParseMode
    }
  | {
      readonly kind: 'layouts'
      readonly input: LayoutInputs
      readonly format: LayoutsFormat
    }

/** What each thread is given when it starts. */
export interface PlannerThreadData {
  readonly publicUrl: string | undefined
  readonly priority: 'idle' | 'low'
}

export interface LayoutsFile {
  readonly file: Uint8Array
  /** What the checker found in options that the file leaves out. */
  readonly refused: readonly Violation[]
}

export type PlannerResult =
  | { readonly kind: 'limits'; readonly limits: SiteLimits }
  | { readonly kind: 'forecast'; readonly file: Uint8Array }
  | { readonly kind: 'layouts'; readonly made: LayoutsFile }

const { publicUrl, priority } = workerData as PlannerThreadData
if (priority === 'idle') joinIdleClass()

const pdf = createLazyPdf()
const forecastFile = createForecastFiles({ pdf, publicUrl })

export default async function plan(task: PlannerTask): Promise<PlannerResult> {
  switch (task.kind) {
    case 'limits':
      return { kind: 'limits', limits: siteLimits(task.question) }
    case 'forecast':
      return {
        kind: 'forecast',
        file: await forecastFile(makeForecast(task.inputs), task.format, task.parseMode),
      }
    case 'layouts': {
      const { layouts, refused } = dropRefused(makeLayouts(task.input))
      const file = await layoutsFile(layouts, task.format, pdf)
      return { kind: 'layouts', made: { file, refused } }
    }
  }
}
