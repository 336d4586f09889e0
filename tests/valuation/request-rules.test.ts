// The rules that bind several fields of an estimate's request, each from both sides.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brokenRule } from '../../src/valuation/request-rules.ts'
import type { EstimateRequest } from '../../src/valuation/wire/estimate-request.ts'

const TODAY = '2026-01-15'
const REQUEST: EstimateRequest = {
  address: 'Примерск, улица Ленина, 5',
  area_m2: 50,
  rooms: 2,
  floor: 4,
  floors_total: 9,
}

const broken = (change: Partial<EstimateRequest>, valuationDate = TODAY) =>
  brokenRule({ ...REQUEST, ...change }, valuationDate, TODAY)?.field

describe('the request of an estimate', () => {
  it('has a floor of the house, the top one too', () => {
    assert.deepEqual(
      [1, 9, 10].map((floor) => broken({ floor })),
      [undefined, undefined, 'floor'],
    )
  })

  it('has a kitchen and living rooms within its area, each and together', () => {
    assert.equal(broken({ kitchen_area_m2: 50 }), undefined)
    assert.equal(broken({ kitchen_area_m2: 50.1 }), 'kitchen_area_m2')
    assert.equal(broken({ living_area_m2: 50 }), undefined)
    assert.equal(broken({ living_area_m2: 50.1 }), 'living_area_m2')
    assert.equal(broken({ kitchen_area_m2: 20, living_area_m2: 30 }), undefined)
    assert.equal(broken({ kitchen_area_m2: 20, living_area_m2: 30.1 }), 'kitchen_area_m2')
    // Added up as binary fractions they are 28.200000000000003.
    const parts = { kitchen_area_m2: 8.1, living_area_m2: 20.1 }
    assert.equal(broken({ ...parts, area_m2: 28.2 }), undefined)
  })

  it('has an address or both coordinates', () => {
    const { address: _, ...nowhere } = REQUEST
    const placedBy = (place: object) =>
      brokenRule({ ...nowhere, ...place } as EstimateRequest, TODAY, TODAY)?.field
    assert.equal(placedBy({}), 'address')
    assert.equal(placedBy({ lat: 0, lon: 0 }), undefined)
    assert.equal(placedBy({ lat: 0 }), 'lon')
    assert.equal(placedBy({ lon: 0 }), 'lat')
  })

  it('is of a day of the calendar since 1900, today at the latest', () => {
    assert.equal(broken({}, '2026-01-14'), undefined)
    assert.equal(broken({}, '2026-01-16'), 'valuation_date')
    assert.equal(broken({}, '2025-02-29'), 'valuation_date')
    assert.equal(broken({}, '1900-01-01'), undefined)
    for (const day of ['1899-12-31', '0000-12-31']) {
      assert.equal(broken({}, day), 'valuation_date')
    }
  })

  it('is of a house built three years after its date at the latest', () => {
    assert.equal(broken({ year_built: 2029 }), undefined)
    assert.equal(broken({ year_built: 2030 }), 'year_built')
    assert.equal(broken({ year_built: 2028 }, '2024-05-20'), 'year_built')
  })
})
