// Which rows may be shown, and in which order they are looked at.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { distanceKm } from '../../../src/geometry/earth.ts'
import { placeSubject } from '../../../src/valuation/answer/subject.ts'
import { UNSEEN } from '../../../src/valuation/attributes/attribute-model.ts'
import { type Comparison, totalAdjustmentLn } from '../../../src/valuation/evidence/adjustments.ts'
import { neighbourRows, widerRows } from '../../../src/valuation/evidence/evidence-search.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { fit } from '../../../src/valuation/model/model.ts'
import { valueLocally } from '../../../src/valuation/neighbours/local-value.ts'
import { differences, squaredDistance, TERM } from '../../../src/valuation/neighbours/similarity.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const RADIUS_KM = 1.2
const KNOWN_DAY = TOWN_DAY - 100
const TWO_YEARS = 731

const flats = town({ rows: 900, spanDays: 1000 })
const market = fit(flats, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
const { table } = market
const [first] = flats
assert.ok(first)
const subject = placeSubject(market, { ...first, areaM2: 61.7 }, TOWN_DAY)
const refuse = (row: number) => row % 7 === 0
const value = valueLocally(market, {
  flat: subject.flat,
  building: subject.building,
  fold: UNSEEN,
  day: TOWN_DAY,
  knownDay: KNOWN_DAY,
  knownMonth: Infinity,
  radiusKm: RADIUS_KM,
  refuse,
})
const comparison: Comparison = { market, value, flat: subject.flat, day: TOWN_DAY, basis: 'deal' }
const question = {
  radiusKm: RADIUS_KM,
  building: subject.building,
  knownDay: KNOWN_DAY,
  refuse,
}
/** The rows of the radius that were known, are not too old, and are not refused. */
const within = [...table.day.keys()].filter((row) => {
  const day = table.day[row] as number
  const [here, there] = [subject.flat, flatOf(table, row)].map(
    (flat) => [flat[FLAT.lat] as number, flat[FLAT.lon] as number] as const,
  ) as [readonly [number, number], readonly [number, number]]
  return (
    day <= KNOWN_DAY &&
    day >= TOWN_DAY - TWO_YEARS &&
    !refuse(row) &&
    distanceKm(...here, ...there) <= RADIUS_KM
  )
})
const netOf = (row: number) => Math.abs(Math.expm1(totalAdjustmentLn(comparison, row)))
const tunedDistance = (row: number) => {
  const terms = new Float64Array(TERM.size)
  differences(
    { flat: subject.flat, building: subject.building, ageFrom: TOWN_DAY },
    table,
    row,
    terms,
    0,
  )
  return squaredDistance(market.scales.known.weights, terms, 0)
}
const rowsOf = (found: Iterable<{ row: number }>) => Array.from(found, ({ row }) => row)
const sorted = (rows: readonly number[]) => rows.toSorted((a, b) => a - b)

describe('the search of all rows within the radius', () => {
  it('finds each whose whole adjustment is within a quarter, but those taken already', () => {
    const fitting = within.filter((row) => netOf(row) <= 0.25)
    const taken = new Set(fitting.filter((_, i) => i % 5 === 0))
    const found = [...widerRows(comparison, question, value.ln, taken)]
    const expected = fitting.filter((row) => !taken.has(row))
    assert.ok(expected.length > 30 && expected.length < 80, `${expected.length}`)
    assert.ok(fitting.length < within.length)
    assert.deepEqual(sorted(rowsOf(found)), expected)
    for (const { row, squaredDistance: distance } of found) {
      assert.equal(distance, tunedDistance(row))
    }
  })

  it('begins with those whose adjusted price is nearest the estimate', () => {
    // So far from all that nothing else can count.
    const rows = rowsOf(widerRows(comparison, question, value.ln + 1e6, new Set()))
    const prices = rows.map(
      (row) => (table.lnPrice[row] as number) + totalAdjustmentLn(comparison, row),
    )
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => b - a),
    )
  })
})

describe('the neighbours that may be shown', () => {
  it('are those whose whole adjustment is within a quarter, most alike first', () => {
    const found = [...neighbourRows(comparison)]
    const neighbours = [...value.neighbours.rows]
    assert.deepEqual(
      rowsOf(found),
      neighbours.filter((row) => netOf(row) <= 0.25),
    )
    assert.ok(found.length > 0 && found.length < neighbours.length, `${found.length}`)
    for (const { row, squaredDistance: distance } of found) {
      assert.ok(Math.abs(distance - tunedDistance(row)) < 1e-9)
    }
  })
})
