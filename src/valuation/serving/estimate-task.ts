// The task of estimating. Each thread loads one model once, then values one flat after another.
import { workerData } from 'node:worker_threads'
import { type Estimate, estimate, knowsLaterThan } from '../answer/estimate.ts'
import type { Dwelling } from '../comparables/comparable.ts'
import type { Model } from '../model/model.ts'
import { deserialiseModel, ModelFileError } from '../model/model-file.ts'
import type { EstimateOptions } from '../wire/estimate-options.ts'

export type EstimateTask =
  | { readonly kind: 'load' }
  | {
      readonly kind: 'estimate'
      readonly dwelling: Dwelling
      readonly options: EstimateOptions
    }

/**
 * `later`: the model has seen comparables later than the valuation date. `unreadable`: the bytes
 * are of another version, or damaged.
 */
export type EstimateTaskResult =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'estimate'; readonly estimate: Estimate }
  | { readonly kind: 'later' }

const { model: bytes } = workerData as { model: SharedArrayBuffer }
let loaded: Model | undefined

export default function estimateFlat(task: EstimateTask): EstimateTaskResult {
  try {
    loaded ??= deserialiseModel(Buffer.from(bytes))
  } catch (error) {
    if (task.kind === 'load' && error instanceof ModelFileError) {
      return { kind: 'unreadable', reason: error.message }
    }
    throw error
  }
  if (task.kind === 'load') return { kind: 'loaded' }
  if (knowsLaterThan(loaded, task.options.valuationDate)) return { kind: 'later' }
  return { kind: 'estimate', estimate: estimate(loaded, task.dwelling, task.options) }
}
