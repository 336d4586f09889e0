// Which rule rules out every house of the typologies asked for.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limitAt } from '../../src/norms/envelope.ts'
import { leastFootprintM2 } from '../../src/norms/house-sizes.ts'
import { reachableM2, ruledOutBy } from '../../src/norms/ruled-out.ts'
import { DEFAULT_RULES } from './rules.ts'

const { rules } = DEFAULT_RULES
const smallest = leastFootprintM2(['slab', 'tower', 'perimeter'])
const tower = leastFootprintM2(['tower'])

describe('the least storeys', () => {
  // The norms ask for nine storeys, or so many, and allow so much ground and density that one
  // storey has `oneM2`.
  const siteAreaM2 = 4000
  const ruledOut = (
    oneM2: number,
    typology: 'slab' | 'tower',
    roomM2 = siteAreaM2,
    least = 9,
    asked = least,
  ) => {
    const dense = (value: number) => ({ value: [{ up_to: null, value }], source: '' })
    const tight = {
      ...rules,
      min_storeys: { value: least, source: '' },
      max_coverage: dense(oneM2 / siteAreaM2),
      max_density: dense(oneM2 / siteAreaM2),
    }
    const ground = { siteAreaM2, buildableAreaM2: siteAreaM2 }
    const envelope = { ...ground, byStoreys: [limitAt(asked, ground, tight)] }
    const storeys = { min: asked, max: asked }
    return ruledOutBy(envelope, { storeys, typologies: [typology], roomM2 }, tight)
  }

  it('rule out a house that would stand with fewer storeys', () => {
    assert.equal(ruledOut(tower + 1, 'tower'), 'min_storeys')
    assert.equal(ruledOut(tower + 1, 'tower', siteAreaM2, 2), 'min_storeys')
  })
  it('rule out no house of more storeys that is asked for', () => {
    assert.equal(ruledOut(tower + 1, 'tower', siteAreaM2, 9, 10), 'max_density')
    assert.equal(ruledOut(tower + 1, 'tower', siteAreaM2, 1, 9), 'max_density')
  })
  it('rule out no house that the shape of the site leaves no room for', () => {
    assert.equal(ruledOut(tower + 1, 'tower', tower - 1), 'setback_m')
  })
  it('leave it to the setback where only the shape of the site leaves no room', () => {
    assert.equal(ruledOut(2 * tower + 2, 'tower', tower - 1, 2), 'setback_m')
    assert.equal(ruledOut(2 * tower + 2, 'tower', tower, 2), undefined)
  })
  it('rule out no house that is too large for one storey already', () => {
    assert.ok(smallest < tower)
    assert.equal(ruledOut((smallest + tower) / 2, 'tower'), 'max_density')
    assert.equal(ruledOut((smallest + tower) / 2, 'slab'), 'min_storeys')
  })
})

describe('the floor area within reach of a house', () => {
  it('is the most of those storeys whose floor is as large as the house, and none where none is', () => {
    const limit = (storeys: number, maxGfaM2: number, maxFootprintM2 = 1000) => ({
      storeys,
      maxFootprintM2,
      maxGfaM2,
      bindingRule: 'max_density' as const,
    })
    const reachable = (...byStoreys: readonly ReturnType<typeof limit>[]) =>
      reachableM2({ byStoreys }, ['tower'])
    assert.equal(
      reachable(limit(1, tower), limit(2, 2 * tower), limit(3, 3 * tower - 1)),
      2 * tower,
    )
    assert.equal(reachable(limit(2, 2 * tower, tower - 1)), 0)
    assert.equal(reachable(), 0)
  })
})
