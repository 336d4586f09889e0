// A project as the sum of its phases, each a house with a loan and an escrow of its own, begun one
// after the other. The money of one house is cash-flow.ts's, when phases begin phases.ts's.
import { sumOf } from '../../numbers/sum.ts'
import { totalCount } from '../unit-types.ts'
import { soldBy } from './absorption.ts'
import {
  COST_KINDS,
  type CostKind,
  commissioningMonth,
  type Factors,
  type House,
  type HouseRun,
  type HouseUnit,
  runHouse,
} from './cash-flow.ts'
import type { ScheduleMonth } from './forecast.ts'

/** Costs are of all phases together. */
export interface Project extends Omit<House, 'units'> {
  /** In the order in which they begin, the first at once; at least one. */
  readonly phases: readonly Phase[]
}

export interface Phase {
  /** Months after the project's start. */
  readonly startMonth: number
  readonly units: readonly HouseUnit[]
}

export interface ProjectRun extends HouseRun {
  /** Month in which the last flat sells, from the project's start; undefined past the horizon. */
  readonly soldOutMonth: number | undefined
  readonly phasesBegun: number
  /** Flats of the phases that are begun. */
  readonly unitsBegun: number
}

/** A later phase is begun if so much of it is sold by the end of the horizon. */
const SOLD_BY_HORIZON = 0.9

/**
 * All phases together, of which the first so many are begun.
 * @param phasesBegun as many as `phasesWithin` says, unless told
 */
export function runProject(
  project: Project,
  factors: Factors,
  phasesBegun = phasesWithin(project),
): ProjectRun {
  const phases = begunPhases(project, phasesBegun)
  const runs = phases.map(({ house }) => runHouse(house, factors))
  const sums = (of: (run: HouseRun) => Float64Array) => summed(project, phases, runs.map(of))
  const units = sums((run) => run.units)
  return {
    units,
    revenue: sums((run) => run.revenue),
    cost: sums((run) => run.cost),
    cash: sums((run) => run.cash),
    revenueRub: sumOf(runs, (run) => run.revenueRub),
    costRub: sumOf(runs, (run) => run.costRub),
    costsRub: byKind((kind) => sumOf(runs, (run) => run.costsRub[kind])),
    unitsSold: sumOf(runs, (run) => run.unitsSold),
    loanLeftRub: sumOf(runs, (run) => run.loanLeftRub),
    soldOutMonth: soldOutMonth(units, flatsIn(project.phases)),
    phasesBegun,
    unitsBegun: flatsIn(project.phases.slice(0, phasesBegun)),
  }
}

/** What the random draws need of a run. */
type Outcome = Pick<ProjectRun, 'revenueRub' | 'cash'>

/**
 * As `runProject`, for one set of factors after another: works out once what none of them changes,
 * and only what draws ask.
 */
export function outcomesOf(project: Project): (factors: Factors) => Outcome {
  const phases = begunPhases(project, phasesWithin(project))
  return (factors) => {
    const runs = phases.map(({ house }) => runHouse(house, factors))
    return {
      revenueRub: sumOf(runs, ({ revenueRub }) => revenueRub),
      cash: summed(
        project,
        phases,
        runs.map(({ cash }) => cash),
      ),
    }
  }
}

interface BegunPhase {
  readonly startMonth: number
  readonly house: House
}

/**
 * How many phases are begun. The first is in any case, the later ones as long as they are
 * commissioned and nearly sold within the horizon: what the horizon cuts off would say nothing of
 * its worth.
 */
function phasesWithin(project: Project): number {
  const tooLate = project.phases.findIndex((phase, at) => at > 0 && !endsWithin(project, phase))
  return tooLate < 0 ? project.phases.length : tooLate
}

function begunPhases(project: Project, phasesBegun: number): readonly BegunPhase[] {
  const begun = project.phases.slice(0, phasesBegun)
  return begun.map(({ startMonth }, at) => ({ startMonth, house: houseOf(project, at) }))
}

/** Months of the phases, each of them from its own start, as months of the project. */
function summed(
  { horizonMonths }: Project,
  phases: readonly BegunPhase[],
  ofPhases: readonly Float64Array[],
): Float64Array {
  const months = new Float64Array(horizonMonths)
  for (const [at, { startMonth }] of phases.entries()) {
    const ofPhase = ofPhases[at] as Float64Array
    for (let month = 0; month < ofPhase.length; month += 1) {
      const sum = months[startMonth + month] as number
      months[startMonth + month] = sum + (ofPhase[month] as number)
    }
  }
  return months
}

function byKind(of: (kind: CostKind) => number): ProjectRun['costsRub'] {
  const sums = COST_KINDS.map((kind) => [kind, of(kind)])
  return Object.fromEntries(sums) as Record<CostKind, number>
}

function endsWithin(project: Project, { startMonth, units }: Phase): boolean {
  const left = project.horizonMonths - startMonth
  if (left < commissioningMonth(project)) return false
  const salesMonths = left - project.preparationMonths
  const sold = sumOf(units, ({ count, sellOutMonths }) =>
    soldBy(salesMonths, count, sellOutMonths, 1),
  )
  return sold >= SOLD_BY_HORIZON * totalCount(units)
}

function soldOutMonth(units: Float64Array, total: number): number | undefined {
  let sold = 0
  const at = units.findIndex((count) => {
    sold += count
    return total > 0 && sold === total
  })
  return at < 0 ? undefined : at + 1
}

export function flatsIn(phases: readonly Phase[]): number {
  return sumOf(phases, ({ units }) => totalCount(units))
}

/** Costs go by flats, in whole roubles, so that those of all phases make up the project's. */
function houseOf({ phases, ...whole }: Project, at: number): House {
  const { startMonth, units } = phases[at] as Phase
  const flats = Math.max(1, flatsIn(phases))
  const before = flatsIn(phases.slice(0, at))
  const until = phases.length === 1 ? flats : before + totalCount(units)
  const part = (rub: number) =>
    Math.round((rub * until) / flats) - Math.round((rub * before) / flats)
  return {
    ...whole,
    horizonMonths: whole.horizonMonths - startMonth,
    units,
    landRub: part(whole.landRub),
    preparationRub: part(whole.preparationRub),
    constructionRub: part(whole.constructionRub),
  }
}

export function scheduleOf(run: ProjectRun): ScheduleMonth[] {
  return Array.from(run.cash, (cash, index) => ({
    month: index + 1,
    units_sold: run.units[index] as number,
    revenue_rub: run.revenue[index] as number,
    cost_rub: run.cost[index] as number,
    cash_rub: cash,
  }))
}
