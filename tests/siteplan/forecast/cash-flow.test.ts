import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Project, runProject, scheduleOf } from '../../../src/siteplan/forecast/cash-flow.ts'

/** Two months of construction after one of preparation, and nothing that costs or earns. */
const NOTHING: Project = {
  units: [],
  preparationMonths: 1,
  constructionMonths: 2,
  horizonMonths: 5,
  stagePriceStep: 0,
  landRub: 0,
  preparationRub: 0,
  constructionRub: 0,
  salesCostShare: 0,
  finance: { equityShare: 0, coveredRate: 0.12, uncoveredRate: 0.24 },
}

const run = (change: Partial<Project>) => runProject({ ...NOTHING, ...change })

const monthsOf = (change: Partial<Project>) =>
  scheduleOf(run(change)).map(({ revenue_rub, cost_rub, cash_rub }) => [
    revenue_rub,
    cost_rub,
    cash_rub,
  ])

describe('a project’s money, worked out by hand', () => {
  it('pays the covered rate on what escrow covers of the loan, and the other on the rest', () => {
    const project = {
      landRub: 12_000,
      units: [{ count: 2, priceRub: 600, sellOutMonths: 2 }],
    }
    assert.deepEqual(monthsOf(project), [
      [0, 12_000, 0],
      // 2 % of 12,000: nothing is in escrow when the month begins.
      [600, 240, 0],
      // 1 % of the 600 in escrow and 2 % of the other 11,640; then 1,200 of escrow repay.
      [600, 239, 0],
      [0, 226, 0],
      [0, 230, -11_735],
    ])
    assert.equal(run(project).loanLeftRub, 11_735)
  })

  it('has the bank pay the month of commissioning as well', () => {
    const project = { constructionRub: 2_000, horizonMonths: 4 }
    assert.deepEqual(monthsOf(project), [
      [0, 0, 0],
      [0, 1_000, 0],
      [0, 1_020, 0],
      [0, 40, -2_060],
    ])
  })

  it('spends the developer’s own money before the bank’s', () => {
    const project = {
      landRub: 1_000,
      constructionRub: 2_000,
      horizonMonths: 4,
      finance: { ...NOTHING.finance, equityShare: 0.5 },
    }
    assert.deepEqual(monthsOf(project), [
      [0, 1_000, -1_000],
      [0, 1_000, -500],
      [0, 1_010, 0],
      [0, 30, -1_540],
    ])
  })

  it('raises the price when a stage of construction has ended, not in its last month', () => {
    const { units, revenue } = run({
      preparationMonths: 0,
      constructionMonths: 20,
      horizonMonths: 24,
      stagePriceStep: 0.1,
      units: [{ count: 100_000, priceRub: 1_000, sellOutMonths: 24 }],
    })
    const prices = Array.from(revenue, (rub, index) => rub / (units[index] ?? 0))
    assert.deepEqual(prices, [
      ...Array.from({ length: 5 }, () => 850),
      ...Array.from({ length: 7 }, () => 950),
      ...Array.from({ length: 8 }, () => 1_050),
      ...Array.from({ length: 4 }, () => 1_150),
    ])
  })
})
