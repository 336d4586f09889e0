// What the coefficients of the hedonic regression are held to, and how strongly. In a market with
// few rows they stay near effects measured elsewhere. Never here: the fit (fit-hedonic.ts).
import { FIXED, INTERCEPT, type Layout } from './hedonic-columns.ts'

/** By column of a layout. */
export interface Priors {
  /** In rows. */
  readonly penalty: Float64Array
  readonly prior: Float64Array
}

/** Shares of the price per m², measured on Russian adverts: docs/valuation.md, "Priors". */
const PRIOR_AREA_ELASTICITY = 1 - 0.0146 / Math.log(1.1)
const PRIOR_FIRST_FLOOR = -0.039
const PRIOR_LAST_FLOOR = -0.022
const PRIOR_LN_FLOOR = 0.028
/** Of a flat on an unknown floor: the mean of these three in a house of nine storeys. */
const PRIOR_FLOOR_UNKNOWN = 0.033
/** Assumed, not measured: a flat below the ground loses twice what one on the first floor does. */
const PRIOR_BELOW_GROUND = 2 * PRIOR_FIRST_FLOOR
/** By code of a condition; an unknown one is taken for a cosmetic repair. */
const PRIOR_CONDITION = [0, 0.05, 0.1, 0.17]
const PRIOR_CONDITION_UNKNOWN = 0.05
export const PRIOR_LN_ASK_OVER_DEAL = -Math.log(1 - 0.045)

/** Weight of a prior, in rows: of an effect of 0, and of one measured elsewhere. */
const PENALTY = 1.5
export const PENALTY_OF_PRIOR = 12

/**
 * Of the variance that the regression leaves, the share that a building's flats have in common.
 * Assumed, not measured.
 */
const ALIKE_IN_BUILDING = 0.5

/**
 * Columns that a building's flats have alike, each range with the column behind it. Not those of
 * cities: of two cities one may be twice as dear.
 */
const ofBuildings = ({ cities }: Layout): readonly (readonly [from: number, to: number])[] => [
  [FIXED.lnFloors, FIXED.condition],
  [FIXED.ceilingAbove, FIXED.kitchenAbove],
  [FIXED.lnCentreKm, cities],
]

/**
 * Penalty, in rows, and prior of each column. What a building's flats have alike counts in rows
 * that tell something of their own: m flats of a building tell as much of it as m / (1 + (m − 1) ρ)
 * flats of other buildings (Kish 1965, the design effect of clusters). Else the few buildings of a
 * market with many flats in each would be fitted one by one.
 * @param rowsPerBuilding of the market, on average
 */
export function priorsOf(layout: Layout, rowsPerBuilding: number): Priors {
  const penalty = new Float64Array(layout.size).fill(PENALTY)
  const rowsForOne = 1 + (rowsPerBuilding - 1) * ALIKE_IN_BUILDING
  for (const [from, to] of ofBuildings(layout)) penalty.fill(PENALTY * rowsForOne, from, to)
  const prior = new Float64Array(layout.size)
  const setPrior = (column: number, value: number): void => {
    penalty[column] = PENALTY_OF_PRIOR
    prior[column] = value
  }
  penalty[INTERCEPT] = 0
  setPrior(FIXED.area, PRIOR_AREA_ELASTICITY)
  setPrior(FIXED.firstFloor, PRIOR_FIRST_FLOOR)
  setPrior(FIXED.lastFloor, PRIOR_LAST_FLOOR)
  setPrior(FIXED.lnFloor, PRIOR_LN_FLOOR)
  setPrior(FIXED.belowGround, PRIOR_BELOW_GROUND)
  setPrior(FIXED.floorUnknown, PRIOR_FLOOR_UNKNOWN)
  PRIOR_CONDITION.forEach((value, code) => {
    setPrior(FIXED.condition + code, value)
  })
  setPrior(FIXED.conditionUnknown, PRIOR_CONDITION_UNKNOWN)
  return { penalty, prior }
}
