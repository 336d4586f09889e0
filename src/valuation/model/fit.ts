// Fits a market: from comparables to everything an estimate reads, in the order of
// docs/valuation.md. Never here: the answer to a request (answer/estimate.ts) and bytes
// (model-file.ts).
import { dayOfIso, isoOfDay } from '../../calendar.ts'
import type { PackedLists } from '../../numbers/packed-lists.ts'
import type { LearntAttributes } from '../attributes/attribute-model.ts'
import type { TreeSettings } from '../attributes/boosted-trees.ts'
import { unstatedVariances } from '../attributes/unstated.ts'
import type { Comparable } from '../comparables/comparable.ts'
import type { Evidence } from '../market/cleaning.ts'
import { evidenceOf } from '../market/evidence.ts'
import { marketTable } from '../market/market-table.ts'
import type { SpatialGrid } from '../market/spatial-grid.ts'
import { drawTuningAndInterval, type Trials } from '../market/trials.ts'
import { usualRanges } from '../market/usual-ranges.ts'
import type { Scales } from '../neighbours/scales.ts'
import { type Calibrated, calibrate } from '../tuning/calibration.ts'
import type { UntunedMarket } from '../tuning/prepared-trials.ts'
import { tryKnown } from '../tuning/try-method.ts'
import { type TrialScales, tuneKnown, tuneUnknown } from '../tuning/tuning.ts'
import { defaultSettings, type FitSettings } from './fit-settings.ts'
import { blindToBuildingOf, type Lesson, learnBlindToRows, learnByRow, lessonOf } from './lesson.ts'
import { buildingCodesOf, buildingRowsOf, gridOf, type Model, versionOf } from './model.ts'
import type { SecondThread } from './second-thread.ts'
import { learnBlindToBuildings, start, tryUnknown, tuneByHalf } from './second-thread-task.ts'

export type FitOptions = Partial<Omit<FitSettings, 'trees'>> & {
  /** Comparables dated later do not exist for this fit (ISO date, inclusive). */
  readonly until: string
  readonly trees?: Partial<TreeSettings>
}

/**
 * Fits a model: the same comparables (in any order) and settings give the same model and version.
 * @param second learns of unknown buildings meanwhile; without it this thread does that too
 * @throws RangeError if `until` is not an ISO date; TaskRefused if the second thread is lost
 */
export async function fit(
  comparables: readonly Comparable[],
  options: FitOptions,
  second: SecondThread = thisThread,
): Promise<Model> {
  const begun = begin(comparables, options)
  const { lesson, buildingRows, trials } = begun
  // A market too small for trees is fitted before a thread has started.
  const other = lesson.hasTrees ? second : thisThread
  await other.run('start', undefined)
  // What is done here becomes a promise too: a failure leaves none behind that nobody awaits.
  const [blind, known] = await Promise.all([
    other.run('learnBlindToBuildings', lesson),
    Promise.try(() => learnKnown(begun)),
  ])
  const unknown = unknownMarket(known, blind)
  const { grid: _grid, ...market } = unknown
  const { tuning, interval } = trials
  const [byHalf, ofAll] = await Promise.all([
    other.run('tuneByHalf', { market, trials: tuning.unknown, known: known.scales }),
    Promise.try(() => tuneUnknown(unknown, tuning.unknown, known.scales)),
  ])
  const scales = { known: known.scales, unknown: ofAll, byHalf }
  const [triedUnknown, triedKnown] = await Promise.all([
    other.run('tryUnknown', { market, trials: interval.unknown, scales }),
    Promise.try(() => tryKnown(known.market, buildingRows, interval.known, scales)),
  ])
  return modelOf(begun, known, scales, calibrate(triedKnown, triedUnknown))
}

const TASKS = { start, learnBlindToBuildings, tuneByHalf, tryUnknown }

/** Does the tasks of a second thread at once, in this one. */
const thisThread: SecondThread = {
  run: async (name, task) => TASKS[name](task as never) as never,
}

interface Begun {
  readonly until: string
  readonly evidence: readonly Evidence[]
  readonly lesson: Lesson
  readonly grid: SpatialGrid
  readonly buildingRows: PackedLists
  readonly trials: { readonly tuning: Trials; readonly interval: Trials }
}

function begin(
  comparables: readonly Comparable[],
  { until, trees, ...options }: FitOptions,
): Begun {
  if (dayOfIso(until) === null) throw new RangeError(`until is not a date: ${until}`)
  const known = comparables.filter(({ date }) => date <= until)
  const evidence = evidenceOf(known)
  const defaults = defaultSettings(evidence.length)
  const settings: FitSettings = {
    ...defaults,
    ...options,
    trees: { ...defaults.trees, ...trees },
  }
  const table = marketTable(evidence)
  const lesson = lessonOf(table, settings)
  const { keptBack, hasTrees } = lesson
  return {
    until,
    evidence,
    lesson,
    grid: gridOf(table),
    buildingRows: buildingRowsOf(table),
    trials: drawTuningAndInterval(
      table,
      { keptBack, hasTrees, isBlindTo: blindToBuildingOf(lesson) },
      settings,
    ),
  }
}

/** What values requests, and what values the trials in known buildings. */
interface Known {
  readonly learnt: LearntAttributes
  readonly market: UntunedMarket
  readonly scales: Scales
}

/**
 * A trial's own prediction must not have seen its price, nor in an unknown building any price of
 * that building. The predictions of its neighbours may have.
 */
function learnKnown({ lesson, grid, trials }: Begun): Known {
  const learnt = learnByRow(lesson)
  const tried = lesson.hasTrees ? learnt : learnBlindToRows(lesson)
  const { table } = lesson
  const market = {
    table,
    grid,
    ...tried,
    outOfFold: learnt.outOfFold,
    unstatedVariances: unstatedVariances(table, learnt.attribute),
  }
  return { learnt, market, scales: tuneKnown(market, trials.tuning.known) }
}

function unknownMarket({ market }: Known, blind: LearntAttributes): UntunedMarket {
  return { ...market, ...blind, outOfFold: market.outOfFold }
}

function modelOf(
  { until, evidence, lesson, grid, buildingRows }: Begun,
  { learnt, market: { unstatedVariances } }: Known,
  { known, unknown }: TrialScales,
  calibrated: Calibrated,
): Model {
  const { table, settings } = lesson
  return {
    table,
    grid,
    ...learnt,
    unstatedVariances,
    scales: { known, unknown },
    version: versionOf(table, settings),
    dataUntil: table.n === 0 ? until : isoOfDay(table.day[table.n - 1] as number),
    comparables: evidence.map(({ comparable }) => comparable),
    buildingCodes: buildingCodesOf(table),
    buildingRows,
    usualRanges: usualRanges(table),
    ...calibrated,
  }
}
