// Which comparables are evidence: one per advert, none with an impossible price for its city. Their
// order is fixed. Never here: anything learnt beyond these limits.
import { median, quantileOfSorted } from '../../numbers/order-statistics.ts'
import { hashText } from '../../numbers/random.ts'
import { byUnits } from '../../text/by-units.ts'
import type { Comparable } from '../comparables/comparable.ts'
import { buildingKeys } from './building.ts'
import { cityName } from './flat-vector.ts'
import { withoutRepeated } from './repeated-adverts.ts'

/** A comparable with the key of its building. */
export interface Evidence {
  readonly comparable: Comparable
  readonly building: string
}

/** With fewer rows percentiles mean nothing. */
const MIN_FOR_PERCENTILES = 500
/** A price this many times off the median is a mistake, such as one in thousands of roubles. */
const MOST_TIMES_OFF = 10
const LOW_QUANTILE = 0.002
const HIGH_QUANTILE = 0.998

/** What `byContent` asks of two adverts before their details, and their ids, which tell nothing. */
type AskedApart = 'date' | 'floor' | 'areaM2' | 'rooms' | 'kind' | 'priceRub' | 'sourceId'

/**
 * All else that may distinguish two adverts of one flat, day and price: all of it, or this does not
 * compile.
 */
const DETAILS = Object.keys({
  lat: true,
  lon: true,
  city: true,
  district: true,
  address: true,
  floorsTotal: true,
  yearBuilt: true,
  houseMaterial: true,
  buildingClass: true,
  condition: true,
  market: true,
  kitchenAreaM2: true,
  livingAreaM2: true,
  ceilingHeightM: true,
} satisfies Record<Exclude<keyof Comparable, AskedApart>, true>) as readonly (keyof Comparable)[]

/**
 * By a hash of their details. Any order of the details themselves would favour some: of two adverts
 * of a flat always the older house, or the plainer condition.
 */
function byDetails(a: Comparable, b: Comparable): number {
  const textOf = (one: Comparable): string => JSON.stringify(DETAILS.map((detail) => one[detail]))
  const x = textOf(a)
  const y = textOf(b)
  return x === y ? 0 : hashText(x, 41) - hashText(y, 41) || byUnits(x, y)
}

/**
 * The order of all evidence: by content. Neither the order of a file nor the ids of its rows can
 * change an estimate.
 */
function byContent(a: Evidence, b: Evidence): number {
  const x = a.comparable
  const y = b.comparable
  return (
    byUnits(x.date, y.date) ||
    byUnits(a.building, b.building) ||
    (x.floor ?? -99) - (y.floor ?? -99) ||
    x.areaM2 - y.areaM2 ||
    x.rooms - y.rooms ||
    byUnits(x.kind, y.kind) ||
    x.priceRub - y.priceRub ||
    byDetails(x, y) ||
    byUnits(x.sourceId, y.sourceId)
  )
}

/**
 * One key per advert: its building, floor, area and rooms. A deal's key also has its date and
 * price, because flats sell again.
 */
function sameThingKey(one: Evidence): string {
  const { comparable } = one
  const flat = flatKey(one)
  return comparable.kind === 'listing'
    ? `listing/${flat}`
    : `deal/${flat}/${comparable.date}/${comparable.priceRub}`
}

function flatKey({ comparable, building }: Evidence): string {
  return `${building}/${comparable.floor ?? ''}/${comparable.areaM2}/${comparable.rooms}`
}

function rubPerM2({ comparable }: Evidence): number {
  return comparable.priceRub / comparable.areaM2
}

/** ₽/m², by name of a city. */
type PriceLimits = ReadonlyMap<string, Limits>

interface Limits {
  readonly low: number
  readonly mid: number
  readonly high: number
}

/**
 * Limits of price per m² for each city: a tenth and ten times its median and, if it is large, its
 * 0.2 and 99.8 percentiles too.
 */
function priceLimits(evidence: readonly Evidence[]): PriceLimits {
  const limits = new Map<string, Limits>()
  for (const [city, ofCity] of Map.groupBy(evidence, ({ comparable }) => cityName(comparable))) {
    const sorted = Float64Array.from(ofCity, rubPerM2).sort()
    const mid = quantileOfSorted(sorted, 0.5)
    const isLarge = sorted.length >= MIN_FOR_PERCENTILES
    limits.set(city, {
      mid,
      low: Math.max(mid / MOST_TIMES_OFF, isLarge ? quantileOfSorted(sorted, LOW_QUANTILE) : 0),
      high: Math.min(
        mid * MOST_TIMES_OFF,
        isLarge ? quantileOfSorted(sorted, HIGH_QUANTILE) : Infinity,
      ),
    })
  }
  return limits
}

/** So many flats of a house, and such a share of them, must agree on its prices. */
const MIN_AGREED = 3
const SHARE_AGREED = 0.7
/** They are at most this many times off their median. */
const TIMES_AGREED = 1.6
/** Dearer than so many times the median of its city is no house: its source counts in kopecks. */
const MOST_TIMES_DEAR = 30

/**
 * Flats that agree with their house on a price too high for their city: of a house of luxury one
 * may be a mistake, but hardly three.
 */
function dearByTheirHouse(evidence: readonly Evidence[], limits: PriceLimits): Set<Evidence> {
  const limitsOf = ({ comparable }: Evidence): Limits => limits.get(cityName(comparable)) as Limits
  const isTooHigh = (one: Evidence): boolean => rubPerM2(one) > limitsOf(one).high
  const houses = new Set(evidence.filter(isTooHigh).map(({ building }) => building))
  const flats = evidence.filter(({ building }) => houses.has(building))
  return new Set(
    [...Map.groupBy(flats, ({ building }) => building).values()].flatMap((ofHouse) => {
      const mid = median(ofHouse.map(rubPerM2))
      if (mid > MOST_TIMES_DEAR * limitsOf(ofHouse[0] as Evidence).mid) return []
      const agreed = ofHouse.filter(
        (one) => Math.abs(Math.log(rubPerM2(one) / mid)) <= Math.log(TIMES_AGREED),
      )
      const least = Math.max(MIN_AGREED, SHARE_AGREED * ofHouse.length)
      const flatsAgreed = new Set(agreed.map(flatKey)).size
      return agreed.length >= least && flatsAgreed >= MIN_AGREED ? agreed : []
    }),
  )
}

/** Cleans comparables (step 1 of docs/valuation.md). The order of the input changes nothing. */
export function clean(comparables: readonly Comparable[]): Evidence[] {
  const keys = buildingKeys(comparables)
  const all = comparables
    .map((comparable, i) => ({ comparable, building: keys[i] as string }))
    .filter(({ comparable: { floor, floorsTotal } }) => {
      return floor === null || floorsTotal === null || floor <= floorsTotal
    })
    .sort(byContent)
  const latest = new Map<string, Evidence>()
  for (const one of all) {
    const key = sameThingKey(one)
    const kept = latest.get(key)
    // The list is sorted by date. A later advert replaces an earlier one; of one day the first by
    // content stays.
    if (kept === undefined || kept.comparable.date < one.comparable.date) latest.set(key, one)
  }
  const keepers = new Set(latest.values())
  const unique = withoutRepeated(all.filter((one) => keepers.has(one)))
  const limits = priceLimits(unique)
  const dear = dearByTheirHouse(unique, limits)
  return unique.filter((one) => {
    const { low, high } = limits.get(cityName(one.comparable)) ?? { low: 0, high: Infinity }
    return low <= rubPerM2(one) && (rubPerM2(one) <= high || dear.has(one))
  })
}
