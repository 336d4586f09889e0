import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaOf } from '../../../../../src/geometry/plane.ts'
import { envelopeOf } from '../../../../../src/norms/envelope.ts'
import { seededRandom } from '../../../../../src/numbers/random.ts'
import { siteOf } from '../../../../../src/parcels/table/parcel-place.ts'
import { longSide, shortSide } from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { rectInside } from '../../../../../src/siteplan/layouts/solver/frame/strips.ts'
import { framedSites } from '../../../../../src/siteplan/layouts/solver/framed-sites.ts'
import type { Mass, Massing } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import { wholeSections } from '../../../../../src/siteplan/layouts/solver/massing/place-slabs.ts'
import { improvedMassing } from '../../../../../src/siteplan/layouts/solver/search/improve.ts'
import { sunPath } from '../../../../../src/siteplan/layouts/sun.ts'
import { rulesWith } from '../../../../norms/rules.ts'
import { assertNear } from '../../../../support/near.ts'
import { REQUEST, rectangularParcel } from '../../sites.ts'

const { rules } = rulesWith({
  max_density: [{ up_to: null, value: 9 }],
  max_coverage: [{ up_to: null, value: 1 }],
  insolation_h: [{ up_to: null, value: 0 }],
})
const { boundary } = siteOf(rectangularParcel(150, 150, 0))
const envelope = envelopeOf(boundary, rules, REQUEST.storeys)
const path = sunPath(56, '04-22')
const given = { rules, siteM2: 0, sunPath: path, demandedSunH: 0 }
const [framed] = framedSites(envelope, REQUEST.typologies, given)

type House = Pick<Mass, 'typology' | 'wingM'> & { readonly wideM: number; readonly highM: number }

const limits = {
  rules,
  siteM2: areaOf(boundary),
  sunPath: path,
  demandedSunH: 0,
  request: { storeys: REQUEST.storeys, typologies: REQUEST.typologies },
  highestAllowed: 17,
  mostM2: Infinity,
}

/** What moves make of a house of twelve storeys in the middle of the site. */
const improved = (
  house: House,
  { typologies = REQUEST.typologies, mostM2 = Infinity, seed = 1 } = {},
): readonly Mass[] => {
  assert.ok(framed)
  const { request } = limits
  const own = { ...limits, request: { ...request, typologies }, mostM2 }
  return improvedMassing([inMiddle(house)], framed, own, seededRandom(seed))
}

const inMiddle = ({ typology, wingM, wideM, highM }: House): Mass => {
  assert.ok(framed)
  const { edges } = framed.site
  const [x, y] = [0, 1].map((of) =>
    (edges.filter((_, i) => i % 2 === of) as Float64Array).toSorted(),
  )
  const middle = (values = new Float64Array()) => ((values.at(0) ?? 0) + (values.at(-1) ?? 0)) / 2
  const [cx, cy] = [middle(x), middle(y)]
  const outer = { x0: cx - wideM / 2, x1: cx + wideM / 2, y0: cy - highM / 2, y1: cy + highM / 2 }
  return { typology, wingM, outer, open: null, storeys: 12 }
}

/** The most storeys that moves lead to. */
const raised = (
  house: Pick<Mass, 'typology' | 'wingM'>,
  typologies = REQUEST.typologies,
  mostM2 = Infinity,
) =>
  Math.max(
    ...improved({ ...house, wideM: 60, highM: 60 }, { typologies, mostM2 }).map(
      ({ storeys }) => storeys,
    ),
  )

describe('small moves', () => {
  it('raise a tower to what is allowed, and a block never above twelve storeys', () => {
    assert.equal(raised({ typology: 'tower', wingM: null }), 17)
    assert.equal(raised({ typology: 'perimeter', wingM: 15 }), 12)
    assert.equal(raised({ typology: 'perimeter', wingM: 15 }, ['perimeter']), 12)
  })

  it('make a slab longer by whole sections, of 24 to 30 m, whichever way it lies', () => {
    for (const [wideM, highM] of [
      [48, 15],
      [15, 48],
    ] as const) {
      const lengthsM = Array.from({ length: 8 }, (_, seed) => {
        const [slab] = improved({ typology: 'slab', wingM: null, wideM, highM }, { seed })
        assert.ok(slab)
        assertNear(shortSide(slab.outer), 15, 1e-6)
        return longSide(slab.outer)
      })
      for (const lengthM of lengthsM) assertNear(wholeSections(lengthM), lengthM, 1e-6)
      assert.ok(Math.max(...lengthsM) > 100, `${lengthsM}`)
    }
  })

  it('never leave the ground inside the setback', () => {
    assert.ok(framed)
    const slab = { typology: 'slab', wingM: null, wideM: 90, highM: 15 } as const
    for (let seed = 0; seed < 8; seed += 1) {
      const [moved] = improved(slab, { seed })
      assert.ok(moved && rectInside(framed.buildable, moved.outer), `seed ${seed}`)
    }
  })

  it('stop at the floor area that a search has missed', () => {
    const tower = { typology: 'tower', wingM: null } as const
    assert.equal(raised(tower, REQUEST.typologies, 60 * 60 * 14.5), 14)
  })
})

