import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KM_PER_DEGREE } from '../../../src/geometry/earth.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import {
  SLOPE_COUNT,
  slopeDifferences,
} from '../../../src/valuation/neighbours/slope-differences.ts'
import { assertNear } from '../../support/near.ts'

interface Facts {
  readonly areaM2: number
  readonly floor: number
  readonly year: number
  readonly lat: number
  readonly lon: number
  readonly day: number
}

const SUBJECT: Facts = { areaM2: 50, floor: 2, year: 1990, lat: 60, lon: 30, day: 1_000 }

const flatOf = ({ areaM2, floor, year, lat, lon }: Facts): Float64Array => {
  const flat = new Float64Array(FLAT.size)
  flat[FLAT.lnArea] = Math.log(areaM2)
  flat[FLAT.floor] = floor
  flat[FLAT.year] = year
  flat[FLAT.lat] = lat
  flat[FLAT.lon] = lon
  return flat
}

/** Of a neighbour that is like the subject but for these facts. */
const differencesOf = (neighbour: Partial<Facts>, subject: Partial<Facts> = {}): number[] => {
  const here = { ...SUBJECT, ...subject }
  const there = { ...here, ...neighbour }
  const out = new Float64Array(SLOPE_COUNT)
  const table = { flats: flatOf(there), day: Int32Array.of(there.day) }
  slopeDifferences({ flat: flatOf(here), day: here.day }, table, 0, out, 0)
  return [...out]
}

const assertDifferences = (actual: readonly number[], expected: readonly number[]): void => {
  assert.equal(actual.length, expected.length)
  expected.forEach((each, slope) => {
    assertNear(actual[slope] ?? Number.NaN, each, 1e-6)
  })
}

describe('how a neighbour differs from a subject', () => {
  it('is nothing where it is the same in all', () => {
    assertDifferences(differencesOf({}), [0, 0, 0, 0, 0, 0])
  })

  it('is in fifths of ln m², ln storeys, decades, half-years and half kilometres', () => {
    // ln 55/50 = 0.0953102, ln 8/2 = 1.3862944; at 60° a degree of longitude is half as long.
    const neighbour = {
      areaM2: 55,
      floor: 8,
      year: 2005,
      day: 1_366,
      lat: 60.01,
      lon: 30.02,
    }
    const halfKms = 0.01 * KM_PER_DEGREE * 2
    assertDifferences(differencesOf(neighbour), [0.476551, 1.386294, 1.5, 2, halfKms, halfKms])
  })

  it('is that of the first storey in a basement', () => {
    assertDifferences(differencesOf({ floor: -1 }), [0, -Math.LN2, 0, 0, 0, 0])
    assertDifferences(differencesOf({ floor: 1 }, { floor: -1 }), [0, 0, 0, 0, 0, 0])
  })

  it('is none where the one or the other is unknown', () => {
    for (const [neighbour, subject] of [
      [{ year: Number.NaN }, {}],
      [{ year: 2005 }, { year: Number.NaN }],
    ] as const) {
      assertDifferences(differencesOf(neighbour, subject), [0, 0, 0, 0, 0, 0])
    }
  })

  it('is the short way to a place across the date line', () => {
    const [, , , , east] = differencesOf({ lat: 0, lon: -179.999 }, { lat: 0, lon: 179.999 })
    assertNear(east ?? 0, 0.002 * KM_PER_DEGREE * 2, 1e-6)
  })
})
