// The market around a flat: prices of the last year near it, and how they have moved. Never here:
// the flat's own value, and how the index is learnt (attributes/fit-hedonic.ts).
import { monthOfDay } from '../../calendar.ts'
import { median } from '../../numbers/order-statistics.ts'
import { round } from '../../numbers/rounding.ts'
import { marketIndexOf } from '../attributes/hedonic.ts'
import { lnPriceAs, type PriceBasis } from '../attributes/price-basis.ts'
import { indexLevel, knownMonths, type MarketIndex } from '../attributes/time-index.ts'
import { attributeAt, FLAT } from '../market/flat-vector.ts'
import { LONGEST_GAP_MONTHS } from '../market/market-table.ts'
import { eachRowWithin, surroundings } from '../market/rows-within.ts'
import type { Model } from '../model/model.ts'
import type { MarketAround } from '../wire/estimate-schema.ts'
import { marketTrend, type TrendSample } from './market-trend.ts'

/** Median and sample of flats sold or offered as new. */
export interface NewBuilds {
  readonly median_rub_per_m2: number | null
  readonly sample: number
}

const RADIUS_M = 1000
const YEAR_DAYS = 365

export function marketAround(
  model: Model,
  flat: Float64Array,
  day: number,
  basis: PriceBasis,
): MarketAround {
  const sample = sampleAround(model, flat, day, basis)
  const index = marketIndexOf(model.attribute.hedonic, flat)
  return {
    index_12m: changeOverYear(index, day),
    median_rub_per_m2: wholeMedian(sample.rubPerM2),
    radius_m: RADIUS_M,
    sample: sample.rubPerM2.length,
    trend: marketTrend(index, sample, day),
  }
}

/** Median and sample as in `marketAround`, of new flats alone. */
export function newBuildsAround(
  model: Model,
  flat: Float64Array,
  day: number,
  basis: PriceBasis,
): NewBuilds {
  const isNew = (row: number) => model.comparables[row]?.market === 'new'
  const { rubPerM2 } = sampleAround(model, flat, day, basis, isNew)
  return { median_rub_per_m2: wholeMedian(rubPerM2), sample: rubPerM2.length }
}

function wholeMedian(rubPerM2: readonly number[]): number | null {
  return rubPerM2.length === 0 ? null : Math.round(median(rubPerM2))
}

/**
 * null unless prices are known from the month a year ago on, and nowhere missing for more than half
 * a year since.
 */
function changeOverYear(index: MarketIndex, day: number): number | null {
  const month = monthOfDay(day)
  const yearAgo = day - YEAR_DAYS
  const known = knownMonths(index, month)
  if (!known || monthOfDay(yearAgo) < known.since) return null
  if (month - known.until > LONGEST_GAP_MONTHS) return null
  return round(Math.expm1(indexLevel(index, day) - indexLevel(index, yearAgo)), 4)
}

function sampleAround(
  model: Model,
  flat: Float64Array,
  day: number,
  basis: PriceBasis,
  isCounted: (row: number) => boolean = () => true,
): TrendSample {
  const { table } = model
  const rubPerM2: number[] = []
  const months: number[] = []
  const isRecent = (row: number): boolean => {
    const ageDays = day - (table.day[row] as number)
    return ageDays >= 0 && ageDays <= YEAR_DAYS && isCounted(row)
  }
  eachRowWithin(model, surroundings(flat, RADIUS_M / 1000), isRecent, (row) => {
    months.push(table.month[row] as number)
    const lnArea = attributeAt(table, row, FLAT.lnArea)
    rubPerM2.push(Math.exp(lnPriceAs(model, row, basis) - lnArea))
  })
  return { rubPerM2, months }
}
