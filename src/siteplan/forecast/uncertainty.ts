// How far a project's revenue and worth may be from plan: seeded draws of price, pace and cost. The
// project itself is project.ts's, one input at a time sensitivity.ts's.
import { quantileOfSorted } from '../../numbers/order-statistics.ts'
import { seededRandom, standardNormal } from '../../numbers/random.ts'
import type { Factors } from './cash-flow.ts'
import { netPresentValue } from './discounting.ts'
import type { Band } from './forecast.ts'
import { outcomesOf, type Project } from './project.ts'

/** Standard deviations of the logarithms of price, pace and cost. */
export interface Spread {
  readonly price: number
  readonly pace: number
  readonly cost: number
}

/** How outcomes are drawn at random. */
export interface Simulation {
  readonly spread: Spread
  readonly discountRate: number
  readonly draws: number
  readonly seed: number
}

export interface Outcomes {
  readonly revenue: Float64Array
  readonly npv: Float64Array
}

/**
 * Draws around `centre`: each input log-normal with its planned value as the median, independent of
 * one another. The same seed gives the same draws.
 */
export function drawOutcomes(
  project: Project,
  centre: Factors,
  { spread, discountRate, draws, seed }: Simulation,
): Outcomes {
  const random = seededRandom(seed)
  const outcomeOf = outcomesOf(project)
  const revenue = new Float64Array(draws)
  const npv = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw += 1) {
    const factor = (deviation: number) => Math.exp(deviation * standardNormal(random))
    const outcome = outcomeOf({
      ...centre,
      price: centre.price * factor(spread.price),
      pace: centre.pace * factor(spread.pace),
      cost: centre.cost * factor(spread.cost),
    })
    revenue[draw] = outcome.revenueRub
    npv[draw] = netPresentValue(outcome.cash, discountRate)
  }
  return { revenue: revenue.sort(), npv: npv.sort() }
}

/**
 * P50 is the plan, so that it agrees with the schedule to the rouble; P10 and P90 keep their ratio
 * to the simulated median.
 */
export function bandByRatio(planned: number, sorted: Float64Array): Band {
  const median = quantileOfSorted(sorted, 0.5)
  if (planned === 0 || median === 0) return { p10: planned, p50: planned, p90: planned }
  return {
    p10: Math.round((planned * quantileOfSorted(sorted, 0.1)) / median),
    p50: planned,
    p90: Math.round((planned * quantileOfSorted(sorted, 0.9)) / median),
  }
}

/** P50 is the plan; P10 and P90 keep their distance to the simulated median, for any sign. */
export function bandByDistance(planned: number, sorted: Float64Array): Band {
  const median = quantileOfSorted(sorted, 0.5)
  return {
    p10: Math.round(planned + quantileOfSorted(sorted, 0.1) - median),
    p50: Math.round(planned),
    p90: Math.round(planned + quantileOfSorted(sorted, 0.9) - median),
  }
}
