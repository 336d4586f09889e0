// Where evidence becomes too thin: each bound from both sides, on markets of a few similar sales.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import type { Model } from '../../../src/valuation/model/model.ts'
import { EQUAL_CITIES } from '../../../src/valuation/neighbours/city-scales.ts'
import { constantExpectation } from '../../../src/valuation/neighbours/expected-error.ts'
import {
  CONFIDENCE_REASONS,
  INSUFFICIENT_REASONS,
} from '../../../src/valuation/wire/estimate-codes.ts'
import type { EstimateOptions } from '../../../src/valuation/wire/estimate-options.ts'
import { ok } from '../ok-estimate.ts'
import { sale } from '../sale.ts'

const SALE_DATE = '2024-05-02'
/** Latitude, of one kilometre. */
const KM = 1 / 111.195

const sales = (count: number, change: Partial<Comparable> = {}): Comparable[] =>
  Array.from({ length: count }, (_, i) =>
    sale(`s${i}`, 10_000_000, { date: isoDate(-i), floor: 2 + (i % 2), ...change }),
  )

/** ISO date of the day this many days after the sales. */
function isoDate(days: number): string {
  return new Date(Date.parse(SALE_DATE) + days * 86_400_000).toISOString().slice(0, 10)
}

const fitted = (comparables: readonly Comparable[]) => fit(comparables, { until: SALE_DATE })

const valued = (
  model: Model,
  change: Partial<Comparable> = {},
  options: Partial<EstimateOptions> = {},
) => {
  const subject = sale('subject', 1, { floor: 4, ...change })
  return ok(estimate(model, subject, { valuationDate: SALE_DATE, ...options }))
}

/** The model with all errors of this size, ln: its FSD for any question. */
const withFsd = (model: Model, fsd: number): Model => {
  const scores = Float64Array.of(fsd, fsd)
  return {
    ...model,
    interval: {
      expectation: constantExpectation(1),
      scores: [scores, scores],
      independent: [100, 100],
      leastInUnknown: 0,
      cityScales: [EQUAL_CITIES, EQUAL_CITIES],
    },
  }
}

describe('the confidence in an estimate', async () => {
  const six = await fitted(sales(6))

  it('five near, fresh and similar comparables of the building give no reason against', () => {
    const { confidence } = valued(six, {}, { maxComparables: 5 })
    assert.equal(confidence.n_comparables, 5)
    assert.deepEqual(confidence.reasons, [])
  })

  it('fewer than five comparables are a reason', () => {
    const { confidence } = valued(six, {}, { maxComparables: 4 })
    assert.equal(confidence.n_comparables, 4)
    assert.deepEqual(confidence.reasons, ['few_comparables'])
  })

  it('fewer than two comparables of the building are a reason', async () => {
    const elsewhere = { lat: 56.08 + 0.1 * KM, address: 'Улица Мира, 2' }
    const nearby = sales(6).map((one, i) => ({ ...one, ...elsewhere, sourceId: `n${i}` }))
    const reasonsWith = async (own: number): Promise<readonly string[]> => {
      const model = await fitted([...sales(own), ...nearby])
      return valued(model, {}, { maxComparables: 20 }).confidence.reasons
    }
    assert.deepEqual(await reasonsWith(2), [])
    assert.deepEqual(await reasonsWith(1), ['few_same_building'])
  })

  it('a comparable further than 2,000 m is a reason', () => {
    const reasonsAt = (km: number): readonly string[] => {
      const { confidence } = valued(six, { lat: 56.08 + km * KM, address: null })
      assert.equal(confidence.max_distance_m, Math.round(km * 1000))
      return confidence.reasons
    }
    assert.deepEqual(reasonsAt(2), ['few_same_building'])
    assert.deepEqual(reasonsAt(2.001), ['few_same_building', 'distant_comparables'])
  })

  it('a median age over 180 days is a reason', async () => {
    const sameDay = await fitted(
      sales(6, { date: SALE_DATE }).map((one, i) => ({ ...one, areaM2: 50 + i })),
    )
    const reasonsAfter = (days: number): readonly string[] => {
      const { confidence } = valued(sameDay, {}, { valuationDate: isoDate(days) })
      assert.equal(confidence.median_age_days, days)
      return confidence.reasons
    }
    assert.deepEqual(reasonsAfter(180), [])
    assert.deepEqual(reasonsAfter(181), ['stale_comparables'])
    // Of the ages 0, 1, 2, 3, 4 and 5 it is 2.5, which counts as 3.
    assert.equal(valued(six, {}, { maxComparables: 20 }).confidence.median_age_days, 3)
  })

  it('an FSD over 0.13 is a reason', () => {
    const reasonsAt = (fsd: number): readonly string[] => {
      const { confidence } = valued(withFsd(six, fsd))
      assert.equal(confidence.fsd, fsd)
      return confidence.reasons
    }
    assert.deepEqual(reasonsAt(0.13), [])
    assert.deepEqual(reasonsAt(0.1301), ['dispersed_comparables'])
  })

  it('its level is that of the FSD shown', () => {
    const { fsd, level } = valued(withFsd(six, 0.05004)).confidence
    assert.deepEqual([fsd, level], [0.05, 7])
    assert.equal(valued(withFsd(six, 0.05006)).confidence.level, 6)
  })

  it('an unknown condition or year is a reason', () => {
    const certain = withFsd(six, 0.1)
    for (const change of [{ condition: null }, { yearBuilt: null }]) {
      assert.deepEqual(valued(certain, change).confidence.reasons, ['subject_incomplete'])
    }
  })
})

