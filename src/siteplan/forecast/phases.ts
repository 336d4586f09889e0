// In how many phases a large project is built, and when each begins. How fast flats sell is
// absorption.ts's, the money of all phases project.ts's.
import { sumOf } from '../../numbers/sum.ts'
import { totalCount } from '../unit-types.ts'
import {
  type Absorption,
  type AbsorptionNorms,
  absorptionOf,
  paceLimitPerMonth,
  sCurve,
} from './absorption.ts'
import type { ProgrammeUnit } from './forecast.ts'
import { LENDERS_WANT_SOLD } from './presales.ts'

/**
 * A project is not cut into phases of fewer flats, about four sections of ten storeys. Arbitrary.
 */
const MIN_PHASE_UNITS = 120

/** Where no more than so many flats are left, they join the last full phase. Arbitrary. */
const MOST_JOINED_UNITS = 60

/**
 * A little more than lenders want: flats are whole, so the share sold may fall short by one flat.
 */
const PHASE_SOLD = LENDERS_WANT_SOLD + 0.01

/** How far a share may be off because it was worked out in another order. */
const ROUNDING = 1e-6

interface PlannedPhase {
  /** Months after the project's start. */
  readonly startMonth: number
  /** Flats by type, in the order of the programme. */
  readonly counts: readonly number[]
  readonly absorption: Absorption
}

/**
 * A project in phases begun one after the other: each but the last has as many flats as it can with
 * the share that lenders want still sold by its commissioning, so that the first phases are the
 * same however large the project is. They begin as far apart as the market takes to buy one: no
 * project sells faster, however large, than `marketShare` of (turnover + k) a year, to which
 * `localPace` tends.
 */
export function phasesOf(
  units: readonly ProgrammeUnit[],
  constructionMonths: number,
  turnoverPerYear: number,
  norms: AbsorptionNorms,
): readonly PlannedPhase[] {
  const total = totalCount(units)
  const ofSize = (size: number) =>
    units.map((unit) => ({ ...unit, count: (unit.count * size) / total }))
  const absorb = (of: readonly ProgrammeUnit[]) =>
    absorptionOf(of, constructionMonths, turnoverPerYear, norms)
  const soldOf = (size: number) =>
    soldShare(units, constructionMonths, absorb(ofSize(size)).sellOutMonths)
  // Where even a single flat would not sell so far at the sector's pace, phases change nothing.
  const enough = Math.min(PHASE_SOLD, soldOf(1))
  const isSoldEnough = (size: number) => soldOf(size) >= enough - ROUNDING
  const size = largestWhere(isSoldEnough, Math.min(MIN_PHASE_UNITS, total), total)
  const count = Math.max(1, Math.ceil((total - MOST_JOINED_UNITS) / size))
  const ofFullSize = absorb(ofSize(size))
  const monthsApart = Math.ceil(size / paceLimitPerMonth(turnoverPerYear, norms))
  return Array.from({ length: count }, (_, phase) => {
    const isLast = phase === count - 1
    const until = isLast ? total : (phase + 1) * size
    const counts = units.map(
      (unit) =>
        Math.round((unit.count * until) / total) - Math.round((unit.count * phase * size) / total),
    )
    const ofPhase = units.map((unit, type) => ({ ...unit, count: counts[type] ?? 0 }))
    const absorption = isLast ? absorb(ofPhase) : ofFullSize
    return { startMonth: phase * monthsApart, counts, absorption }
  })
}

/**
 * The largest whole number up to `most` for which it holds; `least` where it holds for none above.
 */
function largestWhere(holds: (size: number) => boolean, least: number, most: number): number {
  if (holds(most)) return most
  let [low, high] = [least, most]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

/** Share of the flats sold so many months after the start of sales. */
function soldShare(
  units: readonly ProgrammeUnit[],
  months: number,
  sellOutMonths: Absorption['sellOutMonths'],
): number {
  const total = totalCount(units)
  const sold = sumOf(units, ({ type, count }) => count * sCurve(months / sellOutMonths[type]))
  return sold / Math.max(1, total)
}
