// What makes a neighbour near: the scale of each term of the distance, the weight that a distance
// gives, and the penalties of the regression on the neighbours. Never here: how they are chosen
// (tuning/tuning.ts).
import type { RidgeSettings } from './local-ridge.ts'

export interface Scales {
  /** One over the squared scale of each term of the distance. */
  readonly weights: readonly number[]
  /** Kernel exp(−½·d^power). */
  readonly power: number
  readonly ridge: RidgeSettings
}

/** Scales for a subject in a building that the market knows, and in one that it does not. */
export interface TunedScales {
  readonly known: Scales
  readonly unknown: Scales
}

/** Neighbours that weigh in one value. */
export const NEIGHBOURS = 64

/** exp(−½·d^power) of a squared distance. */
export function kernel(squared: number, power: number): number {
  return Math.exp(-0.5 * squared ** (power / 2))
}
