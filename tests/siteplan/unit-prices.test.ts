import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unitPrices } from '../../src/siteplan/unit-prices.ts'
import { UNIT_AREAS_M2, UNIT_TYPES } from '../../src/siteplan/unit-types.ts'
import {
  type Answering,
  EMPTY_ENGINE,
  engineThat,
  none,
  ok,
  QUESTION,
} from '../support/asked-prices.ts'

const pricesOf = (answer: Answering, storeys = [9]) =>
  unitPrices(engineThat(answer).engine, QUESTION, storeys)

describe('prices of flats that do not stand yet', () => {
  it('are asked for at once: new flats on the middle floor, one for each type and storeys', async () => {
    const { engine, asked } = engineThat(ok(200_000))
    await unitPrices(engine, QUESTION, [9, 16])
    assert.equal(asked.length, 1)
    const [{ dwellings = [], options } = {}] = asked
    assert.deepEqual(
      dwellings.map(({ areaM2, floor, floorsTotal }) => [areaM2, floor, floorsTotal]),
      [
        ...UNIT_TYPES.map((type) => [UNIT_AREAS_M2[type], 5, 9]),
        ...UNIT_TYPES.map((type) => [UNIT_AREAS_M2[type], 8, 16]),
      ],
    )
    for (const { market, lat, lon, yearBuilt, houseMaterial, condition } of dwellings) {
      assert.deepEqual([market, yearBuilt], ['new', 2026])
      assert.deepEqual([houseMaterial, condition], ['monolith', 'none'])
      assert.deepEqual([lon, lat], QUESTION.place)
    }
    // Without comparables, and nothing of the market around.
    assert.deepEqual(options, { valuationDate: QUESTION.valuationDate, withoutComparables: true })
  })

  it('carry the estimator’s band and certainty, and whether its data is a demonstration', async () => {
    const { byStoreys, isDemo } = await pricesOf(ok(200_000))
    assert.equal(isDemo, true)
    assert.equal(byStoreys[0]?.storeys, 9)
    assert.deepEqual(byStoreys[0]?.prices[1], {
      type: '1',
      rub_per_m2: 200_000,
      low: 180_000,
      high: 220_000,
      n_comparables: 10,
      fsd: 0.07,
    })
  })

  it('come from the type nearest in area where there is no evidence, and are wider', async () => {
    const { byStoreys } = await pricesOf((dwelling) =>
      dwelling.rooms === 2 ? none(dwelling) : ok(200_000)(dwelling),
    )
    const [, , two] = byStoreys[0]?.prices ?? []
    assert.ok(two)
    assert.equal(two.n_comparables, 0)
    assert.equal(two.fsd, 0.12)
    // 58 m² is nearer to 80 than to 40.
    const share = (58 / 80) ** -0.15
    assert.equal(two.rub_per_m2, Math.round(200_000 * share))
    assert.equal(two.low, Math.round(180_000 * share * 0.95))
    assert.equal(two.high, Math.round(220_000 * share * 1.05))
    // 40 m² is nearer to 28 than to 80.
    const ends = await pricesOf((dwelling) =>
      dwelling.rooms === 1 || dwelling.rooms === 2
        ? none(dwelling)
        : ok(dwelling.rooms === 0 ? 300_000 : 200_000)(dwelling),
    )
    const [, one, another] = ends.byStoreys[0]?.prices ?? []
    assert.equal(one?.rub_per_m2, Math.round(300_000 * (40 / 28) ** -0.15))
    assert.equal(another?.rub_per_m2, Math.round(200_000 * share))
  })

  it('belong to the storeys that they were asked for, also where others have none', async () => {
    const { byStoreys } = await pricesOf(
      (dwelling) =>
        (dwelling.floorsTotal === 9 ? none : ok(10_000 * (dwelling.floorsTotal ?? 0)))(dwelling),
      [5, 9, 16],
    )
    assert.deepEqual(
      byStoreys.map(({ storeys, prices }) => [storeys, prices[0]?.rub_per_m2]),
      [
        [5, 50_000],
        [16, 160_000],
      ],
    )
  })

  it('are none at all when no type has evidence enough', async () => {
    const nothing = { byStoreys: [], isDemo: false }
    assert.deepEqual(await pricesOf(none), nothing)
    assert.deepEqual(await unitPrices(EMPTY_ENGINE, QUESTION, [9]), nothing)
  })
})
