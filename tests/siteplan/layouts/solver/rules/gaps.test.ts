// The solver's gaps, of right angles alone, against the checker's, of walls in any direction.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { measuredGaps } from '../../../../../src/siteplan/layouts/checker/check-gaps.ts'
import { drawBuildings } from '../../../../../src/siteplan/layouts/solver/drawing/draw-buildings.ts'
import { frameAt } from '../../../../../src/siteplan/layouts/solver/frame/frame.ts'
import { overlap } from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { type Mass, wingsOf } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import { brokenGap, tightestGaps } from '../../../../../src/siteplan/layouts/solver/rules/gaps.ts'
import { DEFAULT_RULES } from '../../../../norms/rules.ts'

const { rules } = DEFAULT_RULES

const slab = (x: number, y: number, storeys: number, width = 40, depth = 15): Mass => ({
  typology: 'slab',
  outer: { x0: x, y0: y, x1: x + width, y1: y + depth },
  wingM: null,
  open: null,
  storeys,
})

const places = fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 }))
const storeys = fc.integer({ min: 2, max: 6 })
const anySlab = fc
  .tuple(places, storeys, fc.integer({ min: 16, max: 60 }), fc.integer({ min: 15, max: 17 }))
  .chain(([[x, y], count, length, depth]) =>
    fc.constantFrom(slab(x, y, count, length, depth), slab(x, y, count, depth, length)),
  )
const anyBlock = fc
  .tuple(
    places,
    storeys,
    fc.constantFrom('n', 's', 'e', 'w', null),
    fc.integer({ min: 48, max: 80 }),
  )
  .map(
    ([[x, y], count, open, side]): Mass => ({
      typology: 'perimeter',
      outer: { x0: x, y0: y, x1: x + side, y1: y + side - 4 },
      wingM: 14,
      open,
      storeys: count,
    }),
  )
const massings = fc.array(fc.oneof(anySlab, anyBlock), { minLength: 1, maxLength: 3 })

const isApart = (masses: readonly Mass[]) =>
  masses.every((a, i) =>
    masses
      .slice(i + 1)
      .every((b) => !wingsOf(a).some((wing) => wingsOf(b).some((other) => overlap(wing, other)))),
  )

describe('the gaps of a massing', () => {
  it('are broken where the checker finds them so, and as tight as it measures', () => {
    fc.assert(
      fc.property(massings.filter(isApart), (masses) => {
        const buildings = drawBuildings(frameAt(0), masses, 3)
        const measured = measuredGaps(buildings, rules)
        const isBroken = measured.some(({ actualM, limitM }) => actualM < limitM)
        assert.equal(brokenGap(masses, rules) !== null, isBroken)
        const tightest = tightestGaps(masses, rules)
        for (const rule of ['daylight_gap_long_m', 'daylight_gap_end_m', 'fire_gap_m'] as const) {
          const gap = tightest.get(rule)
          const spares = measured
            .filter((each) => each.rule === rule)
            .map(({ actualM, limitM }) => actualM - limitM)
          if (!gap) assert.equal(spares.length, 0, rule)
          else assert.ok(Math.abs(gap.actualM - gap.limitM - Math.min(...spares)) < 1e-9, rule)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('are those of the higher house', () => {
    const before = (m: number, low: number, high: number) =>
      brokenGap([slab(0, 0, low), slab(0, 15 + m, high)], rules)
    assert.equal(before(15, 3, 3), null)
    assert.equal(before(15, 3, 4), 'daylight_gap_long_m')
    assert.equal(before(15, 4, 3), 'daylight_gap_long_m')
    assert.equal(before(20, 3, 4), null)
  })

  it('are never so small that two houses are drawn as one, whatever the norms ask for', () => {
    const norm = (value: number) => ({ value, source: 'ПЗЗ' })
    const free = {
      ...rules,
      daylight_gap_long_m: { value: [{ up_to: null, value: 0 }], source: 'ПЗЗ' },
      daylight_gap_end_m: norm(0),
      fire_gap_m: norm(0),
    }
    const apart = (m: number) => brokenGap([slab(0, 0, 3), slab(0, 15 + m, 3)], free)
    assert.equal(apart(0.009), 'fire_gap_m')
    assert.equal(apart(0.05), null)
  })

  it('are broken where houses stand on one ground', () => {
    assert.equal(brokenGap([slab(0, 0, 3), slab(10, 10, 3)], rules), 'fire_gap_m')
    assert.equal(brokenGap([slab(0, 0, 3, 60, 60), slab(20, 20, 3, 20, 15)], rules), 'fire_gap_m')
  })
})
