// Chooses the scales of similarity and the penalties of the local regression: those that value the
// market's own flats best. Never here: scales set by hand for a market, and a flat's own price as
// its evidence.
import { clamp } from '../../numbers/clamp.ts'
import type { MarketTable } from '../market/market-table.ts'
import { buildingNumber, type Trial } from '../market/trials.ts'
import type { Scales, TunedScales } from '../neighbours/scales.ts'
import { STARTING_WEIGHTS, TERM } from '../neighbours/similarity.ts'
import {
  type Buildings,
  type PreparedTrials,
  prepareTrials,
  type UntunedMarket,
} from './prepared-trials.ts'
import { ScaleSearch } from './scale-search.ts'

const STARTING_SCALES: Scales = {
  weights: STARTING_WEIGHTS,
  power: 1.3,
  ridge: { slopePenalty: 2, levelPenalty: 0.3 },
}

interface Knob {
  read(scales: Scales): number
  write(scales: Scales, value: number): Scales
}

/**
 * A finer scale of place tells houses apart by how exactly each was placed on the map: sources put
 * one house tens of metres apart.
 */
const FINEST_PLACE_KM = 0.05
const MOST_WEIGHTS = STARTING_WEIGHTS.map((_, k) =>
  k === TERM.place ? 1 / FINEST_PLACE_KM ** 2 : Infinity,
)

const WEIGHT_KNOBS: Knob[] = STARTING_WEIGHTS.map((_, k) => ({
  read: (scales) => scales.weights[k] as number,
  write: (scales, value) => ({
    ...scales,
    weights: scales.weights.with(k, Math.min(MOST_WEIGHTS[k] as number, value)),
  }),
}))

/** Beyond these limits a better score is noise, and slopes grow without bound. */
const POWERS = [0.5, 2.5] as const
const SLOPE_PENALTIES = [0.5, 20] as const
const LEVEL_PENALTIES = [0.005, 3] as const

const SHAPE_KNOBS: Knob[] = [
  {
    read: (scales) => scales.power,
    write: (scales, value) => ({ ...scales, power: clamp(value, ...POWERS) }),
  },
  {
    read: (scales) => scales.ridge.slopePenalty,
    write: (scales, value) => ({
      ...scales,
      ridge: { ...scales.ridge, slopePenalty: clamp(value, ...SLOPE_PENALTIES) },
    }),
  },
  {
    read: (scales) => scales.ridge.levelPenalty,
    write: (scales, value) => ({
      ...scales,
      ridge: { ...scales.ridge, levelPenalty: clamp(value, ...LEVEL_PENALTIES) },
    }),
  },
]

const MAX_STRIDES = 3

/** Terms whose values differ between candidates; the others have no scale to find. */
function varyingTerms(trials: PreparedTrials): boolean[] {
  return STARTING_WEIGHTS.map((_, k) => {
    const first = trials.terms[k]
    for (let i = 1; i < trials.candidates; i += 1) {
      if (trials.terms[i * TERM.size + k] !== first) return true
    }
    return false
  })
}

/** Raises and lowers each scale in turn by each of the `steps`, and keeps what lowers the miss. */
function descend(trials: PreparedTrials, start: Scales, steps: readonly number[]): Scales {
  const search = new ScaleSearch(trials, start)
  const varies = varyingTerms(trials)
  const knobs = [...WEIGHT_KNOBS.filter((_, k) => varies[k] === true), ...SHAPE_KNOBS]
  for (const step of steps) {
    for (const knob of knobs) {
      const here = knob.read(search.scales)
      for (const factor of [step, 1 / step]) {
        let stride = 1
        while (
          stride <= MAX_STRIDES &&
          search.offer(knob.write(search.scales, here * factor ** stride))
        ) {
          stride += 1
        }
        if (stride > 1) break
      }
    }
  }
  return search.scales
}

/** With fewer trials the starting scales stay. */
const MIN_FOR_TUNING = 150

/** Scales for subjects in known buildings. */
export function tuneKnown(market: UntunedMarket, trials: readonly Trial[]): Scales {
  return tune(market, trials, STARTING_SCALES, 'known')
}

/**
 * Scales for subjects in unknown buildings.
 * @param market its f has not seen the buildings of the trials
 * @param known where the tuning starts
 */
export function tuneUnknown(
  market: UntunedMarket,
  trials: readonly Trial[],
  known: Scales,
): Scales {
  return tune(market, trials, known, 'unknown')
}

/**
 * Scales like those of `tuneUnknown`, one for the trials of each half of the buildings, tuned on
 * the other half: no trial helped to choose the scales that value it.
 */
export function tuneByHalf(
  market: UntunedMarket,
  trials: readonly Trial[],
  known: Scales,
): Scales[] {
  return [0, 1].map((half) => {
    const others = trials.filter(({ row }) => halfOf(market.table, row) !== half)
    if (others.length < MIN_FOR_TUNING) return known
    const prepared = prepareTrials(market, others, known.weights, 'unknown')
    return descend(prepared, known, [...STEPS, LAST_STEP])
  })
}

/** The scales of a market, and those that value its trials. */
export interface TrialScales extends TunedScales {
  /** For unknown buildings, as `tuneByHalf` gives them. */
  readonly byHalf: readonly Scales[]
}

/** What values a row as a trial. */
export function scalesForTrial(
  table: MarketTable,
  { known, byHalf }: TrialScales,
  row: number,
): TunedScales {
  return { known, unknown: byHalf[halfOf(table, row)] as Scales }
}

const halfOf = (table: MarketTable, row: number): number => buildingNumber(table, row) % 2

/** Factors by which a scale is raised and lowered. */
const STEPS = [3, 1.7]
const LAST_STEP = 1.5

/**
 * Tunes by coordinate descent on the mean miss, in two rounds: the second round searches its
 * candidates with the scales of the first.
 */
function tune(
  market: UntunedMarket,
  trials: readonly Trial[],
  start: Scales,
  buildings: Buildings,
): Scales {
  if (trials.length < MIN_FOR_TUNING) return start
  const first = prepareTrials(market, trials, start.weights, buildings)
  const found = descend(first, start, STEPS)
  const second = prepareTrials(market, trials, found.weights, buildings)
  return descend(second, found, [LAST_STEP])
}
