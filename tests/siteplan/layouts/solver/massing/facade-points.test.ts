import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sectionsOf } from '../../../../../src/siteplan/layouts/solver/massing/facade-points.ts'
import { type Mass, solidMass } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'

const [SOUTH, EAST, NORTH, WEST] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const

describe('the points of a facade that may see the sun', () => {
  it('lie on both long sides of each section of about 27 m, in its middle, whichever way a slab lies', () => {
    const flat = solidMass('slab', { x0: 0, y0: 0, x1: 60, y1: 15 }, 5)
    assert.deepEqual(
      sectionsOf(flat),
      [15, 45].map((x) => [
        { at: [x, 0], out: SOUTH },
        { at: [x, 15], out: NORTH },
      ]),
    )
    const upright = solidMass('slab', { x0: 0, y0: 0, x1: 15, y1: 90 }, 5)
    assert.deepEqual(
      sectionsOf(upright),
      [15, 45, 75].map((y) => [
        { at: [0, y], out: WEST },
        { at: [15, y], out: EAST },
      ]),
    )
  })

  it('lie on both sides of each corner of a tower, a quarter of a side from it', () => {
    const tower = solidMass('tower', { x0: 0, y0: 0, x1: 24, y1: 24 }, 9)
    assert.deepEqual(sectionsOf(tower), [
      [
        { at: [6, 0], out: SOUTH },
        { at: [0, 6], out: WEST },
      ],
      [
        { at: [18, 0], out: SOUTH },
        { at: [24, 6], out: EAST },
      ],
      [
        { at: [18, 24], out: NORTH },
        { at: [24, 18], out: EAST },
      ],
      [
        { at: [6, 24], out: NORTH },
        { at: [0, 18], out: WEST },
      ],
    ])
  })

  it('lie on a wing of a block as far as its court goes, and none on the side to which that opens', () => {
    const outer = { x0: 0, y0: 0, x1: 60, y1: 75 }
    const block: Mass = { typology: 'perimeter', outer, wingM: 15, open: 'n', storeys: 5 }
    const sections = sectionsOf(block)
    assert.deepEqual(sections.slice(0, 1), [
      [
        { at: [30, 15], out: NORTH },
        { at: [30, 0], out: SOUTH },
      ],
    ])
    const onSides = sections.slice(1).map((points) => points.map(({ at }) => at))
    assert.deepEqual(onSides, [
      ...[30, 60].map((y) => [
        [45, y],
        [60, y],
      ]),
      ...[30, 60].map((y) => [
        [15, y],
        [0, y],
      ]),
    ])
  })
})
