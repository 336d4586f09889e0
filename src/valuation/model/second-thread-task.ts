// The tasks of the second thread of a fit. Keeps nothing between them.
import type { Trial } from '../market/trials.ts'
import type { Scales } from '../neighbours/scales.ts'
import type { UntunedMarket } from '../tuning/prepared-trials.ts'
import { type TrialResult, tryUnknown as tryTrials } from '../tuning/try-method.ts'
import { type TrialScales, tuneByHalf as tune } from '../tuning/tuning.ts'
import { gridOf } from './model.ts'

export { learnBlindToBuildings } from './lesson.ts'

interface WithTrials {
  /** No thread can hand a grid to another. */
  readonly market: Omit<UntunedMarket, 'grid'>
  readonly trials: readonly Trial[]
}

/** Starts the thread ahead of its first work: later the fitting thread is too busy to notice it. */
export function start(): void {}

export function tuneByHalf(task: WithTrials & { readonly known: Scales }): Scales[] {
  return tune(withGrid(task.market), task.trials, task.known)
}

export function tryUnknown(task: WithTrials & { readonly scales: TrialScales }): TrialResult[] {
  return tryTrials(withGrid(task.market), task.trials, task.scales)
}

const withGrid = (market: WithTrials['market']): UntunedMarket => ({
  ...market,
  grid: gridOf(market.table),
})
