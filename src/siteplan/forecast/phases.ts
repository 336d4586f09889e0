// In how many phases a project can be built, what each holds, and when it begins. Which number is
// best is best-project.ts's, how fast flats sell absorption.ts's, the money of all phases
// project.ts's.
import { sumOf } from '../../numbers/sum.ts'
import { totalCount } from '../unit-types.ts'
import { type Absorption, absorptionOf, type SaleConditions, sCurve } from './absorption.ts'
import type { ProgrammeUnit } from './forecast.ts'

/** No phase has fewer flats, about two sections of ten storeys. Arbitrary. */
export const MIN_PHASE_UNITS = 60

/** The next phase begins when so much of the one before is sold, so that one market buys both. */
export const NEXT_WHEN_SOLD = 0.9

interface PlannedPhases {
  /** Of each phase. */
  readonly absorption: Absorption
  readonly phases: readonly PlannedPhase[]
}

interface PlannedPhase {
  /** Months after the project's start. */
  readonly startMonth: number
  /** Flats by type, in the order of the programme. */
  readonly counts: readonly number[]
}

/** Numbers of phases are a twentieth apart, and where that is less than one, one. */
const STEP = 1 / 20

/** The numbers of equal phases to choose from, ascending: 1 at least. */
export function phaseCounts(units: readonly ProgrammeUnit[]): readonly number[] {
  const most = Math.max(1, Math.floor(totalCount(units) / MIN_PHASE_UNITS))
  const counts: number[] = []
  for (let count = 1; count < most; count += Math.max(1, Math.floor(count * STEP))) {
    counts.push(count)
  }
  return [...counts, most]
}

/**
 * A project in so many equal phases, one after the other. All sell alike, as a project of their own
 * size would around this site (`absorptionOf`), and none beside another that still sells: how a
 * project is cut makes its market no larger.
 */
export function phasesOf(
  units: readonly ProgrammeUnit[],
  count: number,
  conditions: SaleConditions,
): PlannedPhases {
  const ofPhase = units.map((unit) => ({ ...unit, count: unit.count / count }))
  const absorption = absorptionOf(ofPhase, conditions)
  const monthsApart = monthsUntilNext(ofPhase, absorption.sellOutMonths)
  const phases = Array.from({ length: count }, (_, phase) => ({
    startMonth: phase * monthsApart,
    counts: units.map(
      (unit) =>
        Math.round((unit.count * (phase + 1)) / count) - Math.round((unit.count * phase) / count),
    ),
  }))
  return { absorption, phases }
}

/** Months from the start of sales, whole ones, until enough flats of a phase are sold. */
function monthsUntilNext(
  units: readonly ProgrammeUnit[],
  sellOutMonths: Absorption['sellOutMonths'],
): number {
  const total = totalCount(units)
  const soldWithin = (months: number) =>
    sumOf(units, ({ type, count }) => count * sCurve(months / sellOutMonths[type]))
  let months = 1
  while (soldWithin(months) < NEXT_WHEN_SOLD * total) months += 1
  return months
}
