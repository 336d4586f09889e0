// The tasks of site planning that need a thread: what fits a parcel, its forecast and its best layouts
// as files.
import { workerData } from 'node:worker_threads'
import { createForecastFiles } from '../reports/forecast/forecast-file.ts'
import { createLazyPdf } from '../reports/formats/lazy-pdf.ts'
import { type LayoutsFormat, layoutsFile } from '../reports/layouts/layouts-file.ts'
import { type BestLayoutsInput, bestLayouts } from './best-layouts.ts'
import type { ForecastFormat } from './forecast.ts'
import { type ForecastInputs, makeForecast } from './make-forecast.ts'
import { type SiteLimits, siteLimits } from './site-limits.ts'

export type PlannerTask =
  | { readonly kind: 'limits'; readonly arguments: Parameters<typeof siteLimits> }
  | {
      readonly kind: 'forecast'
      readonly inputs: ForecastInputs
      readonly format: ForecastFormat
    }
  | {
      readonly kind: 'layouts'
      readonly input: BestLayoutsInput
      readonly format: LayoutsFormat
    }

/** What each thread is given when it starts. */
export interface PlannerThreadData {
  readonly publicUrl: string | undefined
}

export type PlannerResult = SiteLimits | Uint8Array

const pdf = createLazyPdf()
const { publicUrl } = workerData as PlannerThreadData
const forecastFile = createForecastFiles({ pdf, publicUrl })

export default async function plan(task: PlannerTask): Promise<PlannerResult> {
  switch (task.kind) {
    case 'limits':
      return siteLimits(...task.arguments)
    case 'forecast':
      return forecastFile(makeForecast(task.inputs), task.format)
    case 'layouts':
      return layoutsFile(bestLayouts(task.input), task.format, pdf)
  }
}
