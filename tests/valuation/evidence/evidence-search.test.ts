// Which rows may be shown, and in which order they are looked at.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { distanceKm } from '../../../src/geometry/earth.ts'
import { totalAdjustmentLn } from '../../../src/valuation/evidence/adjustments.ts'
import { neighbourRows, widerRows } from '../../../src/valuation/evidence/evidence-search.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { differences, squaredDistance, TERM } from '../../../src/valuation/neighbours/similarity.ts'
import { assertNear } from '../../support/near.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'
import { compareIn } from './compared-flat.ts'

const RADIUS_KM = 1.2
const KNOWN_DAY = TOWN_DAY - 100
const TWO_YEARS = 731

/** Some are of the first day that counts, and some of the day before it. */
const flats = town({ rows: 900, spanDays: 1000 }).map((one, i) =>
  i % 20 < 2 ? { ...one, date: isoOfDay(TOWN_DAY - TWO_YEARS - (i % 20)) } : one,
)
const market = await fit(flats, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
const { table } = market
const [first] = flats
assert.ok(first)
const isLeftOut = (row: number) => row % 7 === 0
const asked = { radiusKm: RADIUS_KM, knownDay: KNOWN_DAY, isLeftOut }
const comparison = compareIn(market, { ...first, areaM2: 61.7 }, asked)
const { value } = comparison
const question = { ...asked, building: comparison.building }
/** The rows of the radius that were known, are not too old, and are not refused. */
const within = [...table.day.keys()].filter((row) => {
  const day = table.day[row] as number
  const [here, there] = [comparison.flat, flatOf(table, row)].map(
    (flat) => [flat[FLAT.lat] as number, flat[FLAT.lon] as number] as const,
  ) as [readonly [number, number], readonly [number, number]]
  return (
    day <= KNOWN_DAY &&
    day >= TOWN_DAY - TWO_YEARS &&
    !isLeftOut(row) &&
    distanceKm(...here, ...there) <= RADIUS_KM
  )
})
const netOf = (row: number) => Math.abs(Math.expm1(totalAdjustmentLn(comparison, row)))
const priceOf = (row: number) => (table.lnPrice[row] as number) + totalAdjustmentLn(comparison, row)
/** Within a quarter, and with an adjusted price within 0.3 of the estimate, in ln. */
const mayBeShown = (row: number, targetLn: number) =>
  netOf(row) <= 0.25 && Math.abs(priceOf(row) - targetLn) <= 0.3
/** An estimate so far from most rows that some are outliers. */
const HIGH = value.ln + 0.2
const termsOf = (row: number, building = comparison.building) => {
  const terms = new Float64Array(TERM.size)
  differences({ flat: comparison.flat, building, ageFrom: TOWN_DAY }, table, row, terms, 0)
  return terms
}
const tunedDistance = (row: number) => squaredDistance(market.scales.known.weights, termsOf(row), 0)
const rowsOf = (found: Iterable<{ row: number }>) => Array.from(found, ({ row }) => row)
const sorted = (rows: readonly number[]) => rows.toSorted((a, b) => a - b)

describe('the search of all rows within the radius', () => {
  it('finds each within bounds that is no outlier, but those taken already', () => {
    const fitting = within.filter((row) => mayBeShown(row, HIGH))
    const taken = new Set(fitting.filter((_, i) => i % 5 === 0))
    const found = [...widerRows(comparison, question, HIGH, taken)]
    const expected = fitting.filter((row) => !taken.has(row))
    assert.ok(expected.length > 20 && expected.length < 80, `${expected.length}`)
    const near = within.filter((row) => netOf(row) <= 0.25)
    assert.ok(fitting.length < near.length && near.length < within.length)
    assert.deepEqual(sorted(rowsOf(found)), expected)
    assert.ok(expected.some((row) => table.day[row] === TOWN_DAY - TWO_YEARS))
    for (const { row, squaredDistance: distance } of found) {
      assert.equal(distance, tunedDistance(row))
    }
  })

  it('goes by what is tuned for a building that the market knows, or for one that it does not', () => {
    const { known } = market.scales
    const scaled = (times: number) => ({ ...known, weights: known.weights.map((w) => w * times) })
    const scales = { known: scaled(2), unknown: scaled(3) }
    const compared = { ...comparison, market: { ...market, scales } }
    for (const building of [comparison.building, -1]) {
      const weights = building >= 0 ? scales.known.weights : scales.unknown.weights
      const found = [...widerRows(compared, { ...question, building }, HIGH, new Set())]
      assert.ok(found.length > 20)
      for (const { row, squaredDistance: distance } of found) {
        assert.equal(distance, squaredDistance(weights, termsOf(row, building), 0))
      }
    }
    assert.ok(comparison.building >= 0)
  })

  it('minds a difference of area more than is tuned, and of place and building far less', () => {
    const { known } = market.scales
    // In ln: a scale of 0.07 at most of area, and of 0.1 of what the adjusted price misses.
    const weights = known.weights
      .with(TERM.area, Math.max(1 / 0.07 ** 2, known.weights[TERM.area] as number))
      .with(TERM.place, (known.weights[TERM.place] as number) / 200)
      .with(TERM.building, (known.weights[TERM.building] as number) / 200)
    const orderOf = (row: number) =>
      squaredDistance(weights, termsOf(row), 0) + ((priceOf(row) - HIGH) / 0.1) ** 2
    const found = rowsOf(widerRows(comparison, question, HIGH, new Set()))
    assert.ok(found.length > 20)
    assert.deepEqual(
      found,
      found.toSorted((a, b) => orderOf(a) - orderOf(b) || a - b),
    )
  })

  it('puts the dearer of two rows the earlier the higher the estimate is', () => {
    const at = (targetLn: number) => rowsOf(widerRows(comparison, question, targetLn, new Set()))
    const [low, high] = [at(value.ln), at(HIGH)]
    const both = low.filter((row) => high.includes(row))
    const isEarlier = (rows: readonly number[], a: number, b: number) =>
      rows.indexOf(a) < rows.indexOf(b)
    const pairs = both.flatMap((a) =>
      both.filter((b) => priceOf(a) > priceOf(b)).map((b) => [a, b] as const),
    )
    const stay = pairs.filter(([a, b]) => isEarlier(low, a, b))
    const come = pairs.filter(([a, b]) => !isEarlier(low, a, b) && isEarlier(high, a, b))
    assert.ok(stay.every(([a, b]) => isEarlier(high, a, b)))
    assert.ok(come.length > 100, `${come.length}`)
  })
})

describe('the neighbours that may be shown', () => {
  it('are those within bounds that are no outliers, most alike first', () => {
    const found = [...neighbourRows(comparison, HIGH)]
    const neighbours = [...value.neighbours.rows]
    assert.deepEqual(
      rowsOf(found),
      neighbours.filter((row) => mayBeShown(row, HIGH)),
    )
    const near = neighbours.filter((row) => netOf(row) <= 0.25)
    assert.ok(found.length > 0 && found.length < near.length, `${found.length}`)
    assert.ok(near.length < neighbours.length, `${near.length}`)
    for (const { row, squaredDistance: distance } of found) {
      assertNear(distance, tunedDistance(row), 1e-9)
    }
  })
})