describe('evidence too thin for any value', () => {
  it('two comparables, or an FSD over 0.25, give no value', async () => {
    const subject = sale('subject', 1, { floor: 4 })
    const reasonsOf = (model: Model): unknown => {
      const answer = estimate(model, subject, { valuationDate: SALE_DATE })
      return answer.status === 'ok' ? 'ok' : answer.reasons
    }
    // Flats that differ in price alone weigh the same: two of them are two effective ones.
    const alike = [9_900_000, 10_000_000, 10_100_000].map((price, i) => sale(`s${i}`, price))
    assert.equal(reasonsOf(await fitted(alike)), 'ok')
    assert.deepEqual(reasonsOf(await fitted(alike.slice(1))), ['too_few_comparables'])
    const six = await fitted(sales(6))
    assert.equal(reasonsOf(withFsd(six, 0.25)), 'ok')
    assert.deepEqual(reasonsOf(withFsd(six, 0.2501)), ['too_dispersed'])
    // The trials that would get no value count here, though a band leaves them out.
    const refusedBy = (fsd: number) =>
      reasonsOf({ ...withFsd(six, 0.1), refusal: withFsd(six, fsd).interval })
    assert.equal(refusedBy(0.25), 'ok')
    assert.deepEqual(refusedBy(0.2501), ['too_dispersed'])
  })

  it('three comparables are never fewer than two effective ones, however near only one of them is', async () => {
    const uneven = await fitted([
      sale('the same', 10_000_000, { floor: 4 }),
      sale('alike', 10_000_000, { floor: 2, date: isoDate(-550) }),
      sale('far', 10_000_000, { lat: 56.08 + 3 * KM, date: isoDate(-365), floorsTotal: 9 }),
    ])
    const { confidence, comparables } = valued(uneven)
    const weights = comparables.map(({ weight }) => weight).toSorted()
    assert.ok((weights[0] ?? 1) < 0.1 && (weights[2] ?? 0) > 0.5, weights.join())
    assert.ok(confidence.n_effective > 2.2, `${confidence.n_effective}`)
  })
})

describe('docs/valuation.md', () => {
  it('names every reason for a low confidence and for no value', () => {
    const page = readFileSync(new URL('../../../docs/valuation.md', import.meta.url), 'utf8')
    const section = page.split('### Reasons')[1]?.split('\n#')[0] ?? ''
    for (const reason of [...CONFIDENCE_REASONS, ...INSUFFICIENT_REASONS]) {
      assert.ok(section.includes(`\`${reason}\``), reason)
    }
  })
})
