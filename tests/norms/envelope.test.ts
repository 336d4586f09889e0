// What the rules leave of floor area and storeys.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceBetween } from '../../src/geometry/distance.ts'
import { areaOf, type Point, type Region } from '../../src/geometry/plane.ts'
import { envelopeOf, insetOf, limitAt, storeysWithin } from '../../src/norms/envelope.ts'
import { boxRing } from '../geometry/rings.ts'
import { DEFAULT_RULES } from './rules.ts'

const { rules } = DEFAULT_RULES

const square = (sideM: number): Region => [boxRing(0, 0, sideM)]

const upTo = (value: number) => ({ value: [{ up_to: null, value }], source: '' })

const storeys = (mostM: number, eachM: number) =>
  storeysWithin({
    max_height_m: { value: mostM, source: '' },
    storey_height_m: { value: eachM, source: '' },
  })

describe('the storeys within a height', () => {
  it('are as many as stand below it, those that fill it exactly too', () => {
    assert.equal(storeys(18.2, 2.6), 7)
    assert.equal(storeys(9, 3), 3)
    assert.equal(storeys(8.99, 3), 2)
    assert.equal(storeys(11.9, 3), 3)
    assert.equal(storeys(2, 3), 0)
  })
  it('are whole for any heights in tenths of a metre', () => {
    fc.assert(
      fc.property(fc.integer({ min: 25, max: 60 }), fc.integer({ min: 1, max: 100 }), (each, n) => {
        assert.equal(storeys((each * n) / 10, each / 10), n)
        assert.equal(storeys((each * n - 1) / 10, each / 10), n - 1)
      }),
    )
  })
})

describe('the ground inside the setback', () => {
  it('loses nothing twice that thinning the edge has taken off already', () => {
    const areaWith = (clearM: number) =>
      Math.round(areaOf(insetOf({ region: square(100), clearM, offM: clearM }, 3)))
    assert.deepEqual([0, 0.5, 3, 4].map(areaWith), [94 ** 2, 95 ** 2, 100 ** 2, 100 ** 2])
  })
})

describe('the limit at so many storeys', () => {
  it('is the least that setback, coverage and density allow, of ground that the first two leave', () => {
    const norms = { ...rules, max_coverage: upTo(0.4), max_density: upTo(1.2) }
    const limit = (count: number, buildableAreaM2: number) => {
      const ground = { siteAreaM2: 1000, buildableAreaM2 }
      const { bindingRule, maxFootprintM2, maxGfaM2 } = limitAt(count, ground, norms)
      return [bindingRule, maxFootprintM2, maxGfaM2]
    }
    assert.deepEqual(limit(2, 300), ['setback_m', 300, 600])
    assert.deepEqual(limit(2, 900), ['max_coverage', 400, 800])
    assert.deepEqual(limit(9, 900), ['max_density', 400, 1200])
  })
})

describe('the best limit of a site', () => {
  it('has the most floor area, and of equal ones the fewest storeys', () => {
    // Two tenths of the ground, and floors of as much as all of it: five storeys and more.
    const norms = {
      ...rules,
      setback_m: { value: 3, source: '' },
      max_coverage: upTo(0.2),
      max_density: upTo(1),
    }
    const { best, byStoreys } = envelopeOf(square(100), norms, { min: 1, max: 9 })
    assert.deepEqual(
      byStoreys.map(({ maxGfaM2 }) => Math.round(maxGfaM2)),
      [2000, 4000, 6000, 8000, 10_000, 10_000, 10_000, 10_000, 10_000],
    )
    assert.equal(best?.storeys, 5)
  })

  it('is sought among the storeys that are asked for, allowed, and within the height', () => {
    const lowAndHigh = (
      asked: { readonly min: number; readonly max: number },
      [min, max, heightM]: readonly [number, number, number],
    ) => {
      const norms = {
        ...rules,
        min_storeys: { value: min, source: '' },
        max_storeys: { value: max, source: '' },
        max_height_m: { value: heightM, source: '' },
        storey_height_m: { value: 3, source: '' },
      }
      const { byStoreys } = envelopeOf(square(100), norms, asked)
      return [byStoreys[0]?.storeys, byStoreys.at(-1)?.storeys]
    }
    assert.deepEqual(lowAndHigh({ min: 4, max: 8 }, [1, 25, 75]), [4, 8])
    assert.deepEqual(lowAndHigh({ min: 1, max: 20 }, [3, 16, 75]), [3, 16])
    assert.deepEqual(lowAndHigh({ min: 1, max: 20 }, [3, 16, 27]), [3, 9])
  })

  it('is none where the setback leaves no ground, or no storeys are allowed', () => {
    const wide = { ...rules, setback_m: { value: 6, source: '' } }
    assert.equal(envelopeOf(square(10), wide, { min: 1, max: 9 }).best, undefined)
    assert.equal(envelopeOf(square(100), wide, { min: 9, max: 8 }).best, undefined)
  })
})

describe('the ground inside a setback', () => {
  it('keeps it from the true edge of a site with many corners, and loses little more than it', () => {
    // Teeth of 3 m, which simplification closes.
    const site = [
      Array.from({ length: 2000 }, (_, i): Point => {
        const [angle, radiusM] = [(i / 2000) * 2 * Math.PI, i % 2 === 0 ? 75 : 78]
        return [radiusM * Math.cos(angle), radiusM * Math.sin(angle)]
      }),
    ]
    const { ground } = envelopeOf(site, rules, { min: 1, max: 9 })
    assert.ok(ground.clearM > 0.1)
    for (const setbackM of [3, 11]) {
      const inner = insetOf(ground, setbackM)
      const nearM = distanceBetween(inner, site)
      assert.ok(nearM >= setbackM - 0.003, `${nearM} m`)
      for (const corner of inner.flat()) {
        const offM = distanceBetween([[corner, corner]], site)
        assert.ok(offM <= setbackM + ground.offM - ground.clearM, `${offM} m`)
      }
    }
  })
})
