// Chooses the scales of similarity and the penalties of the local regression: those that value the
// market's own flats best. Never here: scales set by hand for a market, and a flat's own price as
// its evidence.
import { selectSmallest } from '../order-statistics.ts'
import { FLAT } from './flat-vector.ts'
import { localLevel, type RidgeSettings, SLOPE_COUNT, slopeDifferences } from './local-ridge.ts'
import { flatOf, flatWithoutFilled, type MarketTable } from './market-table.ts'
import { DEFAULT_RADIUS_KM, nearest, OLDEST_DAYS } from './neighbours.ts'
import { STARTING_WEIGHTS, squaredDistance, TERM } from './similarity.ts'
import type { SpatialGrid } from './spatial-grid.ts'
import type { Trial } from './trials.ts'

export interface Scales {
  /** One over the squared scale of each term of the distance. */
  readonly weights: readonly number[]
  /** Kernel exp(−½·d^power). */
  readonly power: number
  readonly ridge: RidgeSettings
}

/**
 * Scales for a subject whose building the market knows, and for one in a building it has never
 * seen.
 */
export interface TunedScales {
  readonly known: Scales
  readonly unknown: Scales
}

export const NEIGHBOURS = 64
const CANDIDATES = 160
const MOST_MISS = 0.3

const STARTING_SCALES: Scales = {
  weights: STARTING_WEIGHTS,
  power: 1.3,
  ridge: { slopePenalty: 2, levelPenalty: 0.3, huberPasses: 1 },
}

export interface Trialled {
  readonly table: MarketTable
  readonly grid: SpatialGrid
  /**
   * Residual of a row: ln price as a deal, less the index as known at a month, less out-of-fold f.
   */
  residualAt(row: number, knownMonth: number): number
  /** Residual of the trial flat: the value its neighbours should predict. */
  targetOf(trial: Trial, flat: Float64Array): number
}

interface Prepared {
  readonly count: number
  readonly queries: number
  readonly starts: Int32Array
  readonly targets: Float64Array
  readonly terms: Float32Array
  readonly z: Float32Array
  readonly residuals: Float64Array
}

function prepare(
  parts: Trialled,
  trials: readonly Trial[],
  scales: Scales,
  hideBuilding: boolean,
): Prepared {
  const { table, grid } = parts
  const starts = new Int32Array(trials.length + 1)
  const targets = new Float64Array(trials.length)
  const most = trials.length * CANDIDATES
  const terms = new Float32Array(most * TERM.size)
  const z = new Float32Array(most * SLOPE_COUNT)
  const residuals = new Float64Array(most)
  let at = 0
  trials.forEach((trial, q) => {
    const building = table.building[trial.row] as number
    const flat = hideBuilding ? flatWithoutFilled(table, trial.row) : flatOf(table, trial.row)
    const found = nearest(table, grid, scales.weights, {
      flat,
      day: trial.knownDay,
      building,
      oldestDay: trial.day - OLDEST_DAYS,
      ageFrom: trial.day,
      radiusKm: DEFAULT_RADIUS_KM,
      k: CANDIDATES,
      refuse: hideBuilding ? (row) => table.building[row] === building : (row) => row === trial.row,
    })
    terms.set(found.terms, at * TERM.size)
    for (let i = 0; i < found.count; i += 1) {
      const row = found.rows[i] as number
      slopeDifferences(
        flat,
        trial.day,
        table.flats,
        row * FLAT.size,
        table.day[row] as number,
        z,
        (at + i) * SLOPE_COUNT,
      )
      residuals[at + i] = parts.residualAt(row, trial.knownMonth)
    }
    at += found.count
    starts[q + 1] = at
    targets[q] = parts.targetOf(trial, flat)
  })
  return { count: at, queries: trials.length, starts, targets, terms, z, residuals }
}

/** exp(−½·d^power) of a squared distance. */
export function kernel(squared: number, power: number): number {
  return Math.exp(-0.5 * squared ** (power / 2))
}

/**
 * Trials with their current scales. It stores distances, so that another weight of one term costs
 * one addition per candidate.
 */
class Bench {
  readonly prepared: Prepared
  scales: Scales
  miss: number
  #distances: Float64Array
  readonly #tried: Float64Array
  readonly #weights = new Float64Array(CANDIDATES)
  readonly #order = new Float64Array(CANDIDATES)

