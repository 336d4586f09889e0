import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { priceEvidence, unitPrices } from '../../src/siteplan/unit-prices.ts'
import { UNIT_AREAS_M2, UNIT_TYPES } from '../../src/siteplan/unit-types.ts'
import type { Estimate } from '../../src/valuation/answer/estimate.ts'
import type { Dwelling } from '../../src/valuation/comparables/comparable.ts'
import type { EngineAnswer, ValuationEngine } from '../../src/valuation/engine.ts'
import type { InsufficientReason } from '../../src/valuation/wire/estimate-codes.ts'
import type { EstimateOptions } from '../../src/valuation/wire/estimate-options.ts'
import type { ShownComparable } from '../../src/valuation/wire/estimate-schema.ts'

const QUESTION = { place: [31.6, 61.05] as const, storeys: 9, valuationDate: '2026-01-15' }

type Answering = (dwelling: Dwelling) => EngineAnswer

/** What is found, and what the engine was asked. */
const askedBy = async <Found>(
  find: (engine: Pick<ValuationEngine, 'estimate'>, question: typeof QUESTION) => Promise<Found>,
  answer: Answering,
) => {
  const dwellings: Dwelling[] = []
  const options: EstimateOptions[] = []
  const engine = {
    estimate: async (dwelling: Dwelling, how: EstimateOptions) => {
      dwellings.push(dwelling)
      options.push(how)
      return answer(dwelling)
    },
  }
  return { found: await find(engine, QUESTION), dwellings, options }
}
const asked = (answer: Answering) => askedBy(priceEvidence, answer)

const shown = (id: string, distanceM: number, similarity = 0.5, adjustedRub = 8_000_000) =>
  ({
    id,
    kind: 'deal',
    date: '2026-01-01',
    address: null,
    rooms: 1,
    area_m2: 40,
    price_rub: 8_000_000,
    price_rub_per_m2: 200_000,
    similarity,
    adjusted_price_rub: adjustedRub,
    distance_m: distanceM,
  }) as ShownComparable

const ok =
  (perM2: number): Answering =>
  ({ areaM2, rooms }) => ({
    kind: 'estimate',
    isDemo: true,
    estimate: {
      status: 'ok',
      value: {
        market_rub_per_m2: perM2,
        low_rub: 0.9 * perM2 * areaM2,
        high_rub: 1.1 * perM2 * areaM2,
      },
      confidence: {
        n_comparables: 10,
        fsd: 0.07,
        max_distance_m: 2000 + 100 * rooms,
        reasons: rooms === 1 || rooms === 2 ? ['distant_comparables'] : [],
      },
      comparables: [
        shown('shared', 500, rooms === 2 ? 0.9 : 0.5, 210_000 * areaM2),
        shown(`own-${rooms}`, 100 + rooms),
      ],
      market: {
        radius_m: 1000,
        sample: 120,
        new_builds: { median_rub_per_m2: 516_000, sample: 32 },
      },
      model: { version: 'v1', data_until: '2026-01-10' },
    } as unknown as Estimate,
  })

const insufficient =
  (reason: InsufficientReason, dataUntil = '2026-01-10'): Answering =>
  () => ({
    kind: 'estimate',
    isDemo: false,
    estimate: {
      status: 'insufficient_data',
      reasons: [reason],
      model: { version: 'v1', data_until: dataUntil },
    } as unknown as Estimate,
  })

const none = insufficient('no_comparables_in_radius')

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

  it('are asked for alone, or with what they rest on and what new flats sell for around', async () => {
    const { valuationDate } = QUESTION
    const alone = await askedBy(unitPrices, ok(200_000))
    const { found, options } = await asked(ok(200_000))
    assert.ok(found.kind === 'prices')
    assert.deepEqual(alone.found, { prices: found.prices, isDemo: true })
    for (const one of alone.options) {
      assert.deepEqual(one, { valuationDate, withoutComparables: true })
    }
    for (const one of options) assert.deepEqual(one, { valuationDate, withNewBuilds: true })
  })

  it('carry the estimator’s band and certainty, and show each comparable once, nearest first', async () => {
    const { found } = await asked(ok(200_000))
    assert.ok(found.kind === 'prices')
    assert.deepEqual(found.prices[1], {
      type: '1',
      rub_per_m2: 200_000,
      low: 180_000,
      high: 220_000,
      n_comparables: 10,
      fsd: 0.07,
    })
    assert.deepEqual(found.fromRatio, [])
    assert.deepEqual(
      found.comparables.map(({ distance_m }) => distance_m),
      [100, 101, 102, 103, 500],
    )
    assert.equal(found.isDemo, true)
  })

  it('show a comparable as brought to the type that it is most like, by that type’s area', async () => {
    const { found } = await asked(ok(200_000))
    assert.ok(found.kind === 'prices')
    const shared = found.comparables.find(({ distance_m }) => distance_m === 500)
    assert.equal(shared?.adjusted_to, '2')
    assert.equal(shared.adjusted_rub_per_m2, 210_000)
    assert.equal(shared.rub_per_m2, 200_000)
  })

  it('tell how far distant comparables are, and what new flats near sell for', async () => {
    const { found } = await asked(ok(200_000))
    assert.ok(found.kind === 'prices')
    assert.equal(found.distantM, 2200)
    assert.deepEqual(found.localNewBuilds, { medianRubPerM2: 516_000, sample: 32 })
  })

  it('come from the type nearest in area where there is no evidence, wider and told apart', async () => {
    const { found } = await asked((dwelling) =>
      dwelling.rooms === 2 ? none(dwelling) : ok(200_000)(dwelling),
    )
    assert.ok(found.kind === 'prices')
    const [, one, two] = found.prices
    assert.deepEqual(found.fromRatio, ['2'])
    assert.equal(two?.n_comparables, 0)
    assert.ok(two && one)
    assert.equal(two.fsd, 0.12)
    // 58 m² is nearer to 80 than to 40: 200,000 × (58 / 80)^-0.15.
    assert.equal(two.rub_per_m2, Math.round(200_000 * (58 / 80) ** -0.15))
    const share = (58 / 80) ** -0.15
    assert.equal(two.low, Math.round(180_000 * share * 0.95))
    assert.equal(two.high, Math.round(220_000 * share * 1.05))
  })

  it('are none at all when no type has evidence enough, and the reason says what it lacks', async () => {
    for (const [answer, reason, dataUntil] of [
      [none, 'scarce', '2026-01-10'],
      [insufficient('too_few_comparables', '2024-02-01'), 'scarce', '2024-02-01'],
      [insufficient('no_comparables_in_radius', '2021-12-01'), 'stale', '2021-12-01'],
      // Two years before the day of the question still count, a leap day among them.
      [insufficient('no_comparables_in_radius', '2024-01-15'), 'scarce', '2024-01-15'],
      [insufficient('no_comparables_in_radius', '2024-01-14'), 'stale', '2024-01-14'],
      [insufficient('too_dispersed'), 'dispersed', '2026-01-10'],
      [(): EngineAnswer => ({ kind: 'no_data' }), 'scarce', null],
    ] as const) {
      const { found } = await asked(answer)
      assert.deepEqual(found, { kind: 'no_evidence', reason, dataUntil })
      assert.equal((await askedBy(unitPrices, answer)).found, undefined)
    }
  })
})
