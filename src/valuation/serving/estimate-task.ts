// The tasks of estimating. Each thread loads one model once, then values flats.
import { workerData } from 'node:worker_threads'
import { once } from '../../made-once.ts'
import { type Estimate, estimate, knowsLaterThan } from '../answer/estimate.ts'
import { type Dwelling, isDemoComparable } from '../comparables/comparable.ts'
import { deserialiseModel, ModelFileError } from '../model/model-file.ts'
import type { EstimateOptions } from '../wire/estimate-options.ts'

interface EstimateTask {
  readonly dwellings: readonly Dwelling[]
  readonly options: EstimateOptions
}

export interface ModelEstimates {
  /** In the order of the dwellings. */
  readonly estimates: readonly Estimate[]
  /** The model is of the demonstration town, whatever the table holds by now. */
  readonly isDemo: boolean
}

const { model: bytes } = workerData as { model: SharedArrayBuffer }
const loaded = once(load)

/** Why the bytes cannot be read: they are of another version, or damaged. */
export function whyUnreadable(): string | undefined {
  try {
    loaded()
    return undefined
  } catch (error) {
    if (error instanceof ModelFileError) return error.message
    throw error
  }
}

/** @returns undefined if the model has seen comparables later than the valuation date */
export function estimates({ dwellings, options }: EstimateTask): ModelEstimates | undefined {
  const { model, isDemo } = loaded()
  if (knowsLaterThan(model, options.valuationDate)) return undefined
  return { estimates: dwellings.map((dwelling) => estimate(model, dwelling, options)), isDemo }
}

function load() {
  const model = deserialiseModel(Buffer.from(bytes))
  return { model, isDemo: model.comparables.some(isDemoComparable) }
}
