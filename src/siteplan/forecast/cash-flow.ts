// A project month by month: flats sold, money in and out, buyers' money held in escrow, the bank's
// loan and its interest. Whole roubles throughout, so that sums are exact. Pure; no chance here.
import { sCurve, soldBy } from './absorption.ts'
import type { ScheduleMonth } from './forecast.ts'

export interface Project {
  /** In the order in which they begin, the first at once; at least one. */
  readonly phases: readonly Phase[]
  readonly preparationMonths: number
  readonly constructionMonths: number
  readonly horizonMonths: number
  /**
   * Rise of the price from one stage of sale to the next; the valued price lies between the second
   * and third.
   */
  readonly stagePriceStep: number
  readonly landRub: number
  /** Design, permits and networks, before construction. */
  readonly preparationRub: number
  readonly constructionRub: number
  /** Share of revenue. */
  readonly salesCostShare: number
  readonly finance: Finance
}

export interface ProjectUnit {
  readonly count: number
  /** Of one flat, as valued. */
  readonly priceRub: number
  /** From the start of the phase's sales. */
  readonly sellOutMonths: number
}

/** A part of a project with a house, a loan and an escrow of its own. */
export interface Phase {
  /** Months after the project's start. */
  readonly startMonth: number
  readonly units: readonly ProjectUnit[]
}

/** Rates per year. */
export interface Finance {
  /** Share of land, preparation and construction that the developer pays before the bank does. */
  readonly equityShare: number
  /** On the part of the loan that escrow covers. */
  readonly coveredRate: number
  readonly uncoveredRate: number
}

/** Factors on a project's inputs; all 1 as planned. */
export interface Shift {
  readonly price: number
  readonly pace: number
  readonly cost: number
  readonly finance: number
}

export const AS_PLANNED: Shift = { price: 1, pace: 1, cost: 1, finance: 1 }

/** By month, element 0 is month 1. */
export interface ProjectRun {
  readonly units: Float64Array
  readonly revenue: Float64Array
  readonly cost: Float64Array
  /** Of the developer's own money. */
  readonly cash: Float64Array
  readonly revenueRub: number
  readonly costRub: number
  readonly unitsSold: number
  /** Month in which the last flat sells, from the project's start; undefined past the horizon. */
  readonly soldOutMonth: number | undefined
  /**
   * The loan that revenue has not repaid by the end of the horizon; the developer repays it then.
   */
  readonly loanLeftRub: number
  readonly phasesBegun: number
  /** Flats of the phases that are begun. */
  readonly unitsBegun: number
}

/**
 * Shares of construction time at which a stage of sale ends; the last stage follows construction.
 */
const STAGE_ENDS = [0.25, 0.6, 1] as const

/** The month, from the project's start, at whose end its first building is commissioned. */
export function commissioningMonth(
  project: Pick<Project, 'preparationMonths' | 'constructionMonths'>,
): number {
  return project.preparationMonths + project.constructionMonths
}

/** A later phase is begun if so much of it is sold by the end of the horizon. */
const SOLD_BY_HORIZON = 0.9

/**
 * All phases together. The first begins in any case, a later one only if it is commissioned and
 * nearly sold within the horizon: what the horizon cuts off would say nothing of its worth.
 */
export function runProject(project: Project, shift: Shift = AS_PLANNED): ProjectRun {
  const begun = project.phases.filter((phase, at) => at === 0 || endsWithin(project, phase))
  const runs = begun.map((phase, at) => ({
    startMonth: phase.startMonth,
    run: runPhase(houseOf(project, at), shift),
  }))
  const sums = (of: (run: HouseRun) => Float64Array) => {
    const months = new Float64Array(project.horizonMonths)
    for (const { startMonth, run } of runs) {
      of(run).forEach((value, at) => {
        months[startMonth + at] = (months[startMonth + at] as number) + value
      })
    }
    return months
  }
  const total = (of: (run: HouseRun) => number) => runs.reduce((sum, { run }) => sum + of(run), 0)
  const units = sums((run) => run.units)
  return {
    units,
    revenue: sums((run) => run.revenue),
    cost: sums((run) => run.cost),
    cash: sums((run) => run.cash),
    revenueRub: total((run) => run.revenueRub),
    costRub: total((run) => run.costRub),
    unitsSold: total((run) => run.unitsSold),
    loanLeftRub: total((run) => run.loanLeftRub),
    soldOutMonth: soldOutMonth(units, flatsIn(project.phases)),
    phasesBegun: begun.length,
    unitsBegun: flatsIn(begun),
  }
}

function endsWithin(project: Project, { startMonth, units }: Phase): boolean {
  const left = project.horizonMonths - startMonth
  if (left < commissioningMonth(project)) return false
  const salesMonths = left - project.preparationMonths
  const sold = units.reduce(
    (sum, { count, sellOutMonths }) => sum + soldBy(salesMonths, count, sellOutMonths, 1),
    0,
  )
  return sold >= SOLD_BY_HORIZON * countOf(units)
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
  return phases.reduce((sum, { units }) => sum + countOf(units), 0)
}

function countOf(units: readonly ProjectUnit[]): number {
  return units.reduce((sum, { count }) => sum + count, 0)
}

/** What one phase builds, with its part of the costs, over what is left of the horizon. */
type House = Omit<Project, 'phases'> & Pick<Phase, 'units'>

type HouseRun = Omit<ProjectRun, 'soldOutMonth' | 'phasesBegun' | 'unitsBegun'>

