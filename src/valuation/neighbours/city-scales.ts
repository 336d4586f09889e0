// How much larger errors are in each city of a market than in all of it. Cities differ by more than
// the shape of their evidence, as adverts differ from deals. Never here: what is expected of an
// error (interval.ts).
import { quantileOfSorted } from '../../numbers/order-statistics.ts'
import { DEFAULT_INTERVAL } from './interval-shares.ts'

export interface CityScore {
  readonly city: number
  readonly building: number
  /** |error| as a multiple of what was expected of it. */
  readonly score: number
}

export interface CityScales {
  /** The scale of each city that was tried, by its code. */
  readonly own: ReadonlyMap<number, number>
  /** The scale of any other city. */
  readonly others: number
}

/** Where cities are not told apart. */
export const EQUAL_CITIES: CityScales = { own: new Map(), others: 1 }

/**
 * With this many buildings tried, a city's own scores count half. With fewer it is a small city.
 */
const DOUBTED_BUILDINGS = 20
/** Added to both scores of a comparison, so that a ratio of errors near 0 stays near 1. */
const FLOOR_SCORE = 0.05

/**
 * The scale of a city is its quantile of scores over that of all, drawn towards the scale of all
 * small cities together the fewer buildings were tried in it; theirs towards 1. Beside a large city
 * most scores are of that one, and small ones have larger errors. A market of one city has the
 * scale 1.
 */
export function cityScales(scores: readonly CityScore[]): CityScales {
  const usual = comparedScore(scores)
  const byCity = Map.groupBy(scores, ({ city }) => city)
  const small = [...byCity.values()].filter((one) => buildingsIn(one) < DOUBTED_BUILDINGS).flat()
  const scaleOf = (some: readonly CityScore[], towards: number): number => {
    const trust = buildingsIn(some) / (buildingsIn(some) + DOUBTED_BUILDINGS)
    return towards ** (1 - trust) * (comparedScore(some) / usual) ** trust
  }
  const others = small.length === 0 ? 1 : scaleOf(small, 1)
  const own = new Map([...byCity].map(([city, ofCity]) => [city, scaleOf(ofCity, others)]))
  return { own, others }
}

export function scaleOfCity({ own, others }: CityScales, city: number): number {
  return own.get(city) ?? others
}

function buildingsIn(scores: readonly CityScore[]): number {
  return new Set(scores.map(({ building }) => building)).size
}

/** At the share of the default interval: most answers have that one. */
function comparedScore(scores: readonly CityScore[]): number {
  const sorted = Float64Array.from(scores, ({ score }) => score).sort()
  return quantileOfSorted(sorted, DEFAULT_INTERVAL) + FLOOR_SCORE
}
