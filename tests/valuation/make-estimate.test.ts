// What the model is asked for a request, by a model that notes it and knows nothing.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Resolution } from '../../src/addresses/table/address.ts'
import { readSettings } from '../../src/settings.ts'
import { makeEstimate } from '../../src/valuation/make-estimate.ts'
import { tradeInSettingsOf } from '../../src/valuation/trade-in-settings.ts'
import type { EstimateOptions } from '../../src/valuation/wire/estimate-options.ts'
import { createTestClock } from '../support/clock.ts'

const FLAT = { area_m2: 54, rooms: 2, floor: 4, floors_total: 9 }
const ADDRESS = 'Примерск, улица Ленина, 5'

/** An address that is found this exactly. */
const foundAs = (precision: 'street' | 'house'): Resolution => ({
  outcome: 'match',
  isAsWritten: true,
  match: {
    id: 'a',
    kind: precision,
    value: ADDRESS,
    city: 'Примерск',
    street: 'улица Ленина',
    house: precision === 'house' ? '5' : null,
    postal_code: null,
    fias_id: null,
    lat: 61,
    lon: 31,
    geo_precision: precision,
    highlights: [],
    score: 1,
  },
})

async function askedFor(request: object, resolution: Resolution): Promise<EstimateOptions> {
  const asked: EstimateOptions[] = []
  const parts = {
    engine: {
      isDemo: false,
      estimate: async (_dwelling: object, options: EstimateOptions) => {
        asked.push(options)
        return { kind: 'no_data' } as const
      },
    },
    resolveAddress: async () => resolution,
    tradeIn: tradeInSettingsOf(readSettings({})),
    clock: createTestClock(),
  }
  const { kind } = await makeEstimate(parts, { ...FLAT, ...request })
  assert.equal(kind, 'made')
  const [options] = asked
  assert.ok(options && asked.length === 1)
  return options
}

describe('the point of a flat', () => {
  it('is only near it where no more than the street is known, and else is of its house', async () => {
    const isNearby = async (request: object, precision: 'street' | 'house') =>
      (await askedFor(request, foundAs(precision))).isPointNearby
    assert.equal(await isNearby({ address: ADDRESS }, 'street'), true)
    assert.equal(await isNearby({ address: ADDRESS }, 'house'), false)
    assert.equal(await isNearby({ address: ADDRESS, lat: 61, lon: 31 }, 'street'), false)
  })
})
