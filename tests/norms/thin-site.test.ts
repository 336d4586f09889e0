import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Region } from '../../src/geometry/plane.ts'
import { isTooThinFor } from '../../src/norms/thin-site.ts'
import { DEFAULT_RULES } from './rules.ts'

const { rules } = DEFAULT_RULES

const strip = (lengthM: number, depthM: number): Region => [
  [
    [0, 0],
    [lengthM, 0],
    [lengthM, depthM],
    [0, depthM],
  ],
]

/** Houses that cover so much ground together. */
const isTooThin = (groundM2: number, buildable: Region, storeys = 9, ofPlace = rules) =>
  isTooThinFor(
    {
      storeys,
      maxGfaM2: groundM2 * storeys,
      maxFootprintM2: groundM2,
      bindingRule: 'max_density',
    },
    buildable,
    ofPlace,
  )

// At 27 m a way of 4.2 m runs 5 m from the wall; 3 m of both lie in the setback. So a house of 15 m
// takes 21.2 m of depth.
describe('a site', () => {
  it('is too thin for any house where it is less deep than a house and what its way needs beside', () => {
    assert.ok(isTooThin(360, strip(400, 21)))
    assert.ok(!isTooThin(360, strip(400, 21.4)))
  })

  it('is too thin for more than the share of its ground that houses of such depth cover', () => {
    const coveredM2 = (400 * 30 * 15) / 21.2
    assert.ok(!isTooThin(coveredM2 * 0.999, strip(400, 30)))
    assert.ok(isTooThin(coveredM2 * 1.001, strip(400, 30)))
  })

  it('may be covered as deep as a house where its way lies in the setback', () => {
    const wide = { ...rules, setback_m: { value: 12, source: '' } }
    const isThin = (depthM: number) => isTooThin(400 * 14.9, strip(400, depthM), 9, wide)
    assert.deepEqual([14.95, 15.01].map(isThin), [true, false])
  })

  it('counts only those of its parts that are deep enough', () => {
    const withTail = [
      ...strip(100, 60),
      [
        [100, 0],
        [500, 0],
        [500, 15],
        [100, 15],
      ] as const,
    ]
    const coveredM2 = (100 * 60 * 15) / 21.2
    assert.ok(!isTooThin(coveredM2 * 0.99, withTail))
    assert.ok(isTooThin(coveredM2 * 1.02, withTail))
  })

  // At 30 m the way runs 8 m from the wall: 24.2 m of depth along the site, or 27.2 m of length for
  // a house across it.
  it('has room for houses across it, where a section is no longer than it is deep', () => {
    const coveredM2 = (400 * 24 * 15) / 27.2
    assert.ok(!isTooThin(coveredM2 * 0.999, strip(400, 24.01), 10))
    assert.ok(isTooThin(coveredM2 * 1.001, strip(400, 24.01), 10))
    assert.ok(isTooThin(360, strip(400, 23.9), 10))
  })
})
