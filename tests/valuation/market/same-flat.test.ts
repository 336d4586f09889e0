import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import {
  isNearlySameFlat,
  mayBeSameArea,
  mayBeSameFlat,
} from '../../../src/valuation/market/same-flat.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

describe('two areas', () => {
  it('may be one flat’s where the coarser is the finer one, rounded or cut off', () => {
    for (const [a, b, same] of [
      [35, 35, true],
      [35, 34.99, true],
      [35, 35.01, true],
      [35, 34.5, true],
      [35, 35.99, true],
      [35, 34.4, false],
      [35, 36, false],
      [54.3, 54.3, true],
      [54.3, 54.34, true],
      [54.3, 54.25, true],
      [54.3, 54.4, false],
      [54.3, 54.24, false],
      [54.31, 54.32, false],
      [54.123, 54.118, true],
      [54.123, 54.131, false],
    ] as const) {
      assert.equal(mayBeSameArea(a, b), same, `${a} and ${b}`)
      assert.equal(mayBeSameArea(b, a), same, `${b} and ${a}`)
    }
  })
  it('are one flat’s when one is the other, rounded or cut off to fewer decimals', () => {
    const hundredths = fc.integer({ min: 800, max: 100_000 })
    fc.assert(
      fc.property(hundredths, fc.constantFrom(1, 10, 100), (exact, unit) => {
        const areaM2 = exact / 100
        assert.ok(mayBeSameArea(areaM2, (Math.round(exact / unit) * unit) / 100))
        assert.ok(mayBeSameArea(areaM2, (Math.floor(exact / unit) * unit) / 100))
      }),
    )
  })
})

describe('two flats of a building', () => {
  const flat = { areaM2: 30, kitchenAreaM2: 8, livingAreaM2: 17.5, floor: 4, rooms: 1 }
  it('are one only on the same floor, and a studio may be called one room', () => {
    assert.ok(mayBeSameFlat(flat, { ...flat, rooms: 0 }))
    assert.ok(!mayBeSameFlat(flat, { ...flat, rooms: 2 }))
    assert.ok(!mayBeSameFlat(flat, { ...flat, floor: 5 }))
    assert.ok(!mayBeSameFlat(flat, { ...flat, floor: null }))
    assert.ok(mayBeSameFlat({ ...flat, floor: null }, { ...flat, floor: null }))
  })
  it('of areas alike are two where kitchens or living rooms differ, and of one area never', () => {
    const measured = { ...flat, areaM2: 30.2 }
    assert.ok(mayBeSameFlat(flat, measured))
    assert.ok(mayBeSameFlat(flat, { ...measured, kitchenAreaM2: 8.4, livingAreaM2: null }))
    assert.ok(!mayBeSameFlat(flat, { ...measured, kitchenAreaM2: 9.1 }))
    assert.ok(!mayBeSameFlat(flat, { ...measured, livingAreaM2: 16 }))
    assert.ok(mayBeSameFlat(flat, { ...flat, kitchenAreaM2: 9.1, livingAreaM2: 16 }))
  })
})

describe('two adverts of a building', () => {
  const advert = { areaM2: 54.3, kitchenAreaM2: 8, livingAreaM2: 30, floor: 4, rooms: 2 }
  it('are nearly of one flat where agents measured it up to 0.6 m² apart', () => {
    for (const areaM2 of [54.9, 53.7, 54.3]) {
      assert.ok(isNearlySameFlat(advert, { ...advert, areaM2 }), `${areaM2}`)
      assert.ok(isNearlySameFlat({ ...advert, areaM2 }, advert))
    }
    assert.ok(!isNearlySameFlat(advert, { ...advert, areaM2: 54.91 }))
    assert.ok(!isNearlySameFlat(advert, { ...advert, kitchenAreaM2: 8.7 }))
    assert.ok(!isNearlySameFlat(advert, { ...advert, livingAreaM2: 31 }))
    assert.ok(isNearlySameFlat(advert, { ...advert, kitchenAreaM2: null, livingAreaM2: null }))
  })
  it('are of two on another floor or with another number of rooms, or where no floor is known', () => {
    assert.ok(!isNearlySameFlat(advert, { ...advert, floor: 5 }))
    assert.ok(!isNearlySameFlat(advert, { ...advert, rooms: 3 }))
    assert.ok(!isNearlySameFlat({ ...advert, floor: null }, { ...advert, floor: null }))
    assert.ok(isNearlySameFlat({ ...advert, rooms: 1 }, { ...advert, rooms: 0 }))
  })
})

describe('an estimate of a flat that is advertised in whole metres', async () => {
  const adverts = town({ rows: 900, kind: 'listing' }).map((one) => ({
    ...one,
    areaM2: Math.round(one.areaM2),
  }))
  // Its own price says nothing true of it.
  const advert = { ...(adverts[5] as Comparable), floor: 2, sourceId: 'own', priceRub: 40_000_000 }
  const model = await fit([...adverts, advert], { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })

  it('never uses the advert, however exactly its area is given', () => {
    for (const areaM2 of [advert.areaM2, advert.areaM2 + 0.4, advert.areaM2 - 0.3]) {
      const flat = { ...advert, areaM2 }
      const { comparables } = estimate(model, flat, { valuationDate: isoOfDay(TOWN_DAY) })
      assert.ok(comparables.length > 0)
      assert.ok(comparables.every(({ id }) => id !== 'own'))
    }
  })
})