/** Costs go by flats, in whole roubles, so that those of all phases make up the project's. */
function houseOf({ phases, ...whole }: Project, at: number): House {
  const { startMonth, units } = phases[at] as Phase
  const flats = Math.max(1, flatsIn(phases))
  const before = flatsIn(phases.slice(0, at))
  const until = phases.length === 1 ? flats : before + countOf(units)
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

/**
 * Sales start with construction. Until commissioning buyers' money is held in escrow and the bank
 * pays what the developer's own money does not; at commissioning escrow is released and repays the
 * loan first. The accounts are settled when the horizon ends, so over any horizon
 * Σ cash = Σ revenue − Σ cost. Flats not sold by then count for nothing.
 */
function runPhase(project: House, shift: Shift): HouseRun {
  const { horizonMonths, finance } = project
  const commissioned = commissioningMonth(project)
  const sales = salesOf(project, shift)
  const outlays = outlaysOf(project, shift, sales.revenue)
  const cost = new Float64Array(horizonMonths)
  const cash = new Float64Array(horizonMonths)
  let ownLeft = ownMoneyOf(project, shift)
  let [loan, escrow, revenueSum, costSum, unitsSum] = [0, 0, 0, 0, 0]

  for (let month = 1; month <= horizonMonths; month += 1) {
    const revenue = sales.revenue[month - 1] as number
    const outlay = outlays[month - 1] as number
    const interest = Math.round(monthlyInterest(loan, escrow, finance) * shift.finance)
    loan += interest
    let flow = revenue - outlay
    if (month <= commissioned) {
      const own = Math.min(ownLeft, outlay)
      ownLeft -= own
      loan += outlay - own
      escrow += revenue
      flow = 0 - own
    }
    if (month >= commissioned) {
      flow += escrow
      escrow = 0
      const repaid = Math.min(loan, Math.max(0, flow))
      loan -= repaid
      flow -= repaid
    }
    if (month === horizonMonths) flow += escrow - loan

    unitsSum += sales.units[month - 1] as number
    revenueSum += revenue
    costSum += outlay + interest
    cost[month - 1] = outlay + interest
    cash[month - 1] = flow
  }
  return {
    ...sales,
    cost,
    cash,
    revenueRub: revenueSum,
    costRub: costSum,
    unitsSold: unitsSum,
    loanLeftRub: loan,
  }
}

/** What the developer pays before the bank does. */
function ownMoneyOf({ finance, ...house }: House, shift: Shift): number {
  const preparationRub = house.preparationRub * shift.cost
  const constructionRub = house.constructionRub * shift.cost
  const landRub = Math.round(house.landRub)
  return Math.round(finance.equityShare * (landRub + preparationRub + constructionRub))
}

/** Land, preparation, construction and the cost of sales by month, without interest. */
function outlaysOf(house: House, shift: Shift, revenue: Float64Array): Float64Array {
  const { preparationMonths, constructionMonths } = house
  const preparationRub = house.preparationRub * shift.cost
  const constructionRub = house.constructionRub * shift.cost
  let [preparationPaid, constructionPaid] = [0, 0]
  return revenue.map((sold, index) => {
    const month = index + 1
    const preparationDue = Math.round(
      preparationRub * Math.min(1, month / Math.max(1, preparationMonths)),
    )
    const constructionDue = Math.round(
      constructionRub * sCurve((month - preparationMonths) / constructionMonths),
    )
    const outlay =
      (month === 1 ? Math.round(house.landRub) : 0) +
      (preparationDue - preparationPaid) +
      (constructionDue - constructionPaid) +
      Math.round(sold * house.salesCostShare)
    preparationPaid = preparationDue
    constructionPaid = constructionDue
    return outlay
  })
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

/** Flats sold and their price, by month of the project. */
function salesOf(project: House, shift: Shift): Pick<ProjectRun, 'units' | 'revenue'> {
  const { preparationMonths, constructionMonths, horizonMonths } = project
  const units = new Float64Array(horizonMonths)
  const revenue = new Float64Array(horizonMonths)
  for (const { count, priceRub, sellOutMonths } of project.units) {
    const prices = pricesByStage(priceRub * shift.price, project.stagePriceStep)
    let sold = 0
    for (let month = 1; month <= horizonMonths - preparationMonths && sold < count; month += 1) {
      const now = soldBy(month, count, sellOutMonths, shift.pace)
      const at = preparationMonths + month - 1
      const price = prices[stageOf(month, constructionMonths)] as number
      units[at] = (units[at] as number) + (now - sold)
      revenue[at] = (revenue[at] as number) + (now - sold) * price
      sold = now
    }
  }
  return { units, revenue }
}

/** Of one flat: the pit, the frame, the finishing, after commissioning. */
function pricesByStage(priceRub: number, step: number): number[] {
  const middle = STAGE_ENDS.length / 2
  return Array.from({ length: STAGE_ENDS.length + 1 }, (_, stage) =>
    Math.round(priceRub * (1 + step * (stage - middle))),
  )
}

function stageOf(monthOfConstruction: number, constructionMonths: number): number {
  const progress = monthOfConstruction / constructionMonths
  const stage = STAGE_ENDS.findIndex((end) => progress <= end)
  return stage < 0 ? STAGE_ENDS.length : stage
}

function monthlyInterest(loan: number, escrow: number, finance: Finance): number {
  const covered = Math.min(loan, escrow)
  return (covered * finance.coveredRate + (loan - covered) * finance.uncoveredRate) / 12
}
