import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CAP_HEIGHT } from '../../../src/reports/drawing.ts'
import { createLabelSpace } from '../../../src/reports/drawings/label-space.ts'
import { capHeightMm } from '../../../src/reports/drawings/text-size.ts'

describe('the space for labels', () => {
  it('measures letters as large as they are drawn: 72 points are an inch', () => {
    assert.equal(capHeightMm(72), 25.4 * CAP_HEIGHT)
  })

  it('keeps a label, but no line, off a stroke as wide as it is drawn', () => {
    const label = { x: 50, y: 20, width: 10, height: 2, angleDeg: 0 }
    const spaceWith = (strokeMm: number) => {
      const space = createLabelSpace(100, 40)
      space.blockStroke([0, 22], [100, 22], strokeMm)
      return space
    }
    assert.ok(spaceWith(1).take(label))
    assert.ok(!spaceWith(2).take(label))
    const [above, across] = [label, { ...label, y: 22, height: 0.3 }]
    assert.ok(spaceWith(1).take(above, [across]))
  })

  it('keeps the ends of a line off labels and labels off them, but neither off another line', () => {
    const box = (x: number, y: number) => ({ x, y, width: 10, height: 2, angleDeg: 0 })
    const space = createLabelSpace(100, 60)
    assert.ok(space.take(box(20, 10), [box(20, 14)], [box(40, 14)]))
    assert.ok(!space.take(box(40, 14)))
    assert.ok(!space.take(box(60, 30), [], [box(20, 10)]))
    assert.ok(space.take(box(60, 30), [box(40, 14)], [box(20, 14)]))
  })
})
