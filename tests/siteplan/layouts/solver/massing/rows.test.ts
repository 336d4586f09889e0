import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Region } from '../../../../../src/geometry/plane.ts'
import { stripsOf } from '../../../../../src/siteplan/layouts/solver/frame/strips.ts'
import {
  type RowSetsFor,
  rowSetsOf,
} from '../../../../../src/siteplan/layouts/solver/massing/rows.ts'

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
    // Between 5.7 and 49.3 m up: five rows would begin 10.9 m from each other, which leaves 5.9 m.
    const sets = rowSetsOf(stripsOf(DIAMOND))(5, 10, 6, 8)
    assert.equal(Math.max(...sets.map(({ rows }) => rows.length)), 4)
    for (const { rows } of sets) {
      for (const [i, { y0 }] of rows.entries()) {
        const below = rows[i - 1]
        assert.ok(below === undefined || y0 - below.y1 >= 6 - 1e-9)
      }
    }
  })

  it('are the same whatever was asked for before', () => {
    const asked: Parameters<RowSetsFor>[] = [
      [5, 10, 6, 1],
      [5, 10, 6, 3],
      [5, 10, 20, 3],
      [5, 40, 6, 3],
      [7, 10, 6, 3],
    ]
    const placesIn = (rowSetsFor: RowSetsFor, question: Parameters<RowSetsFor>) =>
      rowSetsFor(...question).map(({ rows }) => rows.map(({ y0, y1, free }) => ({ y0, y1, free })))
    const used = rowSetsOf(stripsOf(DIAMOND))
    const answers = asked.map((question) => placesIn(used, question))
    const fresh = asked.map((question) => placesIn(rowSetsOf(stripsOf(DIAMOND)), question))
    assert.deepEqual(answers, fresh)
    assert.equal(new Set(fresh.map((places) => JSON.stringify(places))).size, asked.length)
  })

  it('are none on ground that no strip fits', () => {
    assert.deepEqual(rowSetsOf(stripsOf(DIAMOND))(12, 55, 6, 3), [])
    assert.deepEqual(rowSetsOf(stripsOf(DIAMOND))(61, 5, 6, 3), [])
  })
})

describe('a free stretch of a row', () => {
  const box: Region = [
    [
      [0, 0],
      [80, 0],
      [80, 12],
      [0, 12],
    ],
  ]
  const [set] = rowSetsOf(stripsOf(box))(12, 20, 6, 1)
  const partsOf = (mostM: number, gapM: number, leastM: number) =>
    set?.partsOf(mostM, gapM, leastM).map(({ span }) => span)

  it('is cut into equal parts with gaps between, as few as are none longer than the most', () => {
    assert.deepEqual(partsOf(80, 14, 24), [[0, 80]])
    assert.deepEqual(partsOf(79, 14, 24), [
      [0, 33],
      [47, 80],
    ])
    assert.deepEqual(partsOf(33, 14, 24), partsOf(79, 14, 24))
    assert.deepEqual(partsOf(79, 20, 24), [
      [0, 30],
      [50, 80],
    ])
  })

  it('gives no part that is shorter than the least', () => {
    // Three parts would be (80 − 2 × 14) / 3 m long.
    assert.deepEqual(partsOf(32, 14, 24), [])
    assert.equal(partsOf(32, 14, 17)?.length, 3)
  })
})
