// What a scenario changes.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AS_PLANNED } from '../../../src/siteplan/forecast/cash-flow.ts'
import { factorsOf } from '../../../src/siteplan/forecast/planned-project.ts'
import { forecastInputs } from '../../support/forecast-inputs.ts'

describe('the factors of a scenario', () => {
  const { settings } = forecastInputs({
    environment: {
      SITEPLAN_SCENARIO_PRICE: '0.1',
      SITEPLAN_SCENARIO_PACE: '0.25',
      SITEPLAN_SCENARIO_COST: '0.05',
    },
  })

  it('lower prices and paces and raise costs where it is low, the reverse where it is high', () => {
    assert.deepEqual(factorsOf('low', settings), { price: 0.9, pace: 0.75, cost: 1.05, finance: 1 })
    assert.deepEqual(factorsOf('high', settings), {
      price: 1.1,
      pace: 1.25,
      cost: 0.95,
      finance: 1,
    })
    assert.deepEqual(factorsOf('base', settings), AS_PLANNED)
  })
})
