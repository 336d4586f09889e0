// The task of estimating. Each thread loads one model once, then values flats.
import { workerData } from 'node:worker_threads'
import { type Estimate, estimate, knowsLaterThan } from '../answer/estimate.ts'
import { type Dwelling, isOfDemoTown } from '../comparables/comparable.ts'
import type { Model } from '../model/model.ts'
import { deserialiseModel, ModelFileError } from '../model/model-file.ts'
import type { EstimateOptions } from '../wire/estimate-options.ts'

export type EstimateTask =
  | { readonly kind: 'load' }
  | {
      readonly kind: 'estimate'
      readonly dwellings: readonly Dwelling[]
      readonly options: EstimateOptions
    }

export interface ModelEstimates {
  /** In the order of the dwellings. */
  readonly estimates: readonly Estimate[]
  /** The model is of the demonstration town, whatever the table holds by now. */
  readonly isDemo: boolean
}

/**
 * `later`: the model has seen comparables later than the valuation date. `unreadable`: the bytes
 * are of another version, or damaged.
 */
export type EstimateTaskResult =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | ({ readonly kind: 'estimates' } & ModelEstimates)
  | { readonly kind: 'later' }

const { model: bytes } = workerData as { model: SharedArrayBuffer }
let loaded: { readonly model: Model; readonly isDemo: boolean } | undefined

export default function estimateFlats(task: EstimateTask): EstimateTaskResult {
  try {
    loaded ??= load()
  } catch (error) {
    if (task.kind === 'load' && error instanceof ModelFileError) {
      return { kind: 'unreadable', reason: error.message }
    }
    throw error
  }
  if (task.kind === 'load') return { kind: 'loaded' }
  const { dwellings, options } = task
  const { model, isDemo } = loaded
  if (knowsLaterThan(model, options.valuationDate)) return { kind: 'later' }
  return {
    kind: 'estimates',
    estimates: dwellings.map((dwelling) => estimate(model, dwelling, options)),
    isDemo,
  }
}

function load() {
  const model = deserialiseModel(Buffer.from(bytes))
  return { model, isDemo: model.comparables.some(isOfDemoTown) }
}
