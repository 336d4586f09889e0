// What becomes of an estimate: answered in full, kept, then counted; by a model of three sales.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoDate } from '../../src/iso-time.ts'
import { readSettings } from '../../src/settings.ts'
import { estimate } from '../../src/valuation/answer/estimate.ts'
import type { Dwelling } from '../../src/valuation/comparables/comparable.ts'
import { type CreateEstimateParts, createEstimate } from '../../src/valuation/create-estimate.ts'
import { fit } from '../../src/valuation/model/fit.ts'
import { tradeInSettingsOf } from '../../src/valuation/trade-in-settings.ts'
import type { SubjectAttribute } from '../../src/valuation/wire/estimate-codes.ts'
import type { EstimateOptions } from '../../src/valuation/wire/estimate-options.ts'
import type { EstimateRequest } from '../../src/valuation/wire/estimate-request.ts'
import type { EstimateResponse } from '../../src/valuation/wire/estimate-schema.ts'
import { createTestClock } from '../support/clock.ts'
import { foundAs } from './found-address.ts'
import { sale } from './sale.ts'

const DAY = '2024-05-20'
const SETTINGS = tradeInSettingsOf(readSettings({}))

/** Of the flat that was sold three times. */
const REQUEST: EstimateRequest = {
  lat: 56.08,
  lon: 60.73,
  area_m2: 50,
  rooms: 2,
  floor: 4,
  floors_total: 5,
  year_built: 1980,
  house_material: 'panel',
  condition: 'euro',
  valuation_date: DAY,
}

const model = await fit(
  [9_900_000, 10_000_000, 10_100_000].map((rub, i) => sale(`s${i}`, rub)),
  { until: DAY },
)

function desk(store: CreateEstimateParts['store']) {
  const counted: string[] = []
  const parts: CreateEstimateParts = {
    engine: {
      isDemo: false,
      estimate: async (dwelling: Dwelling, options: EstimateOptions, username?: string) => {
        // In whose turns a model for an earlier date is fitted.
        assert.equal(username, 'anna')
        return { kind: 'estimate', estimate: estimate(model, dwelling, options), isDemo: false }
      },
    },
    resolveAddress: async () => foundAs('house'),
    tradeIn: SETTINGS,
    clock: createTestClock(),
    store,
    counters: { estimates: { add: (outcome) => void counted.push(outcome) } },
  }
  return {
    counted,
    create: (request: EstimateRequest) => createEstimate(parts, { username: 'anna' }, request),
  }
}

/** The answer to the request, and what is kept of it. */
async function created(change: Partial<EstimateRequest> = {}) {
  const kept: Parameters<CreateEstimateParts['store']['add']>[0][] = []
  const { create, counted } = desk({ add: async (one) => void kept.push(one) })
  const outcome = await create({ ...REQUEST, ...change })
  assert.ok(outcome.kind === 'created')
  const [stored] = kept
  assert.ok(stored && kept.length === 1)
  return { answer: JSON.parse(outcome.body) as EstimateResponse, stored, counted }
}

const buyoutOf = ({ trade_in }: EstimateResponse) => {
  const buyout = trade_in?.options.find(({ kind }) => kind === 'buyout')
  assert.ok(buyout)
  return buyout
}
const repairOf = (answer: EstimateResponse) =>
  buyoutOf(answer).fees.find(({ code }) => code === 'repair')?.rub

