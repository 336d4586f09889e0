// How much larger errors are in each city of a market than in all of it. Cities differ by more than
// the shape of their evidence, as adverts differ from deals. Never here: what is expected of an
// error (interval.ts).
import { quantileOfSorted } from '../../order-statistics.ts'

export interface CityScore {
  readonly city: number
  readonly building: number
  /** |error| as a multiple of what was expected of it. */
  readonly score: number
}

/** Cities are compared at the share of the default interval. */
const COMPARED_SHARE = 0.8
/** With that many buildings tried, a city's own scores count by half. */
const DOUBTED_BUILDINGS = 20
/** Added to both sides of a comparison: where nearly all errors are nothing, they say nothing. */
const FLOOR_SCORE = 0.05

/**
 * The scale of each city by its code: its quantile of scores over that of all, drawn towards 1 the
 * fewer buildings were tried in it. A market of one city has the scale 1.
 */
export function cityScales(scores: readonly CityScore[]): Map<number, number> {
  const usual = comparedScore(scores)
  const scales = new Map<number, number>()
  for (const [city, ofCity] of Map.groupBy(scores, (one) => one.city)) {
    const buildings = new Set(ofCity.map(({ building }) => building)).size
    const trust = buildings / (buildings + DOUBTED_BUILDINGS)
    scales.set(city, (comparedScore(ofCity) / usual) ** trust)
  }
  return scales
}

function comparedScore(scores: readonly CityScore[]): number {
  const sorted = Float64Array.from(scores, ({ score }) => score).sort()
  return quantileOfSorted(sorted, COMPARED_SHARE) + FLOOR_SCORE
}
