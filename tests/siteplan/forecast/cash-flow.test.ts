import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AS_PLANNED } from '../../../src/siteplan/forecast/cash-flow.ts'
import { type Project, runProject, scheduleOf } from '../../../src/siteplan/forecast/project.ts'

/** Two months of construction after one of preparation, and nothing that costs or earns. */
const NOTHING: Project = {
  phases: [{ startMonth: 0, units: [] }],
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

const run = (change: Partial<Project>) => runProject({ ...NOTHING, ...change }, AS_PLANNED)

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
      phases: [{ startMonth: 0, units: [{ count: 2, priceRub: 600, sellOutMonths: 2 }] }],
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

  it('pays the covered rate on the whole loan once escrow holds more', () => {
    const project = {
      landRub: 1_000,
      phases: [{ startMonth: 0, units: [{ count: 2, priceRub: 3_000, sellOutMonths: 2 }] }],
    }
    assert.deepEqual(monthsOf(project), [
      [0, 1_000, 0],
      // 2 % of 1,000; then 1 % of 1,020, of which 3,000 are in escrow.
      [3_000, 20, 0],
      [3_000, 10, 6_000 - 1_030],
      [0, 0, 0],
      [0, 0, 0],
    ])
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

  it('spends on preparation evenly, then on construction most in its middle', () => {
    const { cash } = run({
      preparationMonths: 4,
      preparationRub: 400,
      constructionMonths: 4,
      constructionRub: 3_200,
      horizonMonths: 9,
      finance: { ...NOTHING.finance, equityShare: 1 },
    })
    // 3u² − 2u³ at quarters: 5/32, 16/32, 27/32, 1.
    assert.deepEqual([...cash], [-100, -100, -100, -100, -500, -1_100, -1_100, -500, 0])
  })

  it('raises the price when a stage of construction has ended, not in its last month', () => {
    const { units, revenue } = run({
      preparationMonths: 0,
      constructionMonths: 20,
      horizonMonths: 24,
      stagePriceStep: 0.1,
      phases: [{ startMonth: 0, units: [{ count: 100_000, priceRub: 1_000, sellOutMonths: 24 }] }],
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

describe('the parts of a project’s costs, worked out by hand', () => {
  it('are land, preparation, construction, a share of sales, and interest on the loan', () => {
    const { costsRub, costRub } = run({
      landRub: 12_000,
      preparationRub: 500,
      constructionRub: 2_000,
      salesCostShare: 0.05,
      horizonMonths: 4,
      phases: [{ startMonth: 0, units: [{ count: 2, priceRub: 600, sellOutMonths: 2 }] }],
    })
    // 2 % of the 12,500 of month 1; then 1 % of 600 in escrow and 2 % of the other 13,180 of
    // 12,500 + 250 + 1,030; then, when 1,200 of escrow have repaid, 2 % of
    // 13,780 + 270 + 1,030 − 1,200.
    const interest = 250 + 270 + 278
    const sales = 2 * 30
    const expected = { land: 12_000, preparation: 500, construction: 2_000, sales, interest }
    assert.deepEqual(costsRub, expected)
    assert.equal(costRub, 12_000 + 500 + 2_000 + sales + interest)
  })

  it('rise with the factor of costs, but for the land, whose price is fixed', () => {
    const project = { ...NOTHING, landRub: 12_000, preparationRub: 500, constructionRub: 2_000 }
    const { costsRub } = runProject(project, { ...AS_PLANNED, cost: 1.1 })
    assert.deepEqual(
      [costsRub.land, costsRub.preparation, costsRub.construction],
      [12_000, 550, 2_200],
    )
  })

  it('count nothing of a phase that the horizon leaves out', () => {
    const phase = (startMonth: number) => ({
      startMonth,
      units: [{ count: 1, priceRub: 100, sellOutMonths: 2 }],
    })
    const { costsRub } = run({
      landRub: 900,
      preparationRub: 60,
      constructionRub: 300,
      finance: { ...NOTHING.finance, coveredRate: 0, uncoveredRate: 0 },
      phases: [phase(0), phase(1), phase(4)],
    })
    const counted = { land: 600, preparation: 40, construction: 200, sales: 0, interest: 0 }
    assert.deepEqual(costsRub, counted)
  })
})

describe('a project in phases', () => {
  const flats = (count: number) => [{ count, priceRub: 100, sellOutMonths: 2 }]
  const phased = {
    landRub: 900,
    constructionRub: 300,
    horizonMonths: 12,
    phases: [
      { startMonth: 0, units: flats(2) },
      { startMonth: 3, units: flats(1) },
    ],
  }

  it('is the sum of its phases, each later one moved to its start, costs shared by flats', () => {
    const whole = run(phased)
    const first = run({
      ...phased,
      landRub: 600,
      constructionRub: 200,
      phases: [{ startMonth: 0, units: flats(2) }],
    })
    const second = run({
      ...phased,
      horizonMonths: 9,
      landRub: 300,
      constructionRub: 100,
      phases: [{ startMonth: 0, units: flats(1) }],
    })
    for (const months of ['units', 'revenue', 'cost', 'cash'] as const) {
      const expected = Array.from(
        first[months],
        (value, at) => value + (second[months][at - 3] ?? 0),
      )
      assert.deepEqual([...whole[months]], expected, months)
    }
    assert.deepEqual([whole.phasesBegun, whole.unitsBegun, whole.unitsSold], [2, 3, 3])
  })

  it('leaves out, with its costs, a later phase that the horizon would cut off', () => {
    const cut = run({ ...phased, horizonMonths: 5 })
    assert.deepEqual([cut.phasesBegun, cut.unitsBegun], [1, 2])
    assert.equal(cut.soldOutMonth, undefined)
    const alone = run({
      ...phased,
      horizonMonths: 5,
      landRub: 600,
      constructionRub: 200,
      phases: [{ startMonth: 0, units: flats(2) }],
    })
    assert.deepEqual([...cut.cash], [...alone.cash])
  })

  it('begins a later phase that is commissioned and nine tenths sold when the horizon ends', () => {
    const ends = (horizonMonths: number, sellOutMonths: number, count = 100) =>
      run({
        ...phased,
        horizonMonths,
        phases: [
          { startMonth: 0, units: flats(2) },
          { startMonth: 3, units: [{ count, priceRub: 100, sellOutMonths }] },
        ],
      }).phasesBegun
    // Commissioned in its third month, the second of its sales.
    assert.equal(ends(6, 2), 2)
    assert.equal(ends(5, 1), 1)
    // Of 3u² − 2u³ nine tenths are passed at u = 0.804: here after two months of 2.48.
    assert.equal(ends(6, 2.45), 2)
    assert.equal(ends(6, 2.55), 1)
    // Nine of ten, neither more nor less.
    assert.equal(ends(6, 2.45, 10), 2)
  })
})