describe('an estimate that is created', () => {
  it('is counted once it is kept, and not where it cannot be', async () => {
    const { answer, stored, counted } = await created()
    assert.equal(answer.status, 'ok')
    assert.deepEqual(counted, ['ok'])
    const { body: _body, ...listed } = stored
    assert.deepEqual(listed, {
      id: answer.id,
      owner: 'anna',
      createdAt: answer.created_at,
      status: 'ok',
      valuationDate: DAY,
      address: answer.subject.address,
      areaM2: 50,
      rooms: 2,
      marketRub: answer.value?.market_rub,
      basis: 'deal',
      level: answer.confidence?.level,
      isDemo: answer.demo,
    })
    assert.ok(listed.marketRub && listed.level)
    const fault = new Error('no room')
    const away = desk({ add: () => Promise.reject(fault) })
    await assert.rejects(away.create(REQUEST), fault)
    assert.deepEqual(away.counted, [])
  })

  it('says whose it is, and which options it was made with', async () => {
    const asked = { max_comparables: 5, price_basis: 'ask' } as const
    const { answer, stored } = await created({ options: asked })
    assert.equal(answer.owner, 'anna')
    const { options } = answer
    assert.deepEqual(options, { ...asked, radius_m: 4000, interval: 0.8 })
    assert.equal(stored.basis, 'ask')
    const others = { radius_m: 3000, interval: 0.9 } as const
    const { answer: other } = await created({ options: others })
    assert.deepEqual(other.options, { ...others, max_comparables: 10, price_basis: 'deal' })
  })

  it('repeats whatever the request says of the flat', async () => {
    const said = {
      area_m2: 50,
      rooms: 2,
      floor: 4,
      floors_total: 5,
      kitchen_area_m2: 9,
      living_area_m2: 30,
      year_built: 1980,
      house_material: 'panel',
      building_class: 'дворец',
      condition: 'euro',
      market: 'secondary',
      ceiling_height_m: 2.7,
    } as const satisfies Record<SubjectAttribute | 'area_m2' | 'rooms', unknown>
    const { subject } = (await created(said)).answer
    for (const [name, value] of Object.entries(said)) {
      assert.equal(subject[name as keyof typeof said], value, name)
    }
    assert.equal((await created({ market: 'new' })).answer.subject.market, 'new')
    assert.equal((await created()).answer.subject.market, 'secondary')
    // No flat of this market has such a class.
    assert.ok(subject.set_aside.includes('building_class'))
  })

  it('tells of market and model without a value too, of which it keeps none', async () => {
    const { answer, stored, counted } = await created({ area_m2: 900 })
    assert.equal(answer.status, 'insufficient_data')
    assert.deepEqual([answer.value, answer.trade_in, answer.comparables], [null, null, []])
    assert.equal(answer.model?.version, model.version)
    assert.equal(answer.market?.sample, 3)
    assert.deepEqual([stored.marketRub, stored.level], [null, null])
    assert.deepEqual(counted, ['insufficient_data'])
  })
})

describe('the offer of an estimate', () => {
  it('repairs the flat as it is, and stands so many days from the date of the value', async () => {
    const [euro, none] = [await created(), await created({ condition: 'none' })]
    const { repairRubPerM2, offerDays } = SETTINGS
    assert.deepEqual(
      [repairOf(euro.answer), repairOf(none.answer)],
      [repairRubPerM2.euro * 50, repairRubPerM2.none * 50],
    )
    const until = isoDate(Date.parse(DAY) + offerDays * 86_400_000)
    assert.equal(buyoutOf(euro.answer).expires_at, until)
  })

  it('is of the value and its band, all of which the owner’s own sale pays', async () => {
    const { value, trade_in } = (await created()).answer
    const own = trade_in?.options.find(({ kind }) => kind === 'market')
    assert.ok(value && own && value.low_rub < value.market_rub && value.market_rub < value.high_rub)
    assert.deepEqual(
      [own.payout_low_rub, own.payout_rub, own.payout_high_rub],
      [value.low_rub, value.market_rub, value.high_rub],
    )
  })

  it('is of the price as a deal, its band too, whichever basis is asked for', async () => {
    const figuresOf = async (price_basis: 'ask' | 'deal') => {
      const { answer } = await created({ options: { price_basis } })
      const { payout_rub, payout_low_rub, payout_high_rub } = buyoutOf(answer)
      return [payout_rub, payout_low_rub, payout_high_rub]
    }
    const [deal, ask] = [await figuresOf('deal'), await figuresOf('ask')]
    for (const [i, rub] of deal.entries()) {
      assert.ok(Math.abs(rub - (ask[i] ?? 0)) <= 20, `${deal} and ${ask}`)
    }
  })
})
