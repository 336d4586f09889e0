import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Region } from '../../../../../src/geometry/plane.ts'
import { stripsOf } from '../../../../../src/siteplan/layouts/solver/frame/strips.ts'
import { rowSetsOf } from '../../../../../src/siteplan/layouts/solver/massing/rows.ts'

/** A square of 60 m on its corner: 2 · (30 − |y − 30|) wide at a height y. */
const DIAMOND: Region = [
  [
    [30, 0],
    [60, 30],
    [30, 60],
    [0, 30],
  ],
]

describe('rows of strips over a site', () => {
  it('are tried flush with the ground at both ends, to half a centimetre', () => {
    // 12 m deep and free for 20.5 m: from 10.25 up to 60 − 10.25 − 12. Other places are whole
    // metres.
    const sets = rowSetsOf(stripsOf(DIAMOND))(12, 20.5, 6, 1)
    const places = sets.flatMap(({ rows }) => rows.map(({ y0 }) => y0))
    const [lowest, highest] = [Math.min(...places), Math.max(...places)]
    assert.ok(lowest >= 10.25 && lowest <= 10.255, `${lowest}`)
    assert.ok(highest <= 37.75 && highest >= 37.745, `${highest}`)
    const free = sets.flatMap(({ rows }) => rows.flatMap((row) => row.free))
    for (const [from, to] of free) assert.ok(to - from >= 20.5)
  })

  it('are tried once where the ground ends at a place that is tried anyway', () => {
    const box: Region = [
      [
        [0, 0],
        [80, 0],
        [80, 60],
        [0, 60],
      ],
    ]
    const places = rowSetsOf(stripsOf(box))(12, 20, 6, 1).flatMap(({ rows }) =>
      rows.map(({ y0 }) => y0),
    )
    assert.deepEqual(places, [0, 48, 24, 12, 36, 6, 42])
  })

  it('are never nearer to each other than the gap', () => {
    const sets = rowSetsOf(stripsOf(DIAMOND))(5, 10, 6, 3)
    assert.ok(sets.some(({ rows }) => rows.length === 3))
    for (const { rows } of sets) {
      for (const [i, { y0 }] of rows.entries()) {
        const below = rows[i - 1]
        assert.ok(below === undefined || y0 - below.y1 >= 6 - 1e-9)
      }
    }
  })

  it('are none on ground that no strip fits', () => {
    assert.deepEqual(rowSetsOf(stripsOf(DIAMOND))(12, 55, 6, 3), [])
    assert.deepEqual(rowSetsOf(stripsOf(DIAMOND))(61, 5, 6, 3), [])
  })
})
