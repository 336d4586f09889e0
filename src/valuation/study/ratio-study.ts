// `evaluate`: how well the method values flats it was not shown, by the code that answers requests.
// The file is cleaned before it is split: a price extreme for its city is not tested. Never
// here: any other choice that looks at the flats under test.
import type { FirstRejected } from '../../datasets/rejects-file.ts'
import { sumOf } from '../../numbers/sum.ts'
import { estimate } from '../answer/estimate.ts'
import type { Comparable } from '../comparables/comparable.ts'
import { type ReadingOptions, readComparableFile } from '../comparables/comparable-file.ts'
import type { FileColumns } from '../comparables/comparable-record.ts'
import type { Evidence } from '../market/cleaning.ts'
import { evidenceOf } from '../market/evidence.ts'
import { type FitOptions, fit } from '../model/fit.ts'
import type { Model } from '../model/model.ts'
import { withSecondThread } from '../model/second-thread.ts'
import { byInterval } from '../neighbours/interval-shares.ts'
import {
  figuresOf,
  type Outcomes,
  type RatioStudy,
  type RowsRead,
  type Valued,
} from './study-figures.ts'
import { type Part, partsOf, type Split } from './study-parts.ts'

export interface EvaluateOptions {
  readonly file: string
  readonly columns?: FileColumns
  /** A row of a later date (ISO) is refused, as an import does. */
  readonly latest?: string
  readonly split: Split
  readonly seed?: number
  readonly fit?: Omit<FitOptions, 'until' | 'seed'>
}

export type EvaluateProgress =
  | { readonly step: 'read'; readonly rows: number; readonly rejected: number }
  | {
      readonly step: 'fit'
      readonly part: number
      readonly parts: number
      readonly trained: number
      readonly seconds: number
    }
  | {
      readonly step: 'valued'
      readonly part: number
      readonly parts: number
      readonly done: number
      readonly of: number
    }

/** Flats valued between two reports of progress. */
const PROGRESS_EVERY = 500

/**
 * Reads a file and cleans it as a fit does, once: compared methods get the same evidence. The
 * limits of prices are learnt from all of it, flats that will be under test among them;
 * docs/benchmarks.md has what that is worth.
 */
export async function readEvidence(
  file: string,
  columns: FileColumns = {},
  reading: ReadingOptions = {},
): Promise<{ evidence: Evidence[] } & RowsRead> {
  const comparables: Comparable[] = []
  let rejected = 0
  let firstRejected: FirstRejected | null = null
  for await (const record of readComparableFile(file, columns, reading)) {
    if ('row' in record) {
      comparables.push(record.row)
    } else {
      rejected += 1
      firstRejected ??= { line: record.line, reason: record.reason }
    }
  }
  const evidence = evidenceOf(comparables)
  return { evidence, read: comparables.length + rejected, rejected, firstRejected }
}

/** A split of the file with nothing to test or to learn from; its message says what to change. */
export class EmptySplit extends Error {}

/**
 * Runs a ratio study over a file of comparables, touching no database. A flat that gets no estimate
 * counts against `hit_rate` and in nothing else. An asking price is compared with the estimate of
 * an asking price.
 * @throws DataFileError if the file cannot be read as comparables; EmptySplit if the split leaves
 *   nothing to test or to learn from
 */
export async function evaluate(
  options: EvaluateOptions,
  onProgress: (progress: EvaluateProgress) => void = () => {},
): Promise<RatioStudy> {
  const { file, columns, latest } = options
  const { evidence, ...rows } = await readEvidence(file, columns, { latest })
  const { read, rejected, firstRejected } = rows
  onProgress({ step: 'read', rows: read, rejected })
  if (firstRejected && rejected === read) {
    const { line, reason } = firstRejected
    throw new EmptySplit(`All ${read} rows are rejected, the first in line ${line}: ${reason}.`)
  }
  return studyOf(evidence, { ...options, rows }, onProgress)
}

/** The study over evidence already read and cleaned. */
export async function studyOf(
  evidence: readonly Evidence[],
  options: Omit<EvaluateOptions, 'file' | 'columns'> & { rows: RowsRead },
  onProgress: (progress: EvaluateProgress) => void = () => {},
): Promise<RatioStudy> {
  const { split, seed = 1, rows } = options
  const parts = partsOf(evidence, split, seed)
  const tested = sumOf(parts, ({ test }) => test.length)
  if (tested === 0) {
    throw new EmptySplit(
      split.kind === 'time'
        ? 'The split leaves no flat to test. Choose an earlier date.'
        : 'The file has no flat to test.',
    )
  }
  if (parts.every(({ train }) => train.length === 0)) {
    throw new EmptySplit('The split leaves no flat to learn from. Choose a later date.')
  }
  const outcomes: Outcomes = { tested, valued: [], timesMs: [], fitsS: [] }
  await withSecondThread(async (second) => {
    for (const [k, part] of parts.entries()) {
      const where = { part: k + 1, parts: parts.length }
      const beganMs = performance.now()
      const fitOptions = { ...options.fit, until: part.until, seed }
      const model = await fit(part.train, fitOptions, second)
      const seconds = (performance.now() - beganMs) / 1000
      outcomes.fitsS.push(seconds)
      onProgress({ step: 'fit', ...where, trained: part.train.length, seconds })
      valueAll(model, part, outcomes, (done) =>
        onProgress({ step: 'valued', ...where, done, of: part.test.length }),
      )
    }
  })
  return figuresOf(outcomes, { ...rows, evidence: evidence.length })
}

/** Values the flats under test. @param onSome told every so often how many are done */
function valueAll(
  model: Model,
  part: Part,
  { valued, timesMs }: Outcomes,
  onSome: (done: number) => void,
): void {
  for (const [i, one] of part.test.entries()) {
    const askedMs = performance.now()
    const outcome = valueOne(model, one, part)
    timesMs.push(performance.now() - askedMs)
    if (outcome) valued.push(outcome)
    if ((i + 1) % PROGRESS_EVERY === 0) onSome(i + 1)
  }
}

function valueOne(model: Model, one: Comparable, { modelMayBeLater }: Part): Valued | undefined {
  const answer = estimate(model, one, {
    valuationDate: one.date,
    priceBasis: one.kind === 'listing' ? 'ask' : 'deal',
    modelMayBeLater,
  })
  if (answer.status !== 'ok') return undefined
  return {
    estimateRub: answer.value.market_rub,
    priceRub: one.priceRub,
    level: answer.confidence.level,
    covered: byInterval((share) => {
      const { low_rub: low, high_rub: high } = answer.bands[share]
      return one.priceRub >= low && one.priceRub <= high
    }),
  }
}
