import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sumOf } from '../../../../../src/numbers/sum.ts'
import { rectRing } from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { stripsOf } from '../../../../../src/siteplan/layouts/solver/frame/strips.ts'
import { footprintM2 } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import { blockMassings } from '../../../../../src/siteplan/layouts/solver/massing/place-blocks.ts'
import { slabMassings } from '../../../../../src/siteplan/layouts/solver/massing/place-slabs.ts'
import { towerMassings } from '../../../../../src/siteplan/layouts/solver/massing/place-towers.ts'
import { rowSetsOf } from '../../../../../src/siteplan/layouts/solver/massing/rows.ts'
import { assertNear } from '../../../../support/near.ts'

const rowSetsFor = rowSetsOf(stripsOf([rectRing({ x0: 0, y0: 0, x1: 150, y1: 140 })]))

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

  it('is made of blocks that open to any side, or to none', () => {
    const task = { storeys: 9, gapM: 20, targetFootprintM2: 2_600 }
    const opens = blockMassings(rowSetsFor, task).flatMap((sketch) =>
      sketch.layOut().map(({ open }) => open),
    )
    assert.deepEqual(new Set(opens), new Set(['s', 'n', 'e', 'w', null]))
  })
})
