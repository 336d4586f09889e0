// The money of one house month by month: flats sold, money in and out, buyers' money held in
// escrow, the bank's loan and its interest. Whole roubles throughout, so that sums are exact. Pure;
// no chance here. A project of several houses is project.ts's.
import { sCurve, soldBy } from './absorption.ts'

export interface House {
  readonly units: readonly HouseUnit[]
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

export interface HouseUnit {
  readonly count: number
  /** Of one flat, as valued. */
  readonly priceRub: number
  /** From the start of sales. */
  readonly sellOutMonths: number
}

/** Rates per year. */
interface Finance {
  /**
   * Share of land, preparation and construction costs that the developer pays before the bank does.
   */
  readonly equityShare: number
  /** On the part of the loan that escrow covers. */
  readonly coveredRate: number
  readonly uncoveredRate: number
}

/** Factors on the inputs; all 1 as planned. */
export interface Factors {
  readonly price: number
  readonly pace: number
  readonly cost: number
  readonly finance: number
}

export const AS_PLANNED: Factors = { price: 1, pace: 1, cost: 1, finance: 1 }

/** What money is spent on. */
export const COST_KINDS = ['land', 'preparation', 'construction', 'sales', 'interest'] as const
export type CostKind = (typeof COST_KINDS)[number]

/** By month, element 0 is month 1. */
export interface HouseRun {
  readonly units: Float64Array
  readonly revenue: Float64Array
  readonly cost: Float64Array
  /** Of the developer's own money. */
  readonly cash: Float64Array
  readonly revenueRub: number
  readonly costRub: number
  /** Whole roubles that add up to `costRub`. */
  readonly costsRub: Readonly<Record<CostKind, number>>
  readonly unitsSold: number
  /**
   * The loan that revenue has not repaid by the end of the horizon; the developer repays it then.
   */
  readonly loanLeftRub: number
}

/**
 * Shares of construction time at which a stage of sale ends; the last stage follows construction.
 */
const STAGE_ENDS = [0.25, 0.6, 1] as const
/** The pit, the frame, the finishing, after commissioning. */
const STAGES = [0, 1, 2, 3] as const

/** The month, from the start, at whose end the house is commissioned. */
export function commissioningMonth(
  house: Pick<House, 'preparationMonths' | 'constructionMonths'>,
): number {
  return house.preparationMonths + house.constructionMonths
}

/**
 * Sales start with construction. Until commissioning buyers' money is held in escrow and the bank
 * pays what the developer's own money does not; at commissioning escrow is released and repays the
 * loan first. The accounts are settled when the horizon ends, so over any horizon
 * Σ cash = Σ revenue − Σ cost. Flats not sold by then count for nothing.
 */
export function runHouse(house: House, factors: Factors): HouseRun {
  const { horizonMonths, finance } = house
  const commissioned = commissioningMonth(house)
  const sales = salesOf(house, factors)
  const costs = costsToBuild(house, factors)
  const { landRub, preparationRub, constructionRub } = costs
  const { outlays, outlaysRub } = outlaysOf(house, costs, sales.revenue)
  const cost = new Float64Array(horizonMonths)
  const cash = new Float64Array(horizonMonths)
  let ownLeft = Math.round(finance.equityShare * (landRub + preparationRub + constructionRub))
  let [loan, escrow, revenueSum, costSum, interestSum, unitsSum] = [0, 0, 0, 0, 0, 0]

  for (let month = 1; month <= horizonMonths; month += 1) {
    const revenue = sales.revenue[month - 1] as number
    const outlay = outlays[month - 1] as number
    const interest = Math.round(monthlyInterest(loan, escrow, finance) * factors.finance)
    loan += interest
    let flow = revenue - outlay
    if (month <= commissioned) {
      const own = Math.min(ownLeft, outlay)
      ownLeft -= own
      loan += outlay - own
      escrow += revenue
      // Not −own, which would be −0 in a month without any.
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
    interestSum += interest
    cost[month - 1] = outlay + interest
    cash[month - 1] = flow
  }
  return {
    ...sales,
    cost,
    cash,
    revenueRub: revenueSum,
    costRub: costSum,
    costsRub: { ...outlaysRub, interest: interestSum },
    unitsSold: unitsSum,
    loanLeftRub: loan,
  }
}

type CostsToBuild = Pick<House, 'landRub' | 'preparationRub' | 'constructionRub'>

/** With the factors. What is paid over months is rounded month by month. */
function costsToBuild(house: House, factors: Factors): CostsToBuild {
  return {
    landRub: Math.round(house.landRub),
    preparationRub: house.preparationRub * factors.cost,
    constructionRub: house.constructionRub * factors.cost,
  }
}

interface Outlays {
  /** By month. */
  readonly outlays: Float64Array
  /** What they add up to. */
  readonly outlaysRub: Readonly<Record<Exclude<CostKind, 'interest'>, number>>
}

/** Land, preparation, construction and the cost of sales, without interest. */
function outlaysOf(
  house: House,
  { landRub, preparationRub, constructionRub }: CostsToBuild,
  revenue: Float64Array,
): Outlays {
  const { preparationMonths, constructionMonths } = house
  let [preparationPaid, constructionPaid, salesPaid] = [0, 0, 0]
  const outlays = new Float64Array(house.horizonMonths)
  for (let month = 1; month <= house.horizonMonths; month += 1) {
    const preparationDue = Math.round(
      preparationRub * Math.min(1, month / Math.max(1, preparationMonths)),
    )
    const constructionDue = Math.round(
      constructionRub * sCurve((month - preparationMonths) / constructionMonths),
    )
    const salesCost = Math.round((revenue[month - 1] as number) * house.salesCostShare)
    outlays[month - 1] =
      (month === 1 ? landRub : 0) +
      (preparationDue - preparationPaid) +
      (constructionDue - constructionPaid) +
      salesCost
    preparationPaid = preparationDue
    constructionPaid = constructionDue
    salesPaid += salesCost
  }
  return {
    outlays,
    outlaysRub: {
      land: landRub,
      preparation: preparationPaid,
      construction: constructionPaid,
      sales: salesPaid,
    },
  }
}

/** Flats sold and their price, by month of the project. */
function salesOf(house: House, factors: Factors): Pick<HouseRun, 'units' | 'revenue'> {
  const { preparationMonths, constructionMonths, horizonMonths } = house
  const units = new Float64Array(horizonMonths)
  const revenue = new Float64Array(horizonMonths)
  for (const { count, priceRub, sellOutMonths } of house.units) {
    const prices = pricesByStage(priceRub * factors.price, house.stagePriceStep)
    let sold = 0
    for (let month = 1; month <= horizonMonths - preparationMonths && sold < count; month += 1) {
      const now = soldBy(month, count, sellOutMonths, factors.pace)
      const at = preparationMonths + month - 1
      const price = prices[stageOf(month, constructionMonths)] as number
      units[at] = (units[at] as number) + (now - sold)
      revenue[at] = (revenue[at] as number) + (now - sold) * price
      sold = now
    }
  }
  return { units, revenue }
}

/** Of one flat. */
function pricesByStage(priceRub: number, step: number): number[] {
  const middle = STAGE_ENDS.length / 2
  return STAGES.map((stage) => Math.round(priceRub * (1 + step * (stage - middle))))
}

function stageOf(monthOfConstruction: number, constructionMonths: number): number {
  const progress = monthOfConstruction / constructionMonths
  let stage = 0
  while (stage < STAGE_ENDS.length && progress > (STAGE_ENDS[stage] as number)) stage += 1
  return stage
}

function monthlyInterest(loan: number, escrow: number, finance: Finance): number {
  const covered = Math.min(loan, escrow)
  return (covered * finance.coveredRate + (loan - covered) * finance.uncoveredRate) / 12
}
