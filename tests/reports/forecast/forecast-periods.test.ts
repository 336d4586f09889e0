import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  activeMonths,
  chartPeriodsOf,
  peakInvestmentRub,
  yearsOf,
} from '../../../src/reports/forecast/forecast-periods.ts'
import { sampleForecast } from './sample-forecast.ts'

/** A forecast whose months bring such cash and nothing else. */
const withCash = (...cash: readonly number[]) => ({
  ...sampleForecast(),
  schedule: cash.map((cash_rub, at) => ({
    month: at + 1,
    units_sold: 0,
    revenue_rub: 0,
    cost_rub: 0,
    cash_rub,
  })),
})

describe('the periods of a forecast', () => {
  const labelsOf = (months: number) =>
    chartPeriodsOf(withCash(...Array<number>(months).fill(1))).map(({ label }) => label)

  it('are quarters in a chart, and half-years of more than four years', () => {
    const [quarters, halfYears] = [labelsOf(48), labelsOf(49)]
    assert.deepEqual([quarters.length, quarters[1], quarters.at(-1)], [16, '4–6', '46–48'])
    assert.deepEqual([halfYears.length, halfYears[1], halfYears.at(-1)], [9, '7–12', '49'])
  })

  it('are sums of their months, the last of fewer', () => {
    const years = yearsOf(withCash(...Array<number>(25).fill(2)))
    assert.deepEqual(
      years.map(({ label, cashRub }) => [label, cashRub]),
      [
        ['Год 1', 24],
        ['Год 2', 24],
        ['Год 3', 2],
      ],
    )
  })

  it('end for a reader with the last month in which anything moves', () => {
    const quiet = withCash(0, 3, 0, 0)
    assert.equal(activeMonths(quiet), 2)
    for (const moved of [{ units_sold: 1 }, { cost_rub: 1 }]) {
      const schedule = quiet.schedule.map((month, at) =>
        at === 2 ? { ...month, ...moved } : month,
      )
      assert.equal(activeMonths({ ...quiet, schedule }), 3)
    }
  })
})

describe('the peak of own money', () => {
  it('is the most that is out at the end of any month, and none where nothing ever is', () => {
    assert.equal(peakInvestmentRub(withCash(-5, -4, 20, -12, 3)), 9)
    assert.equal(peakInvestmentRub(withCash(4, -3)), 0)
  })
})
