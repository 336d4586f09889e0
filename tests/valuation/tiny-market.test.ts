import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { estimate } from '../../src/valuation/answer/estimate.ts'
import { fit } from '../../src/valuation/model/fit.ts'
import { assertNear } from '../support/near.ts'
import { ok } from './ok-estimate.ts'
import { sale } from './sale.ts'

// Markets of a few flats of one building on one day: every number is worked out by hand.

// Of one kind of flat.
const market = [sale('a', 8_000_000), sale('b', 10_000_000), sale('c', 12_500_000)]

describe('three sales of the same flat', async () => {
  const model = await fit(market, { until: '2024-05-20' })
  const answer = ok(estimate(model, sale('subject', 1), { valuationDate: '2024-05-20' }))

  it('the value of three sales is their middle in logarithms', () => {
    // ln 8, ln 10, ln 12.5 are ln 10 − ln 1.25, ln 10, ln 10 + ln 1.25.
    assert.ok(Math.abs(answer.value.market_rub - 10_000_000) <= 10)
    assert.ok(Math.abs(answer.value.market_rub_per_m2 - 200_000) <= 1)
    // 10,000,000 / 0.955
    assert.ok(Math.abs(answer.value.ask_rub - 10_471_204) <= 20)
    assert.equal(answer.value.bargaining, -0.045)
  })

  it('on the basis of asking prices the value is what the flat may be offered for', () => {
    const asked = estimate(model, sale('subject', 1), {
      valuationDate: '2024-05-20',
      priceBasis: 'ask',
    })
    assert.ok(asked.status === 'ok')
    assert.ok(Math.abs(asked.value.market_rub - 10_471_204) <= 20)
    assert.equal(asked.value.ask_rub, asked.value.market_rub)
    assert.equal(asked.value.basis, 'ask')
    // From there to the price as a deal, which a trade-in offer is based on.
    assertNear(asked.toDeal, 0.955, 1e-6)
    assert.equal(answer.toDeal, 1)
  })

  it('is never for a date that is none, or before the last of the sales', () => {
    const on = (valuationDate: string, more = {}) =>
      estimate(model, sale('subject', 1), { valuationDate, ...more })
    assert.throws(() => on('2024-02-30'), /RangeError: valuationDate is not a date/)
    assert.throws(
      () => on('2024-05-01'),
      /RangeError: The model holds comparables up to 2024-05-02/,
    )
    assert.equal(on('2024-05-02').status, 'ok')
    assert.doesNotThrow(() => on('2024-05-01', { modelMayBeLater: true }))
  })

  it('is the same where its comparables are not to be shown', () => {
    const valuationDate = '2024-05-20'
    const unshown = estimate(model, sale('subject', 1), { valuationDate, withoutComparables: true })
    assert.ok(answer.comparables.length > 0)
    assert.deepEqual(unshown, { ...answer, comparables: [] })
  })

  it('new flats are described apart only where that is asked for', async () => {
    assert.equal(answer.market.new_builds, undefined)
    const withNew = [
      ...market,
      ...[11, 12, 14].map((million, i) => ({
        ...sale(`n${i}`, million * 1e6),
        market: 'new' as const,
      })),
    ]
    const { market: around } = estimate(
      await fit(withNew, { until: '2024-05-20' }),
      sale('subject', 1),
      {
        valuationDate: '2024-05-20',
        withNewBuilds: true,
      },
    )
    assert.deepEqual(around.new_builds, { median_rub_per_m2: 240_000, sample: 3 })
    assert.equal(around.sample, 6)
  })

  it('each of three equal sales weighs a third, and one common adjustment makes them average to the value', () => {
    // (0.8 + 1 + 1.25) / 3 = 1.016667, so each is multiplied by 1 / 1.016667 = 1 − 0.016393.
    const adjusted = new Map([
      ['a', 7_868_852],
      ['b', 9_836_066],
      ['c', 12_295_082],
    ])
    for (const one of answer.comparables) {
      assertNear(one.weight, 1 / 3, 1e-6)
      assert.deepEqual(one.adjustments, [{ factor: 'location', fraction: -0.016393 }])
      assert.ok(Math.abs(one.adjusted_price_rub - (adjusted.get(one.id) ?? 0)) <= 10)
      assert.equal(one.net_adjustment, -0.016393)
      assert.equal(one.gross_adjustment, 0.016393)
      assert.ok(one.similarity > 0.8)
      assert.equal(one.distance_m, 0)
      assert.equal(one.same_building, true)
      assert.equal(one.age_days, 18)
    }
  })

  it('three sales are three effective comparables, with the interval of a market too small to know its errors', () => {
    // 12 % as the standard deviation: 0.9945 of it at 68 %, 1.2816 of it at 80 %.
    assert.equal(answer.confidence.n_comparables, 3)
    assert.equal(answer.confidence.n_effective, 3)
    assertNear(answer.confidence.fsd, 0.1193, 0.002)
    assert.equal(answer.confidence.level, 4)
    assertNear(Math.log(answer.value.high_rub / answer.value.market_rub), 0.1538, 0.002)
    assertNear(Math.log(answer.value.market_rub / answer.value.low_rub), 0.1538, 0.002)
  })

  it('the market block has a sample of three, no yearly index and no trend', () => {
    assert.deepEqual(answer.market, {
      index_12m: null,
      median_rub_per_m2: 200_000,
      radius_m: 1000,
      sample: 3,
      trend: [],
    })
    assert.equal(answer.model.data_until, '2024-05-02')
  })

  it('two sales are too few', async () => {
    const two = await fit(market.slice(1), { until: '2024-05-20' })
    const refused = estimate(two, sale('subject', 1), { valuationDate: '2024-05-20' })
    assert.deepEqual(refused.status === 'insufficient_data' && refused.reasons, [
      'too_few_comparables',
    ])
  })
})

