// The tasks of site planning that need a thread: what fits a parcel, its forecast and its best
// layouts as files.
import { workerData } from 'node:worker_threads'
import { forecastFile } from '../reports/forecast/forecast-file.ts'
import { createLazyPdf } from '../reports/formats/lazy-pdf.ts'
import { layoutsFile } from '../reports/layouts/layouts-file.ts'
import type { ForecastInputs } from '../siteplan/forecast/forecast-inputs.ts'
import { makeForecast } from '../siteplan/forecast/make-forecast.ts'
import { dropRefused } from '../siteplan/layouts/drop-refused.ts'
import type { LayoutsFormat } from '../siteplan/layouts/layout.ts'
import { type LayoutInputs, makeLayouts } from '../siteplan/layouts/make-layouts.ts'
import type { ForecastForm, LayoutsFile } from '../siteplan/site-planner.ts'
import { joinIdleClass } from '../threads/idle-class.ts'

interface ForecastTask extends ForecastForm {
  readonly inputs: ForecastInputs
}

interface LayoutsTask {
  readonly input: LayoutInputs
  readonly format: LayoutsFormat
}

/** What each thread is given when it starts. */
export interface PlannerThreadData {
  readonly publicUrl: string | undefined
  readonly priority: 'idle' | 'low'
}

const { publicUrl, priority } = workerData as PlannerThreadData
if (priority === 'idle') joinIdleClass()

const pdf = createLazyPdf()

/** Loads what else the light formats of a forecast need. */
export async function standBy(): Promise<void> {
  await import('../reports/forecast/forecast-json.ts')
}

export { siteLimits as limits } from '../siteplan/forecast/site-limits.ts'

export function forecast({ inputs, format, parseMode }: ForecastTask): Promise<Uint8Array> {
  return forecastFile(makeForecast(inputs), format, parseMode, { pdf, publicUrl })
}

export async function layouts({ input, format }: LayoutsTask): Promise<LayoutsFile> {
  const { layouts: best, refused } = dropRefused(makeLayouts(input))
  return { file: await layoutsFile(best, format, pdf), refused }
}
