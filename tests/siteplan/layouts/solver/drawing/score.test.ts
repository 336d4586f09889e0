import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Scored, scoreOf } from '../../../../../src/siteplan/layouts/solver/drawing/score.ts'

/**
 * Four fifths of the bound in houses of one storey, half of the site green, twice the sun asked
 * for.
 */
const pleasant: Scored = {
  indicators: { share_of_bound: 0.8, green_share: 0.5, max_storeys: 1 },
  economics: { revenue_rub: 600, cost_rub: 200 },
  sunShare: 2,
  highestAllowed: 9,
  boundRevenueRub: 1000,
}

/** The same floor area, as high as may be, without green or sun. */
const dreary: Scored = {
  ...pleasant,
  indicators: { share_of_bound: 0.8, green_share: 0, max_storeys: 10 },
  sunShare: 0,
}

describe('the score of a layout', () => {
  it('is 0.97 of what was asked for and 0.03 of amenity', () => {
    assert.equal(scoreOf('gfa', pleasant), 0.806)
    assert.equal(scoreOf('gfa', dreary), 0.776)
  })

  it('counts no green past a half, and no sun past twice what is demanded', () => {
    const indicators = { ...pleasant.indicators, green_share: 0.7 }
    assert.equal(scoreOf('balanced', { ...pleasant, indicators, sunShare: 3 }), 0.89)
  })

  it('counts revenue, or what is left of it, over what the whole bound would sell for', () => {
    assert.equal(scoreOf('revenue', dreary), 0.582)
    assert.equal(scoreOf('margin', dreary), 0.388)
  })

  it('counts floor area where there are no prices', () => {
    assert.equal(scoreOf('revenue', { ...dreary, economics: null, boundRevenueRub: null }), 0.776)
  })

  it('is 0.55 of floor area and 0.45 of amenity where both are to be balanced', () => {
    assert.equal(scoreOf('balanced', pleasant), 0.89)
    assert.equal(scoreOf('balanced', dreary), 0.44)
  })
})
