import { describe, it } from 'node:test'
import fc from 'fast-check'
import { drawSmallPlans } from '../../../../src/reports/drawings/site/small-plans.ts'
import { assertInside } from '../drawn-ink.ts'
import { optionWith, sites } from './drawn-layouts.ts'

describe('the small plans', () => {
  it('stand beside each other inside the drawing, from one to five', () => {
    fc.assert(
      fc.property(sites, fc.integer({ min: 1, max: 5 }), (site, count) => {
        const options = Array.from({ length: count }, (_, index) => ({
          ...optionWith([]),
          rank: index + 1,
        }))
        assertInside(drawSmallPlans(site, options))
      }),
      { numRuns: 40 },
    )
  })
})
