import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checksOf } from '../../../../../src/siteplan/layouts/solver/rules/rule-checks.ts'
import type { LaneMeasures } from '../../../../../src/siteplan/layouts/solver/ways/fire-lanes.ts'
import { DEFAULT_RULES } from '../../../../norms/rules.ts'

/** Of a site on which nothing stands and nobody needs anything. */
const BARE = {
  coverage: 0,
  density: 0,
  max_storeys: 0,
  parking_needed: 0,
  parking_given: 0,
  playground_m2: 0,
  green_share: 1,
}

/**
 * Checks of the ways along a house of 3 storeys and one of 20, each with a way of these measures.
 */
const laneChecks = (low: LaneMeasures, high: LaneMeasures) => {
  const masses = [3, 20].map((storeys, i) => {
    const outer = { x0: 0, x1: 30, y0: 100 * i, y1: 100 * i + 15 }
    return { typology: 'slab', outer, wingM: null, open: null, storeys } as const
  })
  const checks = checksOf({
    masses,
    buildings: masses.map(({ storeys }) => ({ storeys, height_m: storeys * 3 })),
    indicators: { ...BARE, max_storeys: 20 },
    rules: DEFAULT_RULES.rules,
    leastSunH: 2,
    demandedSunH: 2,
    setbackM: 3,
    outsideM2: 0,
    lanesOf: ({ storeys }) => [storeys === 3 ? low : high],
    playgroundNeededM2: 0,
  })
  return checks.flatMap(({ rule, limit, actual, ok }) =>
    rule.startsWith('fire_lane') ? [{ limit, actual, ok }] : [],
  )
}

describe('the checks of an option with houses of two heights', () => {
  // To 13 m of height a way is 3.5 m wide and 5 to 8 m off; above 46 m it is 6 m wide, 8 to 10 m
  // off.
  it('hold each way to what its own house demands, and show the strictest demand', () => {
    const checks = laneChecks({ widthM: 3.5, distanceM: 5 }, { widthM: 6, distanceM: 10 })
    assert.deepEqual(checks, [
      { limit: 6, actual: 6, ok: true },
      { limit: 8, actual: 10, ok: true },
      { limit: 8, actual: 5, ok: true },
    ])
  })

  it('fail where the way of the house that demands most falls short', () => {
    const low = { widthM: 6, distanceM: 8 }
    const okOf = (high: LaneMeasures) => laneChecks(low, high).map(({ ok }) => ok)
    assert.deepEqual(okOf({ widthM: 5.9, distanceM: 8 }), [false, true, true])
    assert.deepEqual(okOf({ widthM: 6, distanceM: 7.9 }), [true, false, true])
  })
})

describe('the checks of an option', () => {
  const outer = { x0: 0, x1: 30, y0: 0, y1: 15 }
  const slab = { typology: 'slab', outer, wingM: null, open: null, storeys: 3 } as const
  const checksOn = (houses: number, setbackM: number, spaces: number) => {
    const masses = Array.from({ length: houses }, (_, i) => {
      return { ...slab, outer: { ...outer, y0: 100 * i, y1: 100 * i + 15 } }
    })
    return checksOf({
      masses,
      buildings: masses.map(({ storeys }) => ({ storeys, height_m: storeys * 3 })),
      indicators: { ...BARE, max_storeys: 3, parking_needed: 10, parking_given: spaces },
      rules: DEFAULT_RULES.rules,
      leastSunH: 2,
      demandedSunH: 2,
      setbackM,
      outsideM2: 0,
      lanesOf: () => [{ widthM: 3.5, distanceM: 5 }],
      playgroundNeededM2: 0,
    })
  }
  const isOk = (asked: string, ...of: Parameters<typeof checksOn>) =>
    checksOn(...of).find(({ rule }) => rule === asked)?.ok

  it('let distances be half a centimetre short, as drawing rounds, and no space be lacking', () => {
    assert.deepEqual(
      [2.996, 2.994].map((m) => isOk('setback_m', 1, m, 10)),
      [true, false],
    )
    assert.deepEqual(
      [10, 9].map((spaces) => isOk('parking_per_unit', 1, 3, spaces)),
      [true, false],
    )
  })

  it('speak of houses on each other’s ground from two houses on', () => {
    assert.deepEqual(
      [1, 2].map((houses) => isOk('no_overlap', houses, 3, 10)),
      [undefined, true],
    )
  })
})
