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