  constructor(prepared: Prepared, scales: Scales) {
    this.prepared = prepared
    this.scales = scales
    this.#distances = new Float64Array(prepared.count)
    this.#tried = new Float64Array(prepared.count)
    for (let i = 0; i < prepared.count; i += 1) {
      this.#distances[i] = squaredDistance(scales.weights, prepared.terms, i * TERM.size)
    }
    this.miss = this.#meanMiss(this.#distances, scales)
  }

  /**
   * Accepts the scales if their miss is smaller by more than noise.
   * @returns whether it did
   */
  offer(scales: Scales): boolean {
    let distances = this.#distances
    const term = scales.weights.findIndex((weight, k) => weight !== this.scales.weights[k])
    if (term >= 0) {
      const { terms, count } = this.prepared
      const more = (scales.weights[term] as number) - (this.scales.weights[term] as number)
      distances = this.#tried
      for (let i = 0; i < count; i += 1) {
        distances[i] =
          (this.#distances[i] as number) + more * (terms[i * TERM.size + term] as number)
      }
    }
    const miss = this.#meanMiss(distances, scales)
    if (miss >= this.miss * (1 - leastGain(this.prepared.queries))) return false
    if (term >= 0) this.#distances = distances.slice()
    this.scales = scales
    this.miss = miss
    return true
  }

  /** Mean absolute miss, ln; each miss counts 0.3 at most. */
  #meanMiss(distances: Float64Array, scales: Scales): number {
    const { prepared } = this
    const weights = this.#weights
    const order = this.#order
    let sum = 0
    for (let q = 0; q < prepared.queries; q += 1) {
      const from = prepared.starts[q] as number
      const count = (prepared.starts[q + 1] as number) - from
      let limit = Infinity
      if (count > NEIGHBOURS) {
        order.set(distances.subarray(from, from + count))
        limit = selectSmallest(order, count, NEIGHBOURS - 1)
      }
      for (let i = 0; i < count; i += 1) {
        const d = distances[from + i] as number
        weights[i] = d > limit ? 0 : kernel(Math.max(0, d), scales.power)
      }
      const local = localLevel(
        count,
        weights,
        prepared.residuals.subarray(from, from + count),
        prepared.z,
        from * SLOPE_COUNT,
        scales.ridge,
      )
      sum += Math.min(MOST_MISS, Math.abs(local.level - (prepared.targets[q] as number)))
    }
    return sum / Math.max(1, prepared.queries)
  }
}

interface Knob {
  read(scales: Scales): number
  write(scales: Scales, value: number): Scales
}

const WEIGHT_KNOBS: Knob[] = STARTING_WEIGHTS.map((_, k) => ({
  read: (scales) => scales.weights[k] as number,
  write: (scales, value) => ({ ...scales, weights: scales.weights.with(k, value) }),
}))

/**
 * Beyond these limits a better score is noise, and slopes would grow without bound outside the
 * neighbourhood.
 */
const POWERS = [0.5, 2.5] as const
const SLOPE_PENALTIES = [0.5, 20] as const
const LEVEL_PENALTIES = [0.005, 3] as const

function within([least, most]: readonly [number, number], value: number): number {
  return Math.min(most, Math.max(least, value))
}

const SHAPE_KNOBS: Knob[] = [
  {
    read: (scales) => scales.power,
    write: (scales, value) => ({ ...scales, power: within(POWERS, value) }),
  },
  {
    read: (scales) => scales.ridge.slopePenalty,
    write: (scales, value) => ({
      ...scales,
      ridge: { ...scales.ridge, slopePenalty: within(SLOPE_PENALTIES, value) },
    }),
  },
  {
    read: (scales) => scales.ridge.levelPenalty,
    write: (scales, value) => ({
      ...scales,
      ridge: { ...scales.ridge, levelPenalty: within(LEVEL_PENALTIES, value) },
    }),
  },
]

/** Least gain of an accepted change, as a share of the miss. Smaller gains are noise. */
function leastGain(trials: number): number {
  return Math.max(0.0005, 0.5 / trials)
}

const MOST_STRIDES = 3

