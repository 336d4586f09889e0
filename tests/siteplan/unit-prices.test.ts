import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unitPrices } from '../../src/siteplan/unit-prices.ts'
import { UNIT_AREAS_M2, UNIT_TYPES } from '../../src/siteplan/unit-types.ts'
import { type Answering, askedBy, none, ok, QUESTION } from '../support/asked-prices.ts'

const asked = (answer: Answering) => askedBy(unitPrices, answer)

describe('prices of flats that do not stand yet', () => {
  it('are asked for new flats on the middle floor of the programme, one for each type', async () => {
    const { dwellings } = await asked(ok(200_000))
    assert.deepEqual(
      dwellings.map(({ areaM2 }) => areaM2),
      UNIT_TYPES.map((type) => UNIT_AREAS_M2[type]),
    )
    for (const { market, floor, floorsTotal, lat, lon, yearBuilt } of dwellings) {
      assert.deepEqual([market, floor, floorsTotal, yearBuilt], ['new', 5, 9, 2026])
      assert.deepEqual([lon, lat], QUESTION.place)
    }
  })

  it('are asked for alone: without comparables, and nothing of the market around', async () => {
    const { options } = await asked(ok(200_000))
    assert.equal(options.length, UNIT_TYPES.length)
    for (const one of options) {
      assert.deepEqual(one, { valuationDate: QUESTION.valuationDate, withoutComparables: true })
    }
  })

  it('carry the estimator’s band and certainty, and whether its data is a demonstration', async () => {
    const { found } = await asked(ok(200_000))
    assert.deepEqual(Object.keys(found ?? {}), ['prices', 'isDemo'])
    assert.deepEqual(found?.prices[1], {
      type: '1',
      rub_per_m2: 200_000,
      low: 180_000,
      high: 220_000,
      n_comparables: 10,
      fsd: 0.07,
    })
    assert.equal(found.isDemo, true)
  })

  it('come from the type nearest in area where there is no evidence, and are wider', async () => {
    const { found } = await asked((dwelling) =>
      dwelling.rooms === 2 ? none(dwelling) : ok(200_000)(dwelling),
    )
    const [, , two] = found?.prices ?? []
    assert.ok(two)
    assert.equal(two.n_comparables, 0)
    assert.equal(two.fsd, 0.12)
    // 58 m² is nearer to 80 than to 40.
    const share = (58 / 80) ** -0.15
    assert.equal(two.rub_per_m2, Math.round(200_000 * share))
    assert.equal(two.low, Math.round(180_000 * share * 0.95))
    assert.equal(two.high, Math.round(220_000 * share * 1.05))
  })

  it('are none at all when no type has evidence enough', async () => {
    assert.equal((await asked(none)).found, undefined)
    assert.equal((await asked(() => ({ kind: 'no_data' }))).found, undefined)
  })
})
