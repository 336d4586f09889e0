import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ALIGNS,
  alignedStarts,
  startIn,
} from '../../../../../src/siteplan/layouts/solver/massing/align.ts'

describe('buildings of several rows', () => {
  it('begin, end or have their middles on one line that all their stretches reach', () => {
    const stretches = [
      [0, 100],
      [20, 70],
    ] as const
    const lengthsM = [40, 30]
    assert.deepEqual(alignedStarts(stretches, lengthsM, 'start'), [20, 20])
    assert.deepEqual(alignedStarts(stretches, lengthsM, 'end'), [70 - 40, 70 - 30])
    // Between the middles of the stretches, at 50 and 45.
    assert.deepEqual(alignedStarts(stretches, lengthsM, 'middle'), [47.5 - 20, 47.5 - 15])
  })

  it('stand as near to that line as their stretches let them, where those do not reach it', () => {
    const stretches = [
      [0, 40],
      [60, 100],
    ] as const
    const lengthsM = [30, 25]
    assert.deepEqual(alignedStarts(stretches, lengthsM, 'start'), [10, 60])
    assert.deepEqual(alignedStarts(stretches, lengthsM, 'end'), [10, 60])
    assert.deepEqual(alignedStarts(stretches, lengthsM, 'middle'), [10, 60])
  })
})

describe('a building that is alone in its row', () => {
  it('stands at the start of its stretch, in the middle or at the end', () => {
    assert.deepEqual(
      ALIGNS.map((align) => startIn([20, 100], 30, align)),
      [20, 45, 70],
    )
  })
})
