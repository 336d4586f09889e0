import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { demoTown } from '../../../../../src/demo/town.ts'
import type { LayoutsAsked } from '../../../../../src/siteplan/layouts/layout.ts'
import { makeLayouts } from '../../../../../src/siteplan/layouts/make-layouts.ts'
import { DEFAULT_RULES, rulesWith } from '../../../../norms/rules.ts'
import { inputFor } from '../../sites.ts'

/** Floor area that the steps of the aims may lose, as a share. */
const STEPS = 0.02

const { parcels } = demoTown('2026-01-01')

const cases = [
  {
    tight: 'parking',
    number: 18,
    request: { parking_ratio: 2.4, storeys: { min: 3, max: 8 } },
    ruleSet: DEFAULT_RULES,
    subsets: [{ storeys: { min: 8, max: 8 } }, { typologies: ['slab'] }],
  },
  {
    tight: 'the parking of many small flats',
    number: 11,
    request: {
      parking_ratio: 1,
      storeys: { min: 3, max: 8 },
      unit_mix: { studio: 1, '1': 0, '2': 0, '3': 0 },
    },
    ruleSet: DEFAULT_RULES,
    subsets: [{ storeys: { min: 8, max: 8 } }, { typologies: ['perimeter'] }],
  },
  {
    tight: 'green',
    number: 2,
    request: { parking_ratio: 1 },
    ruleSet: rulesWith({ min_green: 0.4 }),
    subsets: [{ storeys: { min: 14, max: 14 } }, { typologies: ['tower'] }],
  },
] as const satisfies readonly {
  readonly request: Partial<LayoutsAsked>
  readonly subsets: readonly Partial<LayoutsAsked>[]
  readonly [other: string]: unknown
}[]

describe('more typologies and numbers of storeys to choose from', () => {
  for (const { tight, number, request, ruleSet, subsets } of cases) {
    it(`never lead to clearly less floor area where the ground is short for ${tight}`, () => {
      const imported = parcels[number - 1]
      assert.ok(imported)
      const gfaOf = (more: Partial<LayoutsAsked>) => {
        const asked = { ...request, options: 1, ...more }
        const parcel = { ...imported, updatedAt: '2026-01-01T00:00:00.000Z' }
        const { options } = makeLayouts(inputFor(parcel, asked, { ruleSet, prices: null }))
        return options[0]?.indicators.gfa_m2 ?? 0
      }
      const whole = gfaOf({})
      assert.ok(whole > 0)
      for (const subset of subsets) {
        const part = gfaOf(subset)
        assert.ok(whole >= part * (1 - STEPS), `${whole} < ${part} of ${JSON.stringify(subset)}`)
      }
    })
  }
})
