import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { drawBarChart, SERIES_INKS } from '../../../../src/reports/drawings/charts/bar-chart.ts'
import { assertNear } from '../../../support/near.ts'
import { greyOf } from '../drawn-ink.ts'

const value = fc.integer({ min: -1e8, max: 1e8 }).map((hundredths) => hundredths / 100)

describe('the bar chart', () => {
  it('stands what is above zero on the zero line, and hangs what is below from it', () => {
    const seriesOf = (length: number) => fc.array(value, { minLength: length, maxLength: length })
    const table = fc
      .integer({ min: 1, max: 20 })
      .chain((length) => fc.array(seriesOf(length), { minLength: 1, maxLength: 3 }))
    fc.assert(
      fc.property(table, (lists) => {
        const labels = (lists[0] ?? []).map((_, index) => String(index))
        const series = lists.map((values, index) => ({ name: `ряд ${index}`, values }))
        const drawing = drawBarChart({
          kind: 'bar-chart',
          caption: '',
          labels,
          series,
        })
        const zero = drawing.shapes.findLast((shape) => shape.shape === 'line')?.points[0]?.[1]
        assert.ok(zero !== undefined)
        const squares = lists.length > 1 ? lists.length : 0
        const bars = drawing.shapes.filter((shape) => shape.shape === 'rectangle').slice(squares)
        for (const bar of bars) {
          assert.ok(bar.x >= 0 && bar.x + bar.width <= drawing.widthMm)
          assert.ok(bar.y >= 0 && bar.y + bar.height <= drawing.heightMm)
          const [stands, hangs] = [bar.y + bar.height - zero, bar.y - zero]
          assert.ok(Math.min(Math.abs(stands), Math.abs(hangs)) < 0.02)
        }
        const [most, least] = [Math.max(...lists.flat()), Math.min(...lists.flat())]
        const scale = Math.max(most, -least)
        if (most > scale / 100) assert.ok(bars.some((bar) => bar.y < zero))
        if (least < -scale / 100) assert.ok(bars.some((bar) => bar.y === zero))
      }),
    )
  })

  it('stands the bars of a label together over its middle', () => {
    for (const names of [['а'], ['а', 'б'], ['а', 'б', 'в']]) {
      const series = names.map((name) => ({ name, values: [3, 5] }))
      const { shapes } = drawBarChart({
        kind: 'bar-chart',
        caption: '',
        labels: ['1–3', '4–6'],
        series,
      })
      const squares = names.length > 1 ? names.length : 0
      const bars = shapes.filter((shape) => shape.shape === 'rectangle').slice(squares)
      for (const [at, text] of ['1–3', '4–6'].entries()) {
        const own = bars.filter((_, index) => index % 2 === at)
        const ends = own.flatMap(({ x, width }) => [x, x + width])
        const label = shapes.find((shape) => shape.shape === 'label' && shape.text === text)
        assert.ok(label?.shape === 'label')
        assertNear((Math.min(...ends) + Math.max(...ends)) / 2, label.x, 0.03)
      }
    }
  })

  it('has series that a grey print keeps apart', () => {
    const greys = SERIES_INKS.map(greyOf)
    for (const [index, grey] of greys.entries()) {
      for (const other of greys.slice(index + 1)) assert.ok(Math.abs(grey - other) > 50)
    }
  })

  it('draws nothing but its axis where there is nothing', () => {
    const drawing = drawBarChart({
      kind: 'bar-chart',
      caption: '',
      labels: ['а', 'б'],
      series: [{ name: 'ряд', values: [0, 0] }],
    })
    assert.ok(drawing.shapes.every((shape) => shape.shape !== 'rectangle'))
  })
})
