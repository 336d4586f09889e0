// What the model is asked for a request, by a model that notes it and knows nothing.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Resolution } from '../../src/addresses/table/address.ts'
import { readSettings } from '../../src/settings.ts'
import type { Dwelling } from '../../src/valuation/comparables/comparable.ts'
import { makeEstimate } from '../../src/valuation/make-estimate.ts'
import { tradeInSettingsOf } from '../../src/valuation/trade-in-settings.ts'
import type { EstimateOptions } from '../../src/valuation/wire/estimate-options.ts'
import { createTestClock } from '../support/clock.ts'
import { ADDRESS, foundAs } from './found-address.ts'

const FLAT = { area_m2: 54, rooms: 2, floor: 4, floors_total: 9 }
/** The flat that the model is asked for, and how. */
type Asked = EstimateOptions & {
  readonly dwelling: Dwelling
  readonly username: string | undefined
}

async function askedFor(request: object, resolution: Resolution): Promise<Asked> {
  const asked: Asked[] = []
  const parts = {
    engine: {
      isDemo: false,
      estimate: async (dwelling: Dwelling, options: EstimateOptions, username?: string) => {
        asked.push({ ...options, dwelling, username })
        return { kind: 'no_data' } as const
      },
    },
    resolveAddress: async () => resolution,
    tradeIn: tradeInSettingsOf(readSettings({})),
    clock: createTestClock(),
  }
  const { kind } = await makeEstimate(parts, 'anna', { ...FLAT, ...request })
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

describe('the question of a value', () => {
  it('tells who asks', async () => {
    assert.equal((await askedFor({ address: ADDRESS }, foundAs('house'))).username, 'anna')
  })
})

describe('the flat that is valued', () => {
  const dwellingOf = async (request: object) =>
    (await askedFor({ address: ADDRESS, ...request }, foundAs('house'))).dwelling

  it('is a secondary one unless the request says that it is new', async () => {
    assert.equal((await dwellingOf({})).market, 'secondary')
    assert.equal((await dwellingOf({ market: 'new' })).market, 'new')
  })

  it('is as the request has it, unknown where it is silent, at the place of its address', async () => {
    const { areaM2, rooms, floor, floorsTotal, yearBuilt, condition, lat, lon, city } =
      await dwellingOf({})
    assert.deepEqual([areaM2, rooms, floor, floorsTotal], [54, 2, 4, 9])
    assert.deepEqual([yearBuilt, condition], [null, null])
    assert.deepEqual([lat, lon, city], [61, 31, 'Примерск'])
  })
})
