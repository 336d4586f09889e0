import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { drawBarChart } from '../../../../src/reports/drawings/charts/bar-chart.ts'
import { valueAxis } from '../../../../src/reports/drawings/charts/chart-axis.ts'
import { drawLineChart } from '../../../../src/reports/drawings/charts/line-chart.ts'
import { drawRangeBars } from '../../../../src/reports/drawings/charts/range-bars.ts'
import { textWidthMm } from '../../../../src/reports/drawings/text-size.ts'
import { formatNumber } from '../../../../src/text/russian-format.ts'
import { assertNear } from '../../../support/near.ts'

describe('the axis of a chart', () => {
  it('bears a number at most once, and no other one than the tick is at', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(values, (list) => {
        const { ticks, low, high } = valueAxis(list)
        const said = ticks.map((tick) => formatNumber(tick))
        assert.equal(new Set(said).size, ticks.length, said.join(' '))
        for (const tick of ticks) assertNear(tick, Math.round(tick), 1e-6)
        assert.ok(low <= Math.min(...list) + 1e-6 && high >= Math.max(...list) - 1e-6)
        assert.ok(ticks.length >= 3 && ticks.length <= 7)
      }),
      { examples: [[[0, 1.6]]] },
    )
  })

  it('keeps the longest numbers of a dear market inside the picture, and apart', () => {
    const values = [-173_000_000, 61_000_000, 940_000_000]
    const labels = values.map((_, at) => `м${at}`)
    const points = values.map((value, at) => ({ label: `м${at}`, value }))
    const rows = values.map((value) => ({
      label: '',
      low: value,
      middle: value + 10,
      high: value + 2e7,
    }))
    for (const drawing of [
      drawLineChart({ kind: 'line-chart', caption: '', points }),
      drawBarChart({ kind: 'bar-chart', caption: '', labels, series: [{ name: 'а', values }] }),
      drawRangeBars({ caption: '', rows }),
    ]) {
      const numbers = drawing.shapes.flatMap((shape) => {
        if (shape.shape !== 'label' || !/^[−\d\u00a0]+$/.test(shape.text)) return []
        const width = textWidthMm(shape.text, shape.sizePt)
        const from = shape.x - { start: 0, middle: width / 2, end: width }[shape.anchor]
        return [{ text: shape.text, from, to: from + width, y: shape.y }]
      })
      assert.ok(numbers.length >= 3)
      for (const { text, from, to } of numbers) {
        assert.ok(from >= 0 && to <= drawing.widthMm, `${text}: ${from} to ${to}`)
      }
      const inOrder = numbers.toSorted((a, b) => a.y - b.y || a.from - b.from)
      for (const [at, { text, from, y }] of inOrder.entries()) {
        const before = inOrder[at - 1]
        assert.ok(!before || before.y !== y || from > before.to, text)
      }
    }
  })
})