/** Terms whose values differ between candidates; the others have no scale to find. */
function varyingTerms(prepared: Prepared): boolean[] {
  return STARTING_WEIGHTS.map((_, k) => {
    const first = prepared.terms[k]
    for (let i = 1; i < prepared.count; i += 1) {
      if (prepared.terms[i * TERM.size + k] !== first) return true
    }
    return false
  })
}

function descend(prepared: Prepared, start: Scales, steps: readonly number[]): Scales {
  const bench = new Bench(prepared, start)
  const lively = varyingTerms(prepared)
  const knobs = [...WEIGHT_KNOBS.filter((_, k) => lively[k] === true), ...SHAPE_KNOBS]
  for (const step of steps) {
    for (const knob of knobs) {
      const here = knob.read(bench.scales)
      for (const factor of [step, 1 / step]) {
        let stride = 1
        while (
          stride <= MOST_STRIDES &&
          bench.offer(knob.write(bench.scales, here * factor ** stride))
        ) {
          stride += 1
        }
        if (stride > 1) break
      }
    }
  }
  return bench.scales
}

/** With fewer trials the starting scales stay. */
const FEWEST_FOR_TUNING = 150

/**
 * Tunes by coordinate descent on the mean miss, in two rounds: the second round searches its
 * candidates with the scales of the first.
 */
export function tuneScales(parts: Trialled, trials: readonly Trial[]): Scales {
  if (trials.length < FEWEST_FOR_TUNING) return STARTING_SCALES
  return tuneTwice(parts, trials, STARTING_SCALES, false).scales
}

/** Scales for unknown buildings; `without[half]` is tuned without the trials of that half. */
interface UnknownScales {
  readonly scales: Scales
  readonly without: readonly Scales[]
}

/**
 * Tunes for subjects in unknown buildings, on f that has not seen their buildings. For each half of
 * the buildings there are also scales tuned on the other half alone: they value its trials
 * honestly.
 */
export function tuneUnknown(
  parts: Trialled,
  trials: readonly Trial[],
  start: Scales,
  halfOf: (trial: Trial) => number,
): UnknownScales {
  if (trials.length < FEWEST_FOR_TUNING) return { scales: start, without: [start, start] }
  const { scales, first } = tuneTwice(parts, trials, start, true)
  const without = [0, 1].map((half) => {
    const others = queriesOf(first, (q) => halfOf(trials[q] as Trial) !== half)
    return others.queries < FEWEST_FOR_TUNING
      ? start
      : descend(others, start, [...STEPS, LAST_STEP])
  })
  return { scales, without }
}

/** Factors by which a scale is raised and lowered. */
const STEPS = [3, 1.7]
const LAST_STEP = 1.5

function tuneTwice(
  parts: Trialled,
  trials: readonly Trial[],
  start: Scales,
  hideBuilding: boolean,
): { scales: Scales; first: Prepared } {
  const first = prepare(parts, trials, start, hideBuilding)
  const found = descend(first, start, STEPS)
  const scales = descend(prepare(parts, trials, found, hideBuilding), found, [LAST_STEP])
  return { scales, first }
}

/** The prepared queries that `isIn` accepts. */
function queriesOf(prepared: Prepared, isIn: (query: number) => boolean): Prepared {
  const kept = Array.from({ length: prepared.queries }, (_, q) => q).filter(isIn)
  const range = (q: number): [number, number] => [
    prepared.starts[q] as number,
    prepared.starts[q + 1] as number,
  ]
  const count = kept.reduce((sum, q) => sum + range(q)[1] - range(q)[0], 0)
  const some: Prepared = {
    count,
    queries: kept.length,
    starts: new Int32Array(kept.length + 1),
    targets: Float64Array.from(kept, (q) => prepared.targets[q] as number),
    terms: new Float32Array(count * TERM.size),
    z: new Float32Array(count * SLOPE_COUNT),
    residuals: new Float64Array(count),
  }
  let at = 0
  kept.forEach((q, k) => {
    const [from, to] = range(q)
    some.terms.set(prepared.terms.subarray(from * TERM.size, to * TERM.size), at * TERM.size)
    some.z.set(prepared.z.subarray(from * SLOPE_COUNT, to * SLOPE_COUNT), at * SLOPE_COUNT)
    some.residuals.set(prepared.residuals.subarray(from, to), at)
    at += to - from
    some.starts[k + 1] = at
  })
  return some
}
