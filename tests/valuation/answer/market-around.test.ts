// The market beside a value: its sample and its price basis.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import type { EstimateOptions } from '../../../src/valuation/wire/estimate-options.ts'
import { sale } from '../sale.ts'

/** Latitude, of one kilometre. */
const KM = 1 / 111.195

const NEAR = [
  sale('a', 9_000_000, { date: '2024-05-02' }),
  sale('b', 10_000_000, { date: '2024-05-01' }),
  sale('c', 11_000_000, { date: '2024-04-30' }),
]

const around = async (
  comparables: readonly Comparable[],
  options: Partial<EstimateOptions> = {},
) => {
  const model = await fit(comparables, { until: '2024-05-02' })
  const subject = sale('subject', 1)
  return estimate(model, subject, { valuationDate: '2024-05-02', ...options }).market
}

describe('the market around a flat', () => {
  it('the sample is of flats within 1,000 m', async () => {
    const sampleWithOneAt = async (km: number) => {
      const market = await around([
        ...NEAR,
        sale('d', 10_000_000, { lat: 56.08 + km * KM, address: null }),
      ])
      return market.sample
    }
    assert.equal(await sampleWithOneAt(0.9999), 4)
    assert.equal(await sampleWithOneAt(1.0001), 3)
    assert.equal((await around(NEAR)).radius_m, 1000)
  })

  it('the median is of one flat too, and null of none', async () => {
    const far = NEAR.map((one) => ({ ...one, lat: 57, address: null }))
    const told = await Promise.all(
      [[], [sale('d', 10_000_000)]].map((near) => around([...far, ...near])),
    )
    assert.deepEqual(
      told.map(({ sample, median_rub_per_m2: rub }) => [sample, rub]),
      [
        [0, null],
        [1, 200_000],
      ],
    )
  })

  it('the sample is of the 365 days up to the valuation date', async () => {
    // 2023-05-03 is 365 days before 2024-05-02, 29 February between them.
    const sampleWithOneOf = async (date: string) => {
      const market = await around([...NEAR, sale('d', 10_000_000, { date })])
      return market.sample
    }
    assert.equal(await sampleWithOneOf('2023-05-03'), 4)
    assert.equal(await sampleWithOneOf('2023-05-02'), 3)
    // Of the day after the value nothing is known, though the model has seen it.
    assert.equal(
      (await around(NEAR, { valuationDate: '2024-05-01', modelMayBeLater: true })).sample,
      2,
    )
  })

  /**
   * Sales that leave no month of the year before those near it more than half a year from another.
   */
  const BETWEEN = ['2023-08-15', '2024-01-15'].map((date, i) =>
    sale(`between ${i}`, 10_000_000, { date, floor: 1 + i }),
  )

  it('the change over a year is told from thirteen months of prices on', async () => {
    const changeSince = async (date: string) => {
      const market = await around([...NEAR, ...BETWEEN, sale('d', 10_000_000, { date })])
      return market.index_12m
    }
    assert.equal(await changeSince('2023-06-30'), null)
    assert.equal(typeof (await changeSince('2023-05-31')), 'number')
  })

  it('the change over a year is told up to half a year after the last prices', async () => {
    const changeOn = async (valuationDate: string) => {
      const first = sale('d', 9_000_000, { date: '2023-04-15' })
      const market = await around([...NEAR, ...BETWEEN, first], { valuationDate })
      return market.index_12m
    }
    assert.equal(typeof (await changeOn('2024-11-30')), 'number')
    assert.equal(await changeOn('2024-12-01'), null)
    assert.equal(await changeOn('2026-04-30'), null)
  })

  it('the change over a year is not told over more than half a year without prices', async () => {
    const changeWith = async (...between: readonly Comparable[]) => {
      const first = sale('d', 10_000_000, { date: '2023-05-31' })
      return (await around([...NEAR, ...between, first])).index_12m
    }
    assert.equal(typeof (await changeWith(...BETWEEN)), 'number')
    for (const one of BETWEEN) assert.equal(await changeWith(one), null)
  })

  it('new builds are those that say so', async () => {
    const told = (['new', 'new', 'secondary', null] as const).map((market, i) =>
      sale(`${i}`, 10_000_000 + i * 1_000_000, { market, floor: 1 + i }),
    )
    const { new_builds } = (await around(told, { withNewBuilds: true })) as {
      new_builds?: unknown
    }
    // 200,000 and 220,000.
    assert.deepEqual(new_builds, { median_rub_per_m2: 210_000, sample: 2 })
  })

  it('the market is the same whatever the radius of comparables', async () => {
    assert.equal((await around(NEAR, { radiusM: 100 })).sample, 3)
  })

  it('prices are deals or asked, as the value is', async () => {
    const listings = NEAR.map((one, i): Comparable => ({ ...one, kind: 'listing', floor: 2 + i }))
    // Without deals a deal is 4.5 % below the asking price: 200,000 × 0.955, and 200,000 / 0.955.
    assert.equal((await around(NEAR, { priceBasis: 'deal' })).median_rub_per_m2, 200_000)
    assert.equal((await around(NEAR, { priceBasis: 'ask' })).median_rub_per_m2, 209_424)
    assert.equal((await around(listings, { priceBasis: 'ask' })).median_rub_per_m2, 200_000)
    assert.equal((await around(listings, { priceBasis: 'deal' })).median_rub_per_m2, 191_000)
  })
})
