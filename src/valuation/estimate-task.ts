// The task of estimating: one model a thread, loaded when the thread starts, then flat after flat.
import { workerData } from 'node:worker_threads'
import type { Dwelling } from './comparable.ts'
import { type Estimate, type EstimateOptions, estimate, replayUntil } from './estimate.ts'
import { deserialiseModel } from './model-file.ts'

export interface EstimateTask {
  readonly dwelling: Dwelling
  readonly options: EstimateOptions
}

/** `later`: the model has seen comparables later than the valuation date asked for. */
export type EstimateTaskResult =
  | { readonly kind: 'estimate'; readonly estimate: Estimate }
  | { readonly kind: 'later' }

const { model: bytes } = workerData as { model: SharedArrayBuffer }
const model = deserialiseModel(Buffer.from(bytes))

export default function estimateFlat(task: EstimateTask): EstimateTaskResult {
  if (replayUntil(model, task.options.valuationDate) !== null) return { kind: 'later' }
  return { kind: 'estimate', estimate: estimate(model, task.dwelling, task.options) }
}
