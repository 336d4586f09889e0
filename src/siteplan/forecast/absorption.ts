// How fast the flats of a project sell: an S-curve for each type, paced by a sector's habit and
// slowed by a small turnover around the site. Months count from the start of sales. In how many
// phases a project is built is phases.ts's.
import { clamp } from '../../numbers/clamp.ts'
import { sumOf } from '../../numbers/sum.ts'
import { type ByUnitType, perType, totalCount } from '../unit-types.ts'
import type { ProgrammeUnit } from './forecast.ts'

/** What the pace of a project's sales depends on, beside its flats. */
export interface SaleConditions {
  readonly constructionMonths: number
  /** Sales and adverts of the last 12 months around the site, of any flat. */
  readonly turnoverPerYear: number
  /** Share of flats sold when the building is commissioned, where the market sets no other pace. */
  readonly soldAtCommissioning: number
  /** Paces of the types against each other: one of twice another's sells in half of its time. */
  readonly paceByType: ByUnitType
  /** Share of the local turnover that one project can take. */
  readonly marketShare: number
}

export interface Absorption {
  /** Months from the start of sales to the last flat of each type. */
  readonly sellOutMonths: ByUnitType
  /** Whether the pace is the sector's or slowed by the local turnover. */
  readonly basis: 'sector' | 'local_turnover'
}

/**
 * The sector's pace weighs as much as this many sales and adverts a year. At a market share of a
 * quarter they are five flats a month: about what one project sells by itself, whatever data was
 * imported around it.
 */
const SECTOR_WORTH_PER_YEAR = 240

/** No sale is planned to take longer. */
const MAX_SELL_OUT_MONTHS = 600

/**
 * The pace that sells `soldAtCommissioning` of the flats while the house is built, slowed by
 * `localPace` where that takes more than `marketShare` of the flats sold and offered around the
 * site in a year.
 */
export function absorptionOf(
  units: readonly ProgrammeUnit[],
  conditions: SaleConditions,
): Absorption {
  const total = totalCount(units)
  const paceByType = againstMean(conditions.paceByType, units)
  const sector = monthsToSellOut(units, { ...conditions, paceByType })
  const neededPerYear = (12 * total) / sector / conditions.marketShare
  const pace = localPace(conditions.turnoverPerYear, neededPerYear)
  const months = Math.min(MAX_SELL_OUT_MONTHS, sector / pace)
  return {
    sellOutMonths: perType((type) => months / paceByType[type]),
    basis: pace < 1 ? 'local_turnover' : 'sector',
  }
}

/**
 * A project's pace as a share of the sector's, from what was sold and offered around it in a year,
 * n, and what the market would have to turn over for the sector's pace, N: (n + k) / (N + k), at
 * most 1.
 *
 * That is the local pace, n / N, shrunk towards the sector's: w · n / N + (1 − w) with w = N / (N +
 * k). It is the posterior mean of a rate seen n times where N were due (Poisson), when the sector's
 * pace weighs as much as k sales (Gamma). The more a project asks of its market, the more sales
 * were due, and the more their lack means: a dozen where 20 were due may be chance or a gap in the
 * data; a dozen where 500 were due is a small market. The pace is continuous and never falls as n
 * grows. Without a sale around it is k / (N + k): slow, but above 0.
 */
export function localPace(perYear: number, neededPerYear: number): number {
  const worth = SECTOR_WORTH_PER_YEAR
  return Math.min(1, (perYear + worth) / (neededPerYear + worth))
}

/**
 * Flats of a type sold by the end of a month, whole ones.
 * @param pace 1 as planned; 1.1 sells out in 1/1.1 of the time
 */
export function soldBy(month: number, count: number, sellOutMonths: number, pace: number): number {
  return Math.round(count * sCurve((month * pace) / sellOutMonths))
}

/** From 0 to 1, slow at both ends: 3u² − 2u³. */
export function sCurve(progress: number): number {
  const u = clamp(progress, 0, 1)
  return u * u * (3 - 2 * u)
}

/** The mean over all flats is 1, whatever the paces are measured in. */
function againstMean(
  paceByType: SaleConditions['paceByType'],
  units: readonly ProgrammeUnit[],
): SaleConditions['paceByType'] {
  const summed = sumOf(units, ({ type, count }) => count * paceByType[type])
  const mean = summed / Math.max(1, totalCount(units))
  return mean > 0 ? perType((type) => paceByType[type] / mean) : paceByType
}

/** The mean type's sell-out time at which the share sold at commissioning is the sector's. */
function monthsToSellOut(
  units: readonly ProgrammeUnit[],
  { constructionMonths, paceByType, soldAtCommissioning }: SaleConditions,
): number {
  const total = totalCount(units)
  const soldAt = (months: number) =>
    sumOf(
      units,
      ({ type, count }) => count * sCurve((constructionMonths * paceByType[type]) / months),
    ) / Math.max(1, total)
  let [short, long] = [0.1, MAX_SELL_OUT_MONTHS]
  // A longer sale has sold less by then. The interval is halved down to a thousandth of a month.
  while (long - short > 0.001) {
    const middle = (short + long) / 2
    if (soldAt(middle) > soldAtCommissioning) short = middle
    else long = middle
  }
  return long
}
