import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { absorptionOf, sCurve } from '../../../src/siteplan/forecast/absorption.ts'
import { phaseCounts, phasesOf } from '../../../src/siteplan/forecast/phases.ts'
import { saleAt, unitsOf } from './sample-programme.ts'

const turnovers = fc.integer({ min: 0, max: 3000 })
const scales = fc.integer({ min: 1, max: 20 })
const numbers = fc.integer({ min: 1, max: 12 })

describe('the phases of a project', () => {
  const phasesAt = (turnover: number, scale: number, count: number) =>
    phasesOf(unitsOf(scale), count, saleAt(turnover))

  it('have every flat of the programme once, equally many each', () => {
    fc.assert(
      fc.property(turnovers, scales, numbers, (turnover, scale, count) => {
        const { phases } = phasesAt(turnover, scale, count)
        assert.equal(phases.length, count)
        for (const [at, { count: ofType }] of unitsOf(scale).entries()) {
          const counts = phases.map((phase) => phase.counts[at] ?? 0)
          assert.equal(
            counts.reduce((sum, each) => sum + each, 0),
            ofType,
          )
          assert.ok(Math.max(...counts) - Math.min(...counts) <= 1)
        }
      }),
    )
  })

  it('sell as a project of their size would', () => {
    const { absorption } = phasesAt(300, 10, 5)
    assert.deepEqual(absorption, absorptionOf(unitsOf(2), saleAt(300)))
  })

  it('begin when nine tenths of the one before are sold, and not a month later', () => {
    fc.assert(
      fc.property(turnovers, scales, numbers, (turnover, scale, count) => {
        const { phases, absorption } = phasesAt(turnover, scale, count)
        const months = phases.map(({ startMonth }) => startMonth)
        const apart = months[1] ?? 0
        assert.deepEqual(
          months,
          months.map((_, at) => at * apart),
        )
        if (count === 1) return
        const soldBy = (month: number) =>
          unitsOf().reduce(
            (sum, { type, share }) => sum + share * sCurve(month / absorption.sellOutMonths[type]),
            0,
          )
        assert.ok(soldBy(apart) >= 0.9 && soldBy(apart - 1) < 0.9, `${soldBy(apart)}`)
      }),
    )
  })
})

describe('the numbers of phases to choose from', () => {
  const countsOf = (flats: number) =>
    phaseCounts([{ type: '1', share: 1, area_m2: 40, count: flats }])

  it('leave sixty flats to each phase', () => {
    assert.deepEqual([1, 119, 120, 179, 180, 300].map(countsOf), [
      [1],
      [1],
      [1, 2],
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4, 5],
    ])
  })

  it('are no more than a twentieth apart, and few however large the project is', () => {
    const counts = countsOf(60 * 5000)
    assert.equal(counts.at(-1), 5000)
    for (const [at, count] of counts.slice(1).entries()) {
      const before = counts[at] as number
      assert.ok(count > before && count - before <= Math.max(1, before / 20))
    }
    assert.ok(counts.length < 200, `${counts.length}`)
  })
})
