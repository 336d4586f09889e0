import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sumOf } from '../../../../../src/numbers/sum.ts'
import {
  longSide,
  type Rect,
  rectRing,
  shortSide,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { rectInside, stripsOf } from '../../../../../src/siteplan/layouts/solver/frame/strips.ts'
import {
  courtOf,
  footprintM2,
  type Mass,
} from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import { blockMassings } from '../../../../../src/siteplan/layouts/solver/massing/place-blocks.ts'
import {
  slabMassings,
  wholeSections,
} from '../../../../../src/siteplan/layouts/solver/massing/place-slabs.ts'
import { towerMassings } from '../../../../../src/siteplan/layouts/solver/massing/place-towers.ts'
import { rowSetsOf } from '../../../../../src/siteplan/layouts/solver/massing/rows.ts'
import { assertNear } from '../../../../support/near.ts'

const ground = stripsOf([rectRing({ x0: 0, y0: 0, x1: 150, y1: 140 })])
const rowSetsFor = rowSetsOf(ground)

/** Between neighbours of one row. */
const gapsInRows = (houses: readonly Rect[]): readonly number[] =>
  [...Map.groupBy(houses, ({ y0 }) => y0).values()].flatMap((row) =>
    row
      .toSorted((a, b) => a.x0 - b.x0)
      .flatMap(({ x0 }, i, inOrder) => (i > 0 ? [x0 - (inOrder[i - 1]?.x1 ?? 0)] : [])),
  )

describe('a sketch', () => {
  it('says how much ground its buildings cover, never more than it is made for', () => {
    for (const targetFootprintM2 of [700, 1_900, 2_600, 4_000]) {
      const task = { storeys: 9, gapM: 20, targetFootprintM2, leastFootprintM2: 0 }
      const kinds = [slabMassings, towerMassings, blockMassings].map((of) => of(rowSetsFor, task))
      const sketches = kinds.flat()
      assert.ok(sketches.length > 0)
      for (const { footprintM2: saidM2, layOut } of sketches) {
        assertNear(sumOf(layOut(), footprintM2), saidM2, 1e-6)
        assert.ok(saidM2 <= targetFootprintM2 + 1e-6)
      }
    }
  })

  it('is made of houses of the sizes that are built, whatever ground they are to cover', () => {
    const within = (valueM: number, least: number, most: number) =>
      valueM >= least - 1e-6 && valueM <= most + 1e-6
    for (let targetFootprintM2 = 360; targetFootprintM2 < 4_500; targetFootprintM2 += 45) {
      const task = { storeys: 9, gapM: 20, targetFootprintM2, leastFootprintM2: 0 }
      for (const { layOut } of [slabMassings, towerMassings, blockMassings].flatMap((of) =>
        of(rowSetsFor, task),
      )) {
        for (const mass of layOut()) {
          const [shortM, longM] = [shortSide(mass.outer), longSide(mass.outer)]
          const what = `${mass.typology} of ${shortM} × ${longM} m`
          assert.ok(rectInside(ground, mass.outer), what)
          if (mass.typology === 'slab') {
            const sections = Math.round(longM / 27)
            assert.ok(within(shortM, 15, 17), what)
            assert.ok(longM <= 120 && within(longM, 24 * sections, 30 * sections), what)
          } else if (mass.typology === 'tower') {
            assert.ok(within(shortM, 24, 28) && within(longM, shortM, shortM), what)
          } else {
            const court = courtOf(mass) ?? assert.fail('no court')
            assert.ok(
              within(mass.wingM ?? 0, 14, 16) && longM <= 110 && shortSide(court) >= 20,
              what,
            )
          }
        }
      }
    }
  })
})

describe('sketches of blocks', () => {
  const blocksOn = (x1: number, y1: number, targetFootprintM2: number) =>
    blockMassings(rowSetsOf(stripsOf([rectRing({ x0: 0, y0: 0, x1, y1 })])), {
      storeys: 9,
      gapM: 20,
      targetFootprintM2,
    }).flatMap(({ layOut }) => layOut())
  const rowsOf = (blocks: readonly Mass[]) => new Set(blocks.map(({ outer }) => outer.y0)).size
  const opensOf = (blocks: readonly Mass[]) => new Set(blocks.map(({ open }) => open))

  it('open to any side, or to none', () => {
    assert.deepEqual(opensOf(blocksOn(150, 140, 2_600)), new Set(['s', 'n', 'e', 'w', null]))
  })

  it('have a court of 20 m between the wings that there are: two, or one and the open side', () => {
    // 44 m deep: 29 m beside one wing of 15 m, 14 m between two.
    assert.deepEqual(opensOf(blocksOn(110, 45, 2_000)), new Set(['s', 'n']))
    // Two sides of 60 m and one of 40 m, less two corners.
    const narrow = blocksOn(150, 60, 110 * 15).filter(({ outer: { x0, x1 } }) => x1 - x0 < 48)
    assert.deepEqual(opensOf(narrow), new Set(['e', 'w']))
  })

  it('are less deep on narrow ground: open to a side along it, from 34 m on', () => {
    const formsOn = (groundM: number) => {
      const forms = blocksOn(110, groundM, 1_600).map(
        ({ outer: { y0, y1 }, open }) => `${y1 - y0} ${open}`,
      )
      return [...new Set(forms)].sort()
    }
    assert.deepEqual([33.9, 34, 37.9, 43.9].map(formsOn), [
      [],
      ['34 n', '34 s'],
      ['36 n', '36 s'],
      ['42 n', '42 s'],
    ])
  })

  it('stand on all stretches, on the longest of each row or on the longest of all', () => {
    // Two rows of stretches of 60 m and 100 m, with a notch between them.
    const notched = [
      [0, 0],
      [60, 0],
      [60, 140],
      [70, 140],
      [70, 0],
      [170, 0],
      [170, 140],
      [0, 140],
    ] as const
    // As much ground as one block covers, or two, or four.
    const massings = [1_650, 3_300, 6_600].flatMap((targetFootprintM2) =>
      blockMassings(rowSetsOf(stripsOf([notched])), { storeys: 9, gapM: 20, targetFootprintM2 }),
    )
    const inTwoRows = massings
      .map(({ layOut }) => layOut())
      .filter((blocks) => rowsOf(blocks) === 2)
    assert.deepEqual(new Set(inTwoRows.map(({ length }) => length)), new Set([2, 4]))
    const alone = massings.map(({ layOut }) => layOut()).filter(({ length }) => length === 1)
    const onLongest = inTwoRows.filter(({ length }) => length === 2)
    assert.ok(alone.length > 0)
    for (const { outer } of [...alone, ...onLongest].flat()) assert.ok(outer.x0 >= 70)
  })

  it('stand in the middle of their stretches', () => {
    for (const { outer } of blocksOn(100, 60, 2_000))
      assertNear((outer.x0 + outer.x1) / 2, 50, 1e-9)
  })
})

describe('sketches of slabs', () => {
  it('leave 14 m between the ends of slabs in one row', () => {
    const task = { storeys: 9, gapM: 20, targetFootprintM2: 4_000, leastFootprintM2: 0 }
    const gapsM = slabMassings(rowSetsFor, task).flatMap(({ layOut }) =>
      gapsInRows(layOut().map(({ outer }) => outer)),
    )
    assertNear(Math.min(...gapsM), 14, 1e-6)
  })

  it('cover all the ground that they may, where that is three or four sections of some size', () => {
    for (
      let targetFootprintM2 = 3 * 24 * 15;
      targetFootprintM2 <= 4 * 30 * 17;
      targetFootprintM2 += 40
    ) {
      const task = { storeys: 9, gapM: 20, targetFootprintM2, leastFootprintM2: 0 }
      const most = Math.max(...slabMassings(rowSetsFor, task).map(({ footprintM2: m2 }) => m2))
      assertNear(most, targetFootprintM2, 1e-6)
    }
  })

  it('are 15 m deep where the ground is less than 17 m deep', () => {
    const narrow = rowSetsOf(stripsOf([rectRing({ x0: 0, y0: 0, x1: 150, y1: 16.9 })]))
    const task = { storeys: 9, gapM: 20, targetFootprintM2: 120 * 17, leastFootprintM2: 0 }
    const slabs = slabMassings(narrow, task).flatMap(({ layOut }) => layOut())
    assert.ok(slabs.length > 0)
    for (const { outer } of slabs) assertNear(shortSide(outer), 15, 1e-9)
  })

  it('begin on one line across rows that have one each, where the ground lets them', () => {
    const step = [
      [0, 0],
      [70, 0],
      [70, 17],
      [100, 17],
      [100, 60],
      [20, 60],
      [20, 17],
      [0, 17],
    ] as const
    const task = { storeys: 9, gapM: 20, targetFootprintM2: 90 * 15, leastFootprintM2: 0 }
    const starts = slabMassings(rowSetsOf(stripsOf([step])), task).flatMap(({ layOut }) => {
      const [lower, upper, ...others] = layOut().map(({ outer }) => outer)
      const isOneEach = lower && upper && lower.y0 < upper.y0 && others.length === 0
      return isOneEach ? [[lower.x0, upper.x0]] : []
    })
    assert.ok(starts.some(([lower, upper]) => lower === 20 && upper === 20))
    assert.ok(!starts.some(([lower]) => lower === 0), `${starts}`)
  })

  it('are as long as whole sections of 24 to 30 m can be, and 120 m at most', () => {
    const lengths = [
      [23.9, 0],
      [24, 24],
      [30, 30],
      [47.9, 30],
      [48, 48],
      [71.9, 60],
      [119, 119],
      [140, 120],
    ] as const
    for (const [mostM, lengthM] of lengths) assert.equal(wholeSections(mostM), lengthM)
  })
})

describe('sketches of towers', () => {
  const towersOn = (x1: number, y1: number, targetFootprintM2: number) =>
    towerMassings(rowSetsOf(stripsOf([rectRing({ x0: 0, y0: 0, x1, y1 })])), {
      storeys: 9,
      gapM: 20,
      targetFootprintM2,
    })

  it('have 160 of them at most', () => {
    const most = (target: number) =>
      Math.max(0, ...towersOn(1_300, 1_000, target).map(({ count }) => count))
    // As few as cover so much ground, of 28 m; and as many, of 24 m.
    assert.equal(most(160 * 28 ** 2), 160)
    assert.equal(most(160 * 24 ** 2), 160)
    assert.equal(most(161 * 28 ** 2), 0)
  })

  it('make them smaller where the ground is less deep: to the next whole metre that it takes', () => {
    const sidesM = (depthM: number) => [
      ...new Set(
        towersOn(90, depthM, 27.5 ** 2).flatMap(({ layOut }) =>
          layOut().map(({ outer: { x0, x1 } }) => Math.round((x1 - x0) * 1e6) / 1e6),
        ),
      ),
    ]
    assert.deepEqual([28, 27.9, 26.9, 25, 24.9, 24, 23.9].map(sidesM), [
      [27.5],
      [27],
      [26],
      [25],
      [24],
      [24],
      [],
    ])
  })

  it('stand in a row as near as the gap; at its ends, or off them by all or half of what is between', () => {
    const pairsOn = (lengthM: number) => {
      const pairs = towersOn(lengthM, 24, 2 * 24 ** 2).filter(({ count }) => count === 2)
      return new Set(
        pairs.map(({ layOut }) =>
          layOut()
            .map(({ outer }) => outer.x0)
            .join(' '),
        ),
      )
    }
    assert.deepEqual(pairsOn(67.9), new Set())
    assert.ok(pairsOn(68).has('0 44'))
    assert.deepEqual(pairsOn(108), new Set(['0 84', '20 64', '15 69']))
  })

  it('put each where the most room is left', () => {
    // Room for four below, (160 + 20) ÷ 44, and for two above.
    const step = [
      [0, 0],
      [160, 0],
      [160, 30],
      [75, 30],
      [75, 80],
      [0, 80],
    ] as const
    const task = { storeys: 9, gapM: 20, targetFootprintM2: 4 * 24 ** 2 }
    const massings = towerMassings(rowSetsOf(stripsOf([step])), task).map(({ layOut }) => layOut())
    const inTwoRows = massings.flatMap((towers) => {
      const rows = [...Map.groupBy(towers, ({ outer }) => outer.y0).values()]
      return towers.length === 4 && rows.length === 2 ? [rows.map((row) => row.length)] : []
    })
    assert.ok(inTwoRows.length > 0)
    for (const counts of inTwoRows) assert.deepEqual(counts, [3, 1])
  })
})
