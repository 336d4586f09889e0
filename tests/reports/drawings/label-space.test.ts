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

  it('keeps labels and their lines 1.2 mm off the edges of the sheet', () => {
    const box = (x: number, y: number) => ({ x, y, width: 10, height: 2, angleDeg: 0 })
    for (const offMm of [1.1, 1.3]) {
      const places = [
        box(5 + offMm, 20),
        box(95 - offMm, 20),
        box(50, 1 + offMm),
        box(50, 39 - offMm),
      ]
      for (const place of places) {
        assert.equal(createLabelSpace(100, 40).take(place), offMm > 1.2)
        assert.equal(createLabelSpace(100, 40).take(box(50, 20), [place]), offMm > 1.2)
      }
    }
  })

  it('keeps labels 1 mm apart in one line, and half of that above each other', () => {
    const isTaken = (x: number, y: number, angleDeg: number) => {
      const turn = (angleDeg * Math.PI) / 180
      const space = createLabelSpace(100, 100)
      assert.ok(space.take({ x: 50, y: 50, width: 10, height: 2, angleDeg }))
      return !space.take({
        x: 50 + x * Math.cos(turn) - y * Math.sin(turn),
        y: 50 + x * Math.sin(turn) + y * Math.cos(turn),
        width: 10,
        height: 2,
        angleDeg,
      })
    }
    for (const angleDeg of [0, 30, 90]) {
      assert.deepEqual(
        [10.9, 11.1].map((x) => isTaken(x, 0, angleDeg)),
        [true, false],
      )
      assert.deepEqual(
        [2.4, 2.6].map((y) => isTaken(0, y, angleDeg)),
        [true, false],
      )
    }
  })

  it('keeps labels and lines off what is blocked, and off lines that were taken', () => {
    const box = (x: number, y: number) => ({ x, y, width: 10, height: 2, angleDeg: 0 })
    const space = createLabelSpace(100, 60)
    space.block(box(20, 10))
    assert.ok(!space.take(box(28, 10)))
    assert.ok(!space.take(box(60, 10), [box(28, 10)]))
    assert.ok(space.take(box(60, 10), [box(60, 14)]))
    assert.ok(!space.take(box(60, 30), [box(68, 14)]))
    assert.ok(!space.take(box(60, 15)))
    // Nothing of what was refused is taken.
    assert.ok(space.take(box(60, 30), [box(60, 34)]))
  })

  it('keeps a label off the ends of a stroke as far as off its sides', () => {
    const space = createLabelSpace(100, 40)
    space.blockStroke([20, 20], [40, 20], 1)
    // It reaches half of its width past its end, and labels keep a quarter of a millimetre off it.
    const label = (x: number) => ({ x, y: 20, width: 10, height: 2, angleDeg: 0 })
    assert.ok(!space.take(label(45.7)))
    assert.ok(space.take(label(45.8)))
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
