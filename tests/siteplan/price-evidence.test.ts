import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { priceEvidence } from '../../src/siteplan/price-evidence.ts'
import { unitPrices } from '../../src/siteplan/unit-prices.ts'
import {
  type Answering,
  EMPTY_ENGINE,
  engineThat,
  insufficient,
  none,
  ok,
  QUESTION,
} from '../support/asked-prices.ts'

const asked = (answer: Answering) => priceEvidence(engineThat(answer).engine, QUESTION, 9)

/** What is found where there are prices. */
const evidenceFrom = async (answer: Answering) => {
  const found = await asked(answer)
  assert.ok(found.kind === 'prices')
  return found
}

describe('prices with what they rest on', () => {
  it('are the same as without their evidence, and are asked for at once with it', async () => {
    const rich = engineThat(ok(200_000))
    const found = await priceEvidence(rich.engine, QUESTION, 9)
    const alone = engineThat(ok(200_000))
    const { byStoreys, isDemo } = await unitPrices(alone.engine, QUESTION, [9])
    assert.ok(found.kind === 'prices')
    assert.deepEqual([{ storeys: 9, prices: found.prices }], byStoreys)
    assert.equal(found.isDemo, isDemo)
    assert.deepEqual(
      rich.asked.map(({ options }) => options),
      [{ valuationDate: QUESTION.valuationDate, withNewBuilds: true }],
    )
    assert.deepEqual(rich.asked[0]?.dwellings, alone.asked[0]?.dwellings)
  })

  it('show each comparable once, the weightiest first', async () => {
    const { comparables } = await evidenceFrom(ok(200_000))
    assert.deepEqual(
      comparables.map(({ distance_m }) => distance_m),
      [103, 102, 500, 101, 100],
    )
  })

  it('show equally weighty comparables by their ids, so that the same ones come in one order', async () => {
    const { comparables } = await evidenceFrom((dwelling) => {
      const estimate = ok(200_000)(dwelling)
      assert.ok(estimate.status === 'ok')
      return {
        ...estimate,
        comparables: estimate.comparables.map((one) => ({ ...one, weight: 0.2 })),
      }
    })
    assert.deepEqual(
      comparables.map(({ distance_m }) => distance_m),
      [100, 101, 102, 103, 500],
    )
  })

  it('show a comparable as brought to the type that it is most like, by that type’s area', async () => {
    const { comparables } = await evidenceFrom(ok(200_000))
    const shared = comparables.find(({ distance_m }) => distance_m === 500)
    assert.equal(shared?.adjusted_to, '2')
    assert.equal(shared.adjusted_rub_per_m2, 210_000)
    assert.equal(shared.rub_per_m2, 200_000)
  })

  it('tell how far distant comparables are, and what new flats near sell for', async () => {
    const { distantM, localNewBuilds } = await evidenceFrom(ok(200_000))
    assert.equal(distantM, 2200)
    assert.deepEqual(localNewBuilds, { medianRubPerM2: 516_000, sample: 32 })
  })

  it('tell the market around, and by which model and evidence until when', async () => {
    const { localTurnover, modelVersion, dataUntil } = await evidenceFrom(ok(200_000))
    assert.deepEqual(localTurnover, { radiusM: 1000, perYear: 120 })
    assert.deepEqual([modelVersion, dataUntil], ['v1', '2026-01-10'])
  })

  it('have no median of new flats where none are near', async () => {
    const { localNewBuilds } = await evidenceFrom((dwelling) => {
      const estimate = ok(200_000)(dwelling)
      assert.ok(estimate.status === 'ok')
      const { new_builds, ...market } = estimate.market
      return { ...estimate, market }
    })
    assert.deepEqual(localNewBuilds, { medianRubPerM2: null, sample: 0 })
  })

  it('tell which types have no evidence of their own', async () => {
    assert.deepEqual((await evidenceFrom(ok(200_000))).fromRatio, [])
    const { fromRatio } = await evidenceFrom((dwelling) =>
      dwelling.rooms === 2 ? none(dwelling) : ok(200_000)(dwelling),
    )
    assert.deepEqual(fromRatio, ['2'])
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
    ] as const) {
      assert.deepEqual(await asked(answer), { kind: 'no_evidence', reason, dataUntil })
    }
    assert.deepEqual(await priceEvidence(EMPTY_ENGINE, QUESTION, 9), {
      kind: 'no_evidence',
      reason: 'scarce',
      dataUntil: null,
    })
  })
})
