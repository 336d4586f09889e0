import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { valueAxis } from '../../../../src/reports/drawings/charts/chart-axis.ts'
import { formatNumber } from '../../../../src/russian-format.ts'

describe('the axis of a chart', () => {
  it('bears a number at most once, and no other one than the tick is at', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 2 }), (list, decimals) => {
        const { ticks, low, high } = valueAxis(list, decimals)
        const said = ticks.map((tick) => formatNumber(tick, decimals))
        assert.equal(new Set(said).size, ticks.length, said.join(' '))
        for (const tick of ticks) assert.ok(Math.abs(tick - Number(tick.toFixed(decimals))) < 1e-6)
        assert.ok(low <= Math.min(...list) + 1e-6 && high >= Math.max(...list) - 1e-6)
        assert.ok(ticks.length >= 3 && ticks.length <= 7)
      }),
      { examples: [[[0, 1.6], 0]] },
    )
  })
})
