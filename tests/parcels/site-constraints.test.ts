import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../src/geometry/plane.ts'
import { constraintsAt } from '../../src/parcels/site-constraints.ts'
import { DEFAULT_RULES, parcelOfRings } from '../siteplan/sites.ts'

describe('the norms of a parcel', () => {
  it('are worked out in a second or so for an outline of 18,000 corners', () => {
    const toothed = Array.from({ length: 18_000 }, (_, i): Point => {
      const angle = (i / 18_000) * 2 * Math.PI
      const r = 75 + (i % 2)
      return [r * Math.cos(angle), r * Math.sin(angle)]
    })
    const parcel = parcelOfRings([toothed])
    const before = process.threadCpuUsage()
    const constraints = constraintsAt({ parcel, rules: DEFAULT_RULES.rules })
    const { user, system } = process.threadCpuUsage(before)
    assert.ok((user + system) / 1e6 < 3, `${(user + system) / 1e6} s`)
    assert.equal(constraints.find(({ binding }) => binding)?.rule, 'max_density')
  })
})
