// Three plain ways to value a flat, to show what the method adds: a median, nearest neighbours, a
// regression.
// Never here: the method's own steps beyond the hedonic regression it shares.
import { dayOfIso } from '../../src/calendar.ts'
import { median } from '../../src/numbers/order-statistics.ts'
import { fitHedonic } from '../../src/valuation/attributes/fit-hedonic.ts'
import { hedonicLn, marketIndexOf } from '../../src/valuation/attributes/hedonic.ts'
import { indexLevel } from '../../src/valuation/attributes/time-index.ts'
import type { Comparable } from '../../src/valuation/comparables/comparable.ts'
import { clean } from '../../src/valuation/market/cleaning.ts'
import { coderOf, FLAT } from '../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../src/valuation/market/market-table.ts'
import { gridOf } from '../../src/valuation/model/model.ts'
import {
  DEFAULT_RADIUS_KM,
  nearest,
  OLDEST_DAYS,
} from '../../src/valuation/neighbours/neighbours.ts'
import { STARTING_WEIGHTS } from '../../src/valuation/neighbours/similarity.ts'

/** Estimates of `test` from `train`, null where there is none. */
type Baseline = (train: readonly Comparable[], test: readonly Comparable[]) => (number | null)[]

const perM2 = (one: Comparable): number => one.priceRub / one.areaM2

function medianByDistrictAndRooms(
  train: readonly Comparable[],
  test: readonly Comparable[],
): (number | null)[] {
  const keyOf = (one: Comparable): string => `${one.city}/${one.district}/${one.rooms}`
  const latest = train.reduce((date, one) => (one.date > date ? one.date : date), '')
  const from = (dayOfIso(latest) ?? 0) - 365
  const prices = new Map<string, number[]>()
  for (const one of train) {
    if ((dayOfIso(one.date) ?? 0) < from) continue
    const known = prices.get(keyOf(one))
    if (known === undefined) prices.set(keyOf(one), [perM2(one)])
    else known.push(perM2(one))
  }
  const medians = new Map([...prices].map(([key, values]) => [key, median(values)]))
  return test.map((one) => {
    const middle = medians.get(keyOf(one))
    return middle === undefined ? null : middle * one.areaM2
  })
}

const NEIGHBOURS = 10

function nearestNeighbours(
  train: readonly Comparable[],
  test: readonly Comparable[],
): (number | null)[] {
  const table = marketTable(clean(train))
  const grid = gridOf(table)
  const code = coderOf(table.words)
  return test.map((one) => {
    const day = dayOfIso(one.date) ?? 0
    const { count, rows } = nearest(table, grid, STARTING_WEIGHTS, {
      flat: code(one),
      day,
      ageFrom: day,
      oldestDay: day - OLDEST_DAYS,
      building: -1,
      radiusKm: DEFAULT_RADIUS_KM,
      k: NEIGHBOURS,
    })
    if (count === 0) return null
    const prices = Array.from(rows, (row) =>
      Math.exp(
        (table.lnPrice[row] as number) - (table.flats[row * FLAT.size + FLAT.lnArea] as number),
      ),
    )
    return (prices.reduce((sum, price) => sum + price, 0) / count) * one.areaM2
  })
}

function hedonic(train: readonly Comparable[], test: readonly Comparable[]): (number | null)[] {
  const table = marketTable(clean(train))
  const fitted = fitHedonic(table)
  const code = coderOf(table.words)
  return test.map((one) => {
    const flat = code(one)
    const level = indexLevel(marketIndexOf(fitted, flat), dayOfIso(one.date) ?? 0)
    const ask = one.kind === 'listing' ? fitted.lnAskOverDeal : 0
    return Math.exp(hedonicLn(fitted, flat) + level + ask)
  })
}

export const BASELINES: Record<string, Baseline> = {
  'median per m² by district × rooms': medianByDistrictAndRooms,
  'nearest 10, mean per m²': nearestNeighbours,
  'hedonic regression': hedonic,
}
