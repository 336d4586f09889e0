import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bargainingLn, lnPriceAs } from '../../../src/valuation/attributes/price-basis.ts'

/** A deal and an advert. */
const MARKET = {
  table: { listing: Uint8Array.of(0, 1), lnPrice: Float64Array.of(15.5, 15.75) },
  attribute: { hedonic: { lnAskOverDeal: 0.0625 } },
}
const [DEAL, ADVERT] = [0, 1]

describe('a price as another kind of price', () => {
  it('is bargained down from an advert, asked for above a deal, and else as it is', () => {
    assert.equal(bargainingLn(MARKET, DEAL, 'deal'), 0)
    assert.equal(bargainingLn(MARKET, DEAL, 'ask'), 0.0625)
    assert.equal(bargainingLn(MARKET, ADVERT, 'deal'), -0.0625)
    assert.equal(bargainingLn(MARKET, ADVERT, 'ask'), 0)
    const prices = (['deal', 'ask'] as const).map((basis) =>
      [DEAL, ADVERT].map((row) => lnPriceAs(MARKET, row, basis)),
    )
    assert.deepEqual(prices, [
      [15.5, 15.6875],
      [15.5625, 15.75],
    ])
  })
})
