import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { envelopeOf } from '../../../../../src/norms/envelope.ts'
import type { Typology } from '../../../../../src/norms/house-sizes.ts'
import { siteOf } from '../../../../../src/parcels/table/parcel-place.ts'
import { framedSites } from '../../../../../src/siteplan/layouts/solver/framed-sites.ts'
import { candidatesOf } from '../../../../../src/siteplan/layouts/solver/search/candidates.ts'
import { sunPath } from '../../../../../src/siteplan/layouts/sun.ts'
import { DEFAULT_RULES } from '../../../../norms/rules.ts'
import { REQUEST, rectangularParcel } from '../../sites.ts'

const { rules } = DEFAULT_RULES

const searchedSite = (storeys: typeof REQUEST.storeys, parcel = rectangularParcel(150, 180)) => {
  const envelope = envelopeOf(siteOf(parcel).boundary, rules, storeys)
  const given = { rules, siteM2: 0, sunPath: sunPath(56, '04-22'), demandedSunH: 0 }
  return { framed: framedSites(envelope, REQUEST.typologies, given), limits: envelope.byStoreys }
}

/** Numbers of storeys at which massings of a typology are tried. */
const storeysOf = (
  typology: Typology,
  storeys: typeof REQUEST.storeys,
  typologies = REQUEST.typologies,
  parcel = rectangularParcel(150, 180),
): readonly number[] => {
  const asked = { request: { ...REQUEST, storeys, typologies }, rules }
  const wanted = { aim: { share: 1 }, leastGfaM2: 0, everyStoreys: false }
  const found = candidatesOf(searchedSite(storeys, parcel), asked, wanted).get(typology) ?? []
  return [...new Set(found.map((candidate) => candidate.storeys))].toSorted((a, b) => a - b)
}

describe('the massings that are tried', () => {
  it('are towers from nine storeys on, or of the most that may be built if that is less', () => {
    assert.equal(storeysOf('tower', { min: 3, max: 17 })[0], 9)
    assert.deepEqual(storeysOf('tower', { min: 3, max: 7 }), [7])
  })

  it('are towers of fewer storeys where the site is too small for nine and no slabs are asked for', () => {
    const [any, small] = [{ min: 3, max: 17 }, rectangularParcel(62, 62)]
    assert.deepEqual(storeysOf('tower', any, ['tower'], small), [5])
    assert.deepEqual(storeysOf('tower', any, ['tower', 'perimeter'], small), [5])
    assert.deepEqual(storeysOf('tower', any, ['tower'], rectangularParcel(68, 68)), [5, 6])
    assert.deepEqual(storeysOf('tower', any, ['tower', 'slab'], small), [])
    assert.equal(storeysOf('tower', any, ['tower'])[0], 9)
  })

  it('are blocks up to twelve storeys, more only if they are all that is asked for', () => {
    assert.equal(storeysOf('perimeter', { min: 3, max: 17 }).at(-1), 12)
    assert.deepEqual(storeysOf('perimeter', { min: 14, max: 17 }), [])
    assert.deepEqual(storeysOf('perimeter', { min: 14, max: 17 }, ['perimeter']), [14])
  })

  it('are slabs at the fewest and the most storeys, and at twelve numbers of them at most', () => {
    const storeys = storeysOf('slab', { min: 3, max: 25 })
    assert.deepEqual([storeys[0], storeys.at(-1)], [3, 25])
    assert.ok(storeys.length <= 12, `${storeys}`)
  })

  it('are all that have more floor area than is wanted, and no others', () => {
    const storeys = { min: 3, max: 17 }
    const site = searchedSite(storeys)
    const asked = { request: { ...REQUEST, storeys }, rules }
    const typologies = ['slab', 'tower', 'perimeter'] as const
    for (const share of [1, 0.9, 0.6]) {
      const all = candidatesOf(site, asked, { aim: { share }, leastGfaM2: 0, everyStoreys: false })
      const floors = typologies.flatMap((name) => all.get(name)?.map(({ gfaM2 }) => gfaM2) ?? [])
      assert.ok(floors.length > 0)
      for (const leastGfaM2 of [0.5, 0.9999, 1].map((part) => part * Math.max(...floors))) {
        const larger = candidatesOf(site, asked, {
          aim: { share },
          leastGfaM2,
          everyStoreys: false,
        })
        for (const typology of typologies) {
          assert.deepEqual(
            larger.get(typology)?.map(({ gfaM2 }) => gfaM2),
            all.get(typology)?.flatMap(({ gfaM2 }) => (gfaM2 > leastGfaM2 ? [gfaM2] : [])),
          )
        }
      }
    }
  })
})
