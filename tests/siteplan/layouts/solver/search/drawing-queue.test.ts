// How many drawings that find no room a search makes before it gives a typology up.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  DRAWING_BUDGET,
  DrawingQueue,
  openBudget,
  SMALL_SITE_BUDGET,
} from '../../../../../src/siteplan/layouts/solver/search/drawing-queue.ts'
import type { ValidMassing } from '../../../../../src/siteplan/layouts/solver/search/strata.ts'

const ENDLESS = { footprintM2: 500, priority: 1, next: () => ({}) as ValidMassing }
const WINGS = 6

function failuresOf(size: typeof SMALL_SITE_BUDGET, piecesTried: number): number {
  const queue = new DrawingQueue('slab', [ENDLESS], openBudget(size))
  let failures = 0
  while (queue.isOpen) {
    queue.next()
    queue.recordDrawing({ isDrawn: false, wings: WINGS, piecesTried })
    failures += 1
  }
  return failures
}

describe('a search that finds no room', () => {
  it('tries nearly every place on a small site, unless each takes dozens of pieces of parking', () => {
    assert.equal(failuresOf(SMALL_SITE_BUDGET, 0), 160)
    // A third of 4,000 wings, at 6 + 2 × 40 each.
    assert.equal(failuresOf(SMALL_SITE_BUDGET, 40), 16)
  })

  it('gives up early on other sites, whatever their parking takes', () => {
    for (const pieces of [0, 40]) assert.equal(failuresOf(DRAWING_BUDGET, pieces), 4)
  })
})

describe('the massings of a typology', () => {
  /** Gives its name so many times. */
  const stratum = (name: string, footprintM2: number, priority: number, massings = Infinity) => {
    let left = massings
    return {
      footprintM2,
      priority,
      next: () => {
        left -= 1
        return left >= 0 ? (name as unknown as ValidMassing) : undefined
      },
    }
  }
  const ended = (isDrawn: boolean, wings = 1) => ({ isDrawn, wings, piecesTried: 0 })
  const large = () => stratum('large', 900, 0.9)
  const usual = () => stratum('usual', 600, 1)
  const small = () => stratum('small', 400, 0.8)

  it('are drawn by priority, but after one that found no room by the ground that they take', () => {
    const queue = new DrawingQueue('slab', [large(), usual(), small()], openBudget(DRAWING_BUDGET))
    assert.equal(queue.next(), 'usual')
    queue.recordDrawing(ended(true))
    assert.equal(queue.next(), 'usual')
    queue.recordDrawing(ended(false))
    assert.equal(queue.next(), 'small')
    queue.recordDrawing(ended(true))
    assert.equal(queue.next(), 'usual')
  })

  it('go on with the others when a stratum has no more, or has failed four times', () => {
    const strata = [stratum('first', 300, 1, 1), usual(), large()]
    const queue = new DrawingQueue('slab', strata, openBudget(DRAWING_BUDGET))
    assert.equal(queue.next(), 'first')
    queue.recordDrawing(ended(false))
    assert.equal(queue.next(), undefined)
    const drawn = Array.from({ length: 5 }, () => {
      const name = queue.next()
      queue.recordDrawing(ended(false))
      return name
    })
    assert.deepEqual(drawn, ['usual', 'usual', 'usual', 'usual', 'large'])
    assert.ok(queue.isOpen)
  })

  it('are given up after ten that found no room, whatever number of storeys they have', () => {
    const strata = Array.from({ length: 5 }, (_, i) => stratum(`${i}`, 100 * i, 1))
    const queue = new DrawingQueue('slab', strata, openBudget(DRAWING_BUDGET))
    let failures = 0
    for (; queue.isOpen; failures += 1) {
      queue.next()
      queue.recordDrawing(ended(false))
    }
    assert.equal(failures, 10)
  })

  it('lose 0.04 of their priority with each drawing, at most three times', () => {
    const queue = new DrawingQueue('slab', [large(), usual()], openBudget(DRAWING_BUDGET))
    const priorities = Array.from({ length: 5 }, () => {
      const { priority } = queue
      queue.next()
      queue.recordDrawing(ended(true))
      return Math.round(priority * 100) / 100
    })
    assert.deepEqual(priorities, [1, 0.96, 0.92, 0.88, 0.88])
  })

  it('may take a third of the wings that are left to their typology, and always one drawing', () => {
    const budget = openBudget(DRAWING_BUDGET)
    /** Wings of each drawing, until the search may draw no more. */
    const drawn = (wings: number, isDrawn = false, typology: 'slab' | 'tower' = 'slab') => {
      const strata = Array.from({ length: 9 }, () => usual())
      const queue = new DrawingQueue(typology, strata, budget)
      let drawings = 0
      for (; queue.isOpen; drawings += 1) {
        queue.next()
        queue.recordDrawing(ended(isDrawn, wings))
      }
      queue.settle()
      return drawings
    }
    // 60 of 180; then 40 of 120, where a drawing that succeeds counts a fifth; then what is left.
    assert.equal(drawn(20), 3)
    assert.equal(drawn(20, true), 10)
    assert.equal(drawn(200), 1)
    assert.equal(drawn(1), 1)
    assert.equal(drawn(20, false, 'tower'), 3)
  })
})
