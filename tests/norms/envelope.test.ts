// What the rules leave of floor area and storeys.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { envelopeOf, storeysWithin } from '../../src/norms/envelope.ts'
import type { RuleSet } from '../../src/norms/rule-set.ts'

const DEFAULT = new URL('../../src/norms/rule-sets/default.json', import.meta.url)
const { rules } = JSON.parse(readFileSync(DEFAULT, 'utf8')) as RuleSet

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

describe('the best limit of a site', () => {
  const square = (sideM: number) => [
    [
      [0, 0],
      [sideM, 0],
      [sideM, sideM],
      [0, sideM],
    ] as const,
  ]
  const upTo = (value: number) => ({ value: [{ up_to: null, value }], source: '' })

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

  it('is none where the setback leaves no ground, or no storeys are allowed', () => {
    const wide = { ...rules, setback_m: { value: 6, source: '' } }
    assert.equal(envelopeOf(square(10), wide, { min: 1, max: 9 }).best, undefined)
    assert.equal(envelopeOf(square(100), wide, { min: 9, max: 8 }).best, undefined)
  })
})
