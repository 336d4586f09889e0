import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { absorptionOf, localPace, soldBy } from '../../../src/siteplan/forecast/absorption.ts'
import { perType, UNIT_TYPES } from '../../../src/siteplan/unit-types.ts'
import { assertNear } from '../../support/near.ts'
import { MONTHS, saleAt, unitsOf } from './sample-programme.ts'

const at = (turnover: number, scale = 1) => absorptionOf(unitsOf(scale), saleAt(turnover))

function soldAtCommissioning(turnover: number, scale = 1): number {
  const units = unitsOf(scale)
  const { sellOutMonths } = at(turnover, scale)
  const sold = units.reduce(
    (sum, { type, count }) => sum + soldBy(MONTHS, count, sellOutMonths[type], 1),
    0,
  )
  return sold / (184 * scale)
}

const turnovers = fc.integer({ min: 0, max: 3000 })
const scales = fc.integer({ min: 1, max: 20 })

describe('the pace of sales', () => {
  it('is the sector’s where the market around turns over enough for it', () => {
    assert.equal(at(1000).basis, 'sector')
    assertNear(soldAtCommissioning(1000), 0.6, 0.02)
  })

  it('never falls when more is sold around', () => {
    fc.assert(
      fc.property(turnovers, turnovers, scales, (a, b, scale) => {
        const [fewer, more] = [Math.min(a, b), Math.max(a, b)]
        assert.ok(at(more, scale).sellOutMonths['1'] <= at(fewer, scale).sellOutMonths['1'])
      }),
    )
  })

  it('moves by little for one sale more or less, wherever that is', () => {
    fc.assert(
      fc.property(turnovers, scales, (turnover, scale) => {
        const [before, after] = [at(turnover, scale), at(turnover + 1, scale)]
        const step = before.sellOutMonths['1'] / after.sellOutMonths['1'] - 1
        assert.ok(step >= 0 && step < 0.005, String(step))
      }),
    )
  })

  it('does not jump at a dozen sales, and is above zero for fewer', () => {
    const [none, eleven, twelve, hundred] = [0, 11, 12, 100].map((n) => soldAtCommissioning(n))
    assert.ok(none && eleven && twelve && hundred)
    assert.ok(none > 0.15)
    assert.ok(eleven >= none && twelve >= eleven && hundred > twelve)
    assert.ok(twelve - eleven < 0.02)
    assert.ok(hundred < 0.6)
  })

  it('goes by the paces of the types against each other alone', () => {
    for (const turnover of [0, 40, 1000]) {
      const [once, tenfold] = [1, 10].map((times) => {
        const conditions = saleAt(turnover)
        const paceByType = perType((type) => conditions.paceByType[type] * times)
        return absorptionOf(unitsOf(1), { ...conditions, paceByType })
      })
      for (const type of UNIT_TYPES) {
        const [a = 0, b = 1] = [once, tenfold].map((each) => each?.sellOutMonths[type])
        assert.ok(Math.abs(a / b - 1) < 1e-3, `${type}: ${a}, ${b}`)
      }
      assert.equal(once?.basis, tenfold?.basis)
    }
  })

  it('plans no sale of the mean type past fifty years', () => {
    const { sellOutMonths } = at(0, 500)
    const flats = unitsOf(500)
    const total = flats.reduce((sum, { count }) => sum + count, 0)
    const mean =
      flats.reduce((sum, { type, count }) => sum + count / sellOutMonths[type], 0) / total
    assert.ok(Math.abs(1 / mean - 600) < 1e-6, String(1 / mean))
    assert.ok(at(0, 1).sellOutMonths['1'] < 100)
  })

  it('sells in half the time at twice the planned pace, in twice the time at half', () => {
    const sold = (months: number, pace: number) => soldBy(months, 1000, 20, pace)
    assert.deepEqual([sold(0, 1), sold(5, 1), sold(10, 1), sold(20, 1)], [0, 156, 500, 1000])
    assert.deepEqual([sold(5, 2), sold(10, 2)], [500, 1000])
    assert.deepEqual([sold(20, 0.5), sold(40, 0.5)], [500, 1000])
  })

  it('is the slower against the sector’s, the more a project asks of a small market', () => {
    const shares = [50, 200, 1000, 5000].map((needed) => localPace(30, needed))
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => b - a),
    )
    assert.equal(localPace(30, 30), 1)
    // (60 + 240) / (360 + 240), and 240 / (720 + 240) without a sale.
    assert.deepEqual([localPace(60, 360), localPace(0, 720)], [0.5, 0.25])
    // Beside a strong need the market's own rate is nearly all that counts.
    assertNear(localPace(50_000, 100_000), 0.5, 0.01)
  })
})
