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

/** What moves make of a house of twelve storeys in the middle of the site. */
const improved = (
  house: Pick<Mass, 'typology' | 'wingM'> & { readonly wideM: number; readonly highM: number },
  { typologies = REQUEST.typologies, mostM2 = Infinity, seed = 1 } = {},
): readonly Mass[] => {
  assert.ok(framed)
  const { edges } = framed.site
  const [x, y] = [0, 1].map((of) =>
    (edges.filter((_, i) => i % 2 === of) as Float64Array).toSorted(),
  )
  const middle = (values = new Float64Array()) => ((values.at(0) ?? 0) + (values.at(-1) ?? 0)) / 2
  const [cx, cy] = [middle(x), middle(y)]
  const { typology, wingM, wideM, highM } = house
  const outer = { x0: cx - wideM / 2, x1: cx + wideM / 2, y0: cy - highM / 2, y1: cy + highM / 2 }
  const massing: Massing = [{ typology, wingM, outer, open: null, storeys: 12 }]
  const limits = {
    rules,
    siteM2: areaOf(boundary),
    sunPath: path,
    demandedSunH: 0,
    request: { storeys: REQUEST.storeys, typologies },
    highestAllowed: 17,
    mostM2,
  }
  return improvedMassing(massing, framed, limits, seededRandom(seed))
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
