import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AS_PLANNED, type Factors } from '../../../src/siteplan/forecast/cash-flow.ts'
import { netPresentValue } from '../../../src/siteplan/forecast/discounting.ts'
import { type Phase, type Project, runProject } from '../../../src/siteplan/forecast/project.ts'
import {
  bandByDistance,
  bandByRatio,
  drawOutcomes,
  type Spread,
} from '../../../src/siteplan/forecast/uncertainty.ts'

/** Its tenth, fiftieth and ninetieth parts are 10, 50 and 90. */
const upTo100 = Float64Array.from({ length: 101 }, (_, i) => i)

describe('a band around the plan', () => {
  it('keeps the ratio of one outcome in ten, at either end, to the median', () => {
    assert.deepEqual(bandByRatio(1000, upTo100), { p10: 200, p50: 1000, p90: 1800 })
  })

  it('is the plan alone where nothing is planned, or the median outcome is nothing', () => {
    assert.deepEqual(bandByRatio(0, upTo100), { p10: 0, p50: 0, p90: 0 })
    assert.deepEqual(bandByRatio(7, Float64Array.of(0, 0, 5)), { p10: 7, p50: 7, p90: 7 })
  })

  it('keeps the distance to the median where the plan may be a loss', () => {
    assert.deepEqual(bandByDistance(-7, upTo100), { p10: -47, p50: -7, p90: 33 })
  })
})

describe('draws around a scenario', () => {
  const project: Project = {
    phases: [{ startMonth: 0, units: [{ count: 50, priceRub: 5_000_000, sellOutMonths: 20 }] }],
    preparationMonths: 3,
    constructionMonths: 15,
    horizonMonths: 30,
    stagePriceStep: 0.03,
    landRub: 20_000_000,
    preparationRub: 5_000_000,
    constructionRub: 120_000_000,
    salesCostShare: 0.03,
    finance: { equityShare: 0.2, coveredRate: 0.06, uncoveredRate: 0.2 },
  }
  const LOW: Factors = { price: 0.9, pace: 0.85, cost: 1.1, finance: 1 }
  const draw = (spread: Spread, centre = LOW, seed = 7, one = project) =>
    drawOutcomes(one, centre, { spread, discountRate: 0.2, draws: 200, seed })

  it('are the scenario itself where nothing is uncertain, of one phase or several', () => {
    const [phase] = project.phases as [Phase]
    // The third is too late to count.
    const phases = [phase, { ...phase, startMonth: 7 }, { ...phase, startMonth: 20 }]
    for (const one of [project, { ...project, phases, horizonMonths: 35 }]) {
      const { revenue, npv } = draw({ price: 0, pace: 0, cost: 0 }, LOW, 7, one)
      const planned = runProject(one, LOW)
      assert.equal(planned.phasesBegun, one === project ? 1 : 2)
      assert.deepEqual(new Set(revenue), new Set([planned.revenueRub]))
      assert.deepEqual(new Set(npv), new Set([netPresentValue(planned.cash, 0.2)]))
      assert.notEqual(planned.revenueRub, runProject(one, AS_PLANNED).revenueRub)
    }
  })

  it('have the scenario as their median however wide they are, and are the same for the same seed', () => {
    const spread = { price: 1, pace: 0, cost: 0 }
    const { revenue } = draw(spread)
    const planned = runProject(project, LOW).revenueRub
    const isUnder = revenue.filter((rub) => rub < planned).length
    assert.ok(isUnder > 80 && isUnder < 120, `${isUnder} of 200`)
    assert.deepEqual(draw(spread), draw(spread))
    assert.notDeepEqual(draw(spread, LOW, 8), draw(spread))
  })

  it('come in ascending order, those of revenue and those of NPV each by themselves', () => {
    const { revenue, npv } = draw({ price: 0.1, pace: 0.1, cost: 0.1 })
    assert.deepEqual(revenue, revenue.toSorted())
    assert.deepEqual(npv, npv.toSorted())
    assert.ok(new Set(npv).size > 100)
  })

  it('vary the price, the pace and the cost, independently of one another', () => {
    const NONE = { price: 0, pace: 0, cost: 0 }
    const varianceOf = (spread: Partial<Spread>): number => {
      const { npv } = draw({ ...NONE, ...spread })
      const mean = npv.reduce((sum, one) => sum + one, 0) / npv.length
      return npv.reduce((sum, one) => sum + (one - mean) ** 2, 0) / npv.length
    }
    const alone = [varianceOf({ price: 0.1 }), varianceOf({ pace: 0.1 }), varianceOf({ cost: 0.1 })]
    for (const variance of alone) assert.ok(variance > 1_000_000 ** 2, `${variance}`)
    const together = varianceOf({ price: 0.1, pace: 0.1, cost: 0.1 })
    const ratio = together / alone.reduce((sum, one) => sum + one, 0)
    assert.ok(Math.abs(ratio - 1) < 0.2, `${ratio}`)
  })
})