/** By chance: which house, which of the five moves, and what each move asks. */
const SHIFT = 0
const TURN = 0.3
const RAISE = 0.5
const SWAP = 0.7
const LENGTHEN = 0.9

/** What a move makes of houses; after it each swaps its height with its own. */
const moved = (
  massing: Massing,
  chances: readonly number[],
  change: Partial<typeof limits> = {},
) => {
  assert.ok(framed)
  let at = 0
  const random = () => {
    const idle = [0, SWAP, 0][(at - chances.length) % 3] ?? 0
    const chance = chances[at] ?? idle
    at += 1
    return chance
  }
  return improvedMassing(massing, framed, { ...limits, ...change }, random)
}

describe('a small move', () => {
  const slab = inMiddle({ typology: 'slab', wingM: null, wideM: 48, highM: 15 })
  const { x0, x1, y0, y1 } = slab.outer

  it('shifts a house by up to 12 m either way along both sides', () => {
    const [there] = moved([slab], [0, SHIFT, 0.75, 0])
    assert.ok(there)
    assertNear(there.outer.x0, x0 + 6, 1e-9)
    assertNear(there.outer.y0, y0 - 12, 1e-9)
    assertNear(there.outer.x1 - there.outer.x0, 48, 1e-9)
  })

  it('turns a house about its middle, but no block', () => {
    const [turned] = moved([slab], [0, TURN])
    assert.ok(turned)
    assertNear(turned.outer.x0, (x0 + x1) / 2 - 7.5, 1e-9)
    assertNear(turned.outer.y1, (y0 + y1) / 2 + 24, 1e-9)
    const block = inMiddle({ typology: 'perimeter', wingM: 15, wideM: 60, highM: 70 })
    assert.deepEqual(moved([block], [0, TURN]), [block])
  })

  it('lengthens a slab at either end', () => {
    // By a section of 30 m: half of the most.
    const [before] = moved([slab], [0, LENGTHEN, 0.5, 0.1])
    const [behind] = moved([slab], [0, LENGTHEN, 0.5, 0.9])
    assert.ok(before && behind)
    assertNear(before.outer.x0, x0 - 30, 1e-9)
    assert.equal(before.outer.x1, x1)
    assertNear(behind.outer.x1, x1 + 30, 1e-9)
    assert.equal(behind.outer.x0, x0)
  })

  it('raises a house by a storey, to the most that is allowed', () => {
    const storeysUpTo = (highestAllowed: number) =>
      moved([slab], [0, RAISE], { highestAllowed })[0]?.storeys
    assert.equal(storeysUpTo(17), 13)
    assert.equal(storeysUpTo(12), 12)
  })

  it('swaps the heights of two houses where the larger one gets the higher', () => {
    const small: Mass = { ...slab, outer: { x0: x0 - 30, x1: x0, y0: y0 - 45, y1: y0 - 30 } }
    const large: Mass = { ...slab, storeys: 9 }
    const swapped = moved([small, large], [0, SWAP, 0.9])
    assert.deepEqual(
      swapped.map(({ storeys }) => storeys),
      [9, 12],
    )
    // The other way round it would cost floor area.
    assert.deepEqual(moved(swapped, [0, SWAP, 0.9]), swapped)
  })

  it('is never kept where it breaks a rule', () => {
    const near: Mass = { ...slab, outer: { ...slab.outer, y0: y0 - 36, y1: y0 - 21 } }
    // 21 m apart, of which 20 m have to stay.
    assert.deepEqual(moved([slab, near], [0, SHIFT, 0.5, 0.4]), [slab, near])
  })
})