describe('six flats that differ as the measured effects say', async () => {
  // The subject: 50 m², third floor of five, euro. Each price is 10,000,000 with one effect more:
  // - cosmetic instead of euro: e^(0.05 − 0.10) = 0.951229;
  // - a tenth more area lowers the price per m² by 1.46 %, so the price grows with the area to the
  //   power of 1 − 0.0146 / ln 1.1 = 0.846816; 60 m² cost 1.2^0.846816 = 1.166952 times as much;
  // - the first floor: −3.9 %, and ln floor +2.8 %: e^(−0.039 − 0.028 · ln 3) = 0.932616;
  // - the last of five: e^(−0.022 + 0.028 · ln (5 / 3)) = 0.992332;
  // - an advert asks 1 / 0.955 = 1.047120 of a deal's price; this one is on the fourth floor, at
  //   e^(0.028 · ln (4 / 3)) = 1.008088 more.
  const six = [
    sale('same', 10_000_000),
    sale('cosmetic', 9_512_294, { condition: 'cosmetic' }),
    sale('larger', 11_669_523, { areaM2: 60 }),
    sale('first', 9_326_164, { floor: 1 }),
    sale('last', 9_923_320, { floor: 5 }),
    sale('asked', 10_555_892, { kind: 'listing', floor: 4 }),
  ]
  const model = await fit(six, { until: '2024-05-20' })
  const answer = estimate(model, sale('subject', 1), { valuationDate: '2024-05-20' })
  assert.ok(answer.status === 'ok')

  it('have the value of the one that is the same', () => {
    assert.ok(Math.abs(answer.value.market_rub - 10_000_000) <= 50)
  })

  it('differ by their effects turned round, and each is adjusted to the value', () => {
    const factors = new Map([
      ['same', []],
      // e^0.05
      ['cosmetic', [['condition', 0.051271]]],
      // 1 / 1.166952
      ['larger', [['area', -0.143067]]],
      // 1 / 0.932616
      ['first', [['floor', 0.072253]]],
      // 1 / 0.992332
      ['last', [['floor', 0.007727]]],
      // 1 / 1.047120, then 1 / 1.008088
      [
        'asked',
        [
          ['bargaining', -0.045],
          ['floor', -0.008023],
        ],
      ],
    ])
    assert.equal(answer.comparables.length, factors.size)
    for (const one of answer.comparables) {
      const expected = factors.get(one.id) ?? assert.fail(one.id)
      // Prices are whole roubles, so that the fit is off by some millionths.
      const told = one.adjustments.filter(({ fraction }) => Math.abs(fraction) > 1e-5)
      assert.deepEqual(
        told.map(({ factor }) => factor),
        expected.map(([factor]) => factor),
      )
      for (const [at, [, fraction]] of expected.entries()) {
        assertNear(told[at]?.fraction ?? Number.NaN, Number(fraction), 5e-6)
      }
      assert.ok(Math.abs(one.adjusted_price_rub - 10_000_000) <= 50, one.id)
    }
  })
})
