import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaOf } from '../../../../../src/geometry/plane.ts'
import { envelopeOf } from '../../../../../src/norms/envelope.ts'
import { seededRandom } from '../../../../../src/numbers/random.ts'
import { siteOf } from '../../../../../src/parcels/table/parcel-place.ts'
import { framedSites } from '../../../../../src/siteplan/layouts/solver/framed-sites.ts'
import type { Mass, Massing } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import { improvedMassing } from '../../../../../src/siteplan/layouts/solver/search/improve.ts'
import { sunPath } from '../../../../../src/siteplan/layouts/sun.ts'
import { rulesWith } from '../../../../norms/rules.ts'
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

/** The most storeys that moves lead to, from a house of twelve in the middle of the site. */
const raised = (
  house: Pick<Mass, 'typology' | 'wingM'>,
  typologies = REQUEST.typologies,
  mostM2 = Infinity,
) => {
  assert.ok(framed)
  const { edges } = framed.site
  const [x, y] = [0, 1].map((of) =>
    (edges.filter((_, i) => i % 2 === of) as Float64Array).toSorted(),
  )
  const middle = (values = new Float64Array()) => ((values.at(0) ?? 0) + (values.at(-1) ?? 0)) / 2
  const [cx, cy] = [middle(x), middle(y)]
  const outer = { x0: cx - 30, x1: cx + 30, y0: cy - 30, y1: cy + 30 }
  const massing: Massing = {
    masses: [{ ...house, outer, open: null, storeys: 12 }],
  }
  const limits = {
    rules,
    siteM2: areaOf(boundary),
    sunPath: path,
    demandedSunH: 0,
    request: { storeys: REQUEST.storeys, typologies },
    highestAllowed: 17,
    mostM2,
  }
  const { masses } = improvedMassing(massing, framed, limits, seededRandom(1))
  return Math.max(...masses.map(({ storeys }) => storeys))
}

describe('small moves', () => {
  it('raise a tower to what is allowed, and a block never above twelve storeys', () => {
    assert.equal(raised({ typology: 'tower', wingM: null }), 17)
    assert.equal(raised({ typology: 'perimeter', wingM: 15 }), 12)
    assert.equal(raised({ typology: 'perimeter', wingM: 15 }, ['perimeter']), 12)
  })
  it('stop at the floor area that a search has missed', () => {
    const tower = { typology: 'tower', wingM: null } as const
    assert.equal(raised(tower, REQUEST.typologies, 60 * 60 * 14.5), 14)
  })
})
