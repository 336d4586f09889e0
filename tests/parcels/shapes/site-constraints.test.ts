import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../src/geometry/plane.ts'
import {
  constraintsAt,
  createSiteConstraints,
} from '../../../src/parcels/shapes/site-constraints.ts'
import { DEFAULT_RULES } from '../../norms/rules.ts'
import { parcelOfRings, rectangularParcel } from '../../siteplan/layouts/sites.ts'

describe('the norms of a parcel', () => {
  it('ask for the sun of its latitude', () => {
    const hoursAt = (centroid: readonly [number, number]) => {
      const parcel = { ...rectangularParcel(80, 100), centroid }
      const constraints = constraintsAt({ parcel, rules: DEFAULT_RULES.rules, floorM2PerFlat: 80 })
      return constraints.find(({ rule }) => rule === 'insolation_h')?.value
    }
    assert.deepEqual([hoursAt([104, 52.4]), hoursAt([40, 60])], [2, 2.5])
  })

  it('are worked out in a thread from thirteen corners on', async () => {
    const asked: number[] = []
    const sites = createSiteConstraints(80, {
      constraints: async ({ parcel }) => {
        asked.push(parcel.geometry.coordinates.flat(2).length)
        return []
      },
    })
    const star = (corners: number) =>
      parcelOfRings([
        Array.from({ length: corners }, (_, i): Point => {
          const angle = (i / corners) * 2 * Math.PI
          const r = i % 2 === 0 ? 80 : 40
          return [r * Math.cos(angle), r * Math.sin(angle)]
        }),
      ])
    const { rules } = DEFAULT_RULES
    assert.notDeepEqual(await sites.of({ parcel: star(12), rules }), [])
    assert.deepEqual(await sites.of({ parcel: star(13), rules }), [])
    assert.equal(asked.length, 1)
  })

  // The exact inset of such an outline takes minutes.
  it('are worked out for an outline of 18,000 corners', () => {
    const toothed = Array.from({ length: 18_000 }, (_, i): Point => {
      const angle = (i / 18_000) * 2 * Math.PI
      const r = 75 + (i % 2)
      return [r * Math.cos(angle), r * Math.sin(angle)]
    })
    const parcel = parcelOfRings([toothed])
    const constraints = constraintsAt({ parcel, rules: DEFAULT_RULES.rules, floorM2PerFlat: 80 })
    assert.equal(constraints.find(({ binding }) => binding)?.rule, 'max_density')
  })
})
