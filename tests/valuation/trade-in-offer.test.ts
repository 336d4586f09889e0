import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { CONDITIONS } from '../../src/valuation/comparable.ts'
import {
  DEFAULT_TRADE_IN_SETTINGS,
  type TradeIn,
  tradeInOffer,
  type ValuedFlat,
} from '../../src/valuation/trade-in-offer.ts'

const flat: ValuedFlat = {
  marketDealRub: 10_000_000,
  lowRub: 9_000_000,
  highRub: 11_000_000,
  fsd: 0.06,
  level: 6,
  areaM2: 50,
  condition: 'cosmetic',
  day: 19_863,
}

const anyFlat = fc
  .record({
    marketDealRub: fc.integer({ min: 500_000, max: 300_000_000 }),
    band: fc.double({ min: 0, max: 0.4, noNaN: true }),
    fsd: fc.double({ min: 0.01, max: 0.25, noNaN: true }),
    level: fc.integer({ min: 2, max: 7 }),
    areaM2: fc.double({ min: 8, max: 400, noNaN: true }),
    condition: fc.constantFrom(...CONDITIONS, null),
    day: fc.integer({ min: 15_000, max: 25_000 }),
  })
  .map(({ band, ...rest }) => ({
    ...rest,
    lowRub: Math.round(rest.marketDealRub * (1 - band)),
    highRub: Math.round(rest.marketDealRub * (1 + band)),
  }))

const payout = (offer: TradeIn, kind: string): number =>
  offer.options.find((one) => one.kind === kind)?.payout_rub ?? Number.NaN

describe('a trade-in offer', () => {
  it('is the market value less every term, worked out by hand', () => {
    const offer = tradeInOffer(flat, { fundingRate: 0.146, exposureDays: 100 })
    const [buyout, reservation, market] = offer.options
    // hold 0.146 · 100 / 365 = 0.04; sell 0.03; risk 0.7 · 0.06 = 0.042; margin 0.04; repair 3000 · 50 = 150,000
    assert.deepEqual(buyout?.fees, [
      { code: 'hold', fraction: 0.04, rub: 400_000 },
      { code: 'sell', fraction: 0.03, rub: 300_000 },
      { code: 'risk', fraction: 0.042, rub: 420_000 },
      { code: 'margin', fraction: 0.04, rub: 400_000 },
      { code: 'repair', fraction: 0.015, rub: 150_000 },
    ])
    assert.equal(buyout?.payout_rub, 8_330_000)
    assert.equal(buyout?.payout_low_rub, 7_497_000)
    assert.equal(buyout?.payout_high_rub, 9_163_000)
    assert.equal(buyout?.share_of_market, 0.833)
    assert.equal(buyout?.expires_at, '2024-05-27')
    assert.equal(reservation?.payout_rub, 9_600_000)
    assert.equal(market?.payout_rub, 10_000_000)
    assert.deepEqual(market?.fees, [])
  })

  it('orders its options, keeps its bounds, and its fees add up to the rouble', () => {
    fc.assert(
      fc.property(anyFlat, (one) => {
        const offer = tradeInOffer(one)
        assert.ok(payout(offer, 'buyout') <= payout(offer, 'reservation'))
        assert.ok(payout(offer, 'reservation') <= payout(offer, 'market'))
        for (const option of offer.options) {
          const fees = option.fees.reduce((sum, { rub }) => sum + rub, 0)
          assert.equal(option.payout_rub + fees, one.marketDealRub)
          assert.ok(option.payout_low_rub <= option.payout_rub)
          assert.ok(option.payout_rub <= option.payout_high_rub)
        }
        const share = payout(offer, 'buyout') / one.marketDealRub
        assert.ok(share > 0.7 - 1e-5 && share < 0.97 + 1e-5)
      }),
    )
  })

  it('never pays more for longer exposure, a higher FSD or a lower level', () => {
    fc.assert(
      fc.property(
        anyFlat,
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        fc.double({ min: 0, max: 0.2, noNaN: true }),
        (one, exposureDays, more, wider) => {
          const buyout = (flat: ValuedFlat, days: number): number =>
            payout(tradeInOffer(flat, { exposureDays: days }), 'buyout')
          assert.ok(buyout(one, exposureDays + more) <= buyout(one, exposureDays))
          const unsure = { ...one, fsd: one.fsd + wider }
          assert.ok(buyout(unsure, exposureDays) <= buyout(one, exposureDays))
          assert.ok(buyout({ ...one, level: 2 }, exposureDays) <= buyout(one, exposureDays))
        },
      ),
    )
  })

  it('is not made without a value or on too little confidence', () => {
    assert.deepEqual(tradeInOffer(null), {
      eligible: false,
      reasons: ['insufficient_data'],
      options: [],
    })
    const unsure = tradeInOffer({ ...flat, level: DEFAULT_TRADE_IN_SETTINGS.leastLevel - 1 })
    assert.deepEqual(unsure.reasons, ['low_confidence'])
    assert.equal(unsure.eligible, false)
  })
})
