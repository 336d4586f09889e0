import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readSettings } from '../../src/settings.ts'
import { CONDITIONS } from '../../src/valuation/comparables/comparable.ts'
import { tradeInOffer, type ValuedFlat } from '../../src/valuation/trade-in-offer.ts'
import { tradeInSettingsOf } from '../../src/valuation/trade-in-settings.ts'
import type { TradeIn } from '../../src/valuation/wire/estimate-schema.ts'

const DEFAULTS = tradeInSettingsOf(readSettings({}))

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
  it('a repair is its roubles per m² to the rouble, whatever is rounded beside it', () => {
    fc.assert(
      fc.property(anyFlat, (one) => {
        const { repairRubPerM2 } = DEFAULTS
        const due = Math.round(repairRubPerM2[one.condition ?? 'unknown'] * one.areaM2)
        const fees = tradeInOffer(one, DEFAULTS).options[0]?.fees ?? []
        assert.equal(fees.find(({ code }) => code === 'repair')?.rub, due)
      }),
    )
  })

  it('a payout is the market value less every term, worked out by hand', () => {
    const offer = tradeInOffer(flat, { ...DEFAULTS, fundingRate: 0.146, exposureDays: 100 })
    assert.equal(offer.eligible, true)
    assert.deepEqual(offer.reasons, [])
    const [buyout, reservation, market] = offer.options
    // hold 0.146 · 100 / 365 = 0.04; sell 0.03; risk 0.7 · 0.06 = 0.042; margin 0.04;
    // repair 3000 · 50 = 150,000
    assert.deepEqual(buyout?.fees, [
      { code: 'hold', fraction: 0.04, rub: 400_000 },
      { code: 'sell', fraction: 0.03, rub: 300_000 },
      { code: 'risk', fraction: 0.042, rub: 420_000 },
      { code: 'margin', fraction: 0.04, rub: 400_000 },
      { code: 'repair', fraction: 0.015, rub: 150_000 },
    ])
    assert.equal(buyout?.payout_rub, 8_330_000)
    // 9,000,000 · (1 − 0.152) − 150,000, and of 11,000,000: the repair costs the same.
    assert.equal(buyout?.payout_low_rub, 7_482_000)
    assert.equal(buyout?.payout_high_rub, 9_178_000)
    assert.equal(buyout?.share_of_market, 0.833)
    assert.equal(buyout?.expires_at, '2024-05-27')
    assert.deepEqual(reservation?.fees, [
      { code: 'sell', fraction: 0.03, rub: 300_000 },
      { code: 'reservation', fraction: 0.01, rub: 100_000 },
    ])
    assert.equal(reservation?.payout_rub, 9_600_000)
    assert.equal(market?.payout_rub, 10_000_000)
    assert.deepEqual(market?.fees, [])
  })

  it('a rouble of rounding is in the last share of the value, and in no fee of its own', () => {
    const settings = { ...DEFAULTS, fundingRate: 0.146, exposureDays: 100 }
    const [buyout] = tradeInOffer({ ...flat, marketDealRub: 10_000_009 }, settings).options
    // 10,000,009 · (1 − 0.152) − 150,000 = 8,330,007.6; the terms are 1,670,000 in whole roubles.
    assert.equal(buyout?.payout_rub, 8_330_008)
    assert.deepEqual(
      buyout?.fees.map(({ code, rub }) => [code, rub]),
      [
        ['hold', 400_000],
        ['sell', 300_000],
        ['risk', 420_000],
        ['margin', 400_001],
        ['repair', 150_000],
      ],
    )
  })

  it('what the least or the most share changes is a fee of its own', () => {
    const settings = { ...DEFAULTS, fundingRate: 0.146, exposureDays: 100 }
    const [dear] = tradeInOffer({ ...flat, areaM2: 900 }, settings).options
    // The terms and a repair of 2,700,000 leave 5,780,000: less than 0.7 of the value.
    assert.equal(dear?.payout_rub, 7_000_000)
    assert.deepEqual(
      dear?.fees.map(({ code, rub }) => [code, rub]),
      [
        ['hold', 400_000],
        ['sell', 300_000],
        ['risk', 420_000],
        ['margin', 400_000],
        ['repair', 2_700_000],
        ['bound', -1_220_000],
      ],
    )
    assert.equal(dear?.fees.at(-1)?.fraction, -0.122)
    const cheap = { ...settings, sellShare: 0.01, reservationFee: 0 }
    // More than 0.97 would be left.
    assert.deepEqual(tradeInOffer(flat, cheap).options[1]?.fees, [
      { code: 'sell', fraction: 0.01, rub: 100_000 },
      { code: 'reservation', fraction: 0, rub: 0 },
      { code: 'bound', fraction: 0.02, rub: 200_000 },
    ])
  })

  it('a bound of a payout is the payout for a flat of that value', () => {
    fc.assert(
      fc.property(anyFlat, (one) => {
        const { options } = tradeInOffer(one, DEFAULTS)
        for (const [value, key] of [
          [one.lowRub, 'payout_low_rub'],
          [one.highRub, 'payout_high_rub'],
        ] as const) {
          const there = tradeInOffer({ ...one, marketDealRub: value }, DEFAULTS)
          for (const option of options) assert.equal(option[key], payout(there, option.kind))
        }
      }),
    )
  })

  it('options are ordered and within bounds, and fees add up to the rouble', () => {
    fc.assert(
      fc.property(anyFlat, (one) => {
        const offer = tradeInOffer(one, DEFAULTS)
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

  it('pays for a reservation no less than for a buyout, however dear the reservation is', () => {
    const dear = tradeInOffer(flat, { ...DEFAULTS, reservationFee: 0.5 })
    assert.equal(payout(dear, 'reservation'), payout(dear, 'buyout'))
    assert.equal(payout(dear, 'buyout'), payout(tradeInOffer(flat, DEFAULTS), 'buyout'))
    assert.ok(payout(dear, 'reservation') < payout(dear, 'market'))
  })

  it('a buyout never pays more for longer exposure, a higher FSD or a lower level', () => {
    fc.assert(
      fc.property(
        anyFlat,
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        fc.double({ min: 0, max: 0.2, noNaN: true }),
        (one, exposureDays, more, wider) => {
          const buyout = (flat: ValuedFlat, days: number): number =>
            payout(tradeInOffer(flat, { ...DEFAULTS, exposureDays: days }), 'buyout')
          assert.ok(buyout(one, exposureDays + more) <= buyout(one, exposureDays))
          const unsure = { ...one, fsd: one.fsd + wider }
          assert.ok(buyout(unsure, exposureDays) <= buyout(one, exposureDays))
          assert.ok(buyout({ ...one, level: 2 }, exposureDays) <= buyout(one, exposureDays))
        },
      ),
    )
  })

  it('too little confidence gets no offer', () => {
    assert.deepEqual(tradeInOffer({ ...flat, level: DEFAULTS.leastLevel - 1 }, DEFAULTS), {
      eligible: false,
      reasons: ['low_confidence'],
      options: [],
    })
  })

  it('each term comes from the environment', () => {
    const set = tradeInSettingsOf(
      readSettings({
        TRADE_IN_FUNDING_RATE: '0.146',
        TRADE_IN_EXPOSURE_DAYS: '100',
        TRADE_IN_SELL_SHARE: '0.02',
        TRADE_IN_RISK_PER_FSD: '0.5',
        TRADE_IN_LOW_LEVEL: '6',
        TRADE_IN_LOW_LEVEL_RISK: '0.02',
        TRADE_IN_MARGIN_SHARE: '0.05',
        TRADE_IN_REPAIR_NONE_RUB_PER_M2: '9000',
        TRADE_IN_REPAIR_COSMETIC_RUB_PER_M2: '4000',
        TRADE_IN_REPAIR_EURO_RUB_PER_M2: '2000',
        TRADE_IN_REPAIR_DESIGNER_RUB_PER_M2: '1500',
        TRADE_IN_REPAIR_UNKNOWN_RUB_PER_M2: '5000',
        TRADE_IN_LEAST_SHARE: '0.6',
        TRADE_IN_MOST_SHARE: '0.95',
        TRADE_IN_LEAST_LEVEL: '4',
        TRADE_IN_RESERVATION_FEE: '0.015',
        TRADE_IN_BUYOUT_DAYS: '14',
        TRADE_IN_RESERVATION_DAYS: '90',
        TRADE_IN_OFFER_DAYS: '3',
      }),
    )
    // hold 0.04; sell 0.02; risk 0.5 · 0.06 + 0.02 = 0.05; margin 0.05; repair 4000 · 50 = 200,000
    const offer = tradeInOffer(flat, set)
    const [buyout, reservation, market] = offer.options
    assert.equal(buyout?.payout_rub, 8_200_000)
    assert.equal(buyout?.days_to_money, 14)
    assert.equal(buyout?.expires_at, '2024-05-23')
    // 1 − 0.02 − 0.015 is over the most.
    assert.equal(reservation?.payout_rub, 9_500_000)
    assert.equal(reservation?.days_to_money, 90)
    assert.equal(market?.days_to_money, 100)
    const repairs = (['none', 'cosmetic', 'euro', 'designer', null] as const).map(
      (condition) =>
        tradeInOffer({ ...flat, condition }, set).options[0]?.fees.find(
          ({ code }) => code === 'repair',
        )?.rub,
    )
    assert.deepEqual(repairs, [450_000, 200_000, 100_000, 75_000, 250_000])
    assert.deepEqual(tradeInOffer({ ...flat, level: 3 }, set).reasons, ['low_confidence'])
    // 10,000,000 · 0.6: repair alone takes more than is left.
    assert.equal(payout(tradeInOffer({ ...flat, areaM2: 900 }, set), 'buyout'), 6_000_000)
  })
})
