import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawRangeBars } from '../../../../src/reports/drawings/charts/range-bars.ts'

describe('ranges as bars', () => {
  it('keep the numbers at their ends readable over the lines of the grid', () => {
    const { shapes } = drawRangeBars({
      caption: '',
      decimals: 0,
      rows: [{ label: 'Цена', low: 3, middle: 58, high: 113 }],
    })
    const labels = shapes.flatMap((shape) => (shape.shape === 'label' ? [shape] : []))
    for (const text of ['3', '113']) {
      assert.equal(labels.find((label) => label.text === text)?.halo, 'paper', text)
    }
  })
})
