import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { absorptionOf, soldBy } from '../../../src/siteplan/forecast/absorption.ts'
import { phasesOf } from '../../../src/siteplan/forecast/phases.ts'
import { MONTHS, NORMS, unitsOf } from './sample-programme.ts'

const turnovers = fc.integer({ min: 0, max: 3000 })
const scales = fc.integer({ min: 1, max: 20 })

describe('the phases of a project', () => {
  const phasesAt = (turnover: number, scale: number) =>
    phasesOf(unitsOf(scale), MONTHS, turnover, NORMS)
  const flatsOf = ({ counts }: { readonly counts: readonly number[] }) =>
    counts.reduce((sum, count) => sum + count, 0)

  it('are one where lenders see half of all flats sold by commissioning', () => {
    assert.equal(phasesAt(1000, 1).length, 1)
    assert.ok(phasesAt(1000, 20).length > 1)
  })

  it('have every flat of the programme once, and begin equally far apart', () => {
    fc.assert(
      fc.property(turnovers, scales, (turnover, scale) => {
        const phases = phasesAt(turnover, scale)
        assert.equal(
          phases.reduce((sum, phase) => sum + flatsOf(phase), 0),
          184 * scale,
        )
        const months = phases.map(({ startMonth }) => startMonth)
        assert.deepEqual(
          months,
          months.map((_, at) => at * (months[1] ?? 0)),
        )
      }),
    )
  })

  it('have half of their flats sold by commissioning, but for the last and the smallest', () => {
    fc.assert(
      fc.property(turnovers, scales, (turnover, scale) => {
        for (const phase of phasesAt(turnover, scale).slice(0, -1)) {
          const flats = flatsOf(phase)
          const sold = unitsOf(scale).reduce((sum, { type }, at) => {
            const { sellOutMonths } = phase.absorption
            return sum + soldBy(MONTHS, phase.counts[at] ?? 0, sellOutMonths[type], 1)
          }, 0)
          assert.ok(sold >= flats / 2 || flats <= 122, `${sold} of ${flats}`)
        }
      }),
    )
  })

  it('have 120 flats at least, but for the last, which has 60', () => {
    const sizes = phasesAt(0, 20).map(flatsOf)
    assert.ok(sizes.length > 2)
    for (const size of sizes.slice(0, -1)) assert.ok(Math.abs(size - 120) <= 2, `${size}`)
    fc.assert(
      fc.property(turnovers, scales, (turnover, scale) => {
        const last = phasesAt(turnover, scale).map(flatsOf).at(-1)
        assert.ok(last && last >= 58, `${last}`)
      }),
    )
  })

  it('sell at the pace of their own flats, the last too, which may have fewer', () => {
    fc.assert(
      fc.property(turnovers, scales, (turnover, scale) => {
        const last = phasesAt(turnover, scale).at(-1)
        const units = unitsOf(scale).map((unit, at) => ({ ...unit, count: last?.counts[at] ?? 0 }))
        assert.deepEqual(last?.absorption, absorptionOf(units, MONTHS, turnover, NORMS))
      }),
    )
  })

  it('begin as far apart as the market takes to buy one', () => {
    // A quarter of 240 and 960 a year: five and twenty flats a month.
    for (const [turnover, perMonth] of [
      [0, 5],
      [720, 20],
    ] as const) {
      const [first, second] = phasesAt(turnover, 20)
      assert.ok(first && second)
      const months = second.startMonth - first.startMonth
      assert.ok(Math.abs(months - flatsOf(first) / perMonth) <= 1.5, `${months} months`)
      // Not a month before the market has bought the first; its flats were made whole by type.
      assert.ok(months * perMonth >= flatsOf(first) - 2, `${months} months`)
    }
  })

  it('begin with the same ones however large the project is', () => {
    fc.assert(
      fc.property(turnovers, fc.integer({ min: 5, max: 20 }), (turnover, scale) => {
        const large = phasesAt(turnover, scale)
        const larger = phasesAt(turnover, 2 * scale)
        for (const [at, phase] of large.slice(0, -1).entries()) {
          const same = larger[at]
          assert.ok(same && Math.abs(flatsOf(same) - flatsOf(phase)) <= 4)
          assert.equal(same.startMonth, phase.startMonth)
        }
      }),
    )
  })

  it('are one where the sector itself sells no more by commissioning, and the market sets no limit', () => {
    const slow = { ...NORMS, soldAtCommissioning: 0.4 }
    assert.equal(phasesOf(unitsOf(10), MONTHS, 1_000_000, slow).length, 1)
  })

  it('add up to 60 flats left over to the last phase, and make one more phase of more', () => {
    const sizesOf = (count: number) =>
      phasesOf([{ type: '1', share: 1, area_m2: 40, count }], MONTHS, 0, NORMS).map(flatsOf)
    assert.deepEqual([300, 301].map(sizesOf), [
      [120, 180],
      [120, 120, 61],
    ])
  })
})
