// What searches of a site aim at, by hand: a site of 1,000 m² of which a fifth stays green, with
// neither parking nor playgrounds, bears 800 m² of houses.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StoreyLimit } from '../../../../../src/norms/envelope.ts'
import type { Typology } from '../../../../../src/norms/house-sizes.ts'
import {
  aimsFromNothing,
  fallingAims,
  hasFewHouses,
} from '../../../../../src/siteplan/layouts/solver/search/falling-aims.ts'
import { rulesWith } from '../../../../norms/rules.ts'
import { assertNear } from '../../../../support/near.ts'
import { REQUEST } from '../../sites.ts'

const { rules } = rulesWith({ parking_per_unit: 0, playground_m2_per_unit: 0, min_green: 0.2 })
const assumptions = { saleable_share: 0.7 }

/** Most floor area, m², by storeys. */
const limit = (storeys: number, maxGfaM2: number): StoreyLimit => ({
  storeys,
  maxFootprintM2: maxGfaM2 / storeys,
  maxGfaM2,
  bindingRule: 'max_density',
})

const aims = (
  byStoreys: readonly StoreyLimit[],
  typologies: readonly Typology[],
  inSmallSteps = false,
) => {
  const request = { ...REQUEST, typologies, storeys: { min: 3, max: 25 }, parking_ratio: 0 }
  const best = byStoreys.at(-1)
  const upperBoundM2 = best?.maxGfaM2 ?? 0
  const site = { siteM2: 1000, rules, request, upperBoundM2, assumptions }
  return fallingAims(site, { byStoreys, best }, inSmallSteps)
}
const largest = (byStoreys: readonly StoreyLimit[], typologies: readonly Typology[]) =>
  aims(byStoreys, typologies)[0]?.share ?? 0

describe('what the searches of a site aim at', () => {
  it('is at first all that the norms allow, where the ground bears seven tenths of it', () => {
    assert.equal(largest([limit(3, 2_000), limit(9, 7_200)], ['slab']), 1)
    assert.equal(largest([limit(9, 10_000)], ['slab']), 1)
  })

  it('is at first what the ground bears, where that is less', () => {
    assertNear(largest([limit(9, 14_400)], ['slab']), 0.5 * 1.001, 1e-9)
  })

  it('leaves out storeys that no house asked for may have', () => {
    const byStoreys = [limit(12, 19_200), limit(25, 40_000)]
    assertNear(largest(byStoreys, ['perimeter']), 0.5 * 1.001, 1e-9)
    assertNear(largest([limit(12, 19_200), limit(25, 80_000)], ['perimeter']), 0.5 * 1.001, 1e-9)
    assertNear(largest([limit(12, 19_200), limit(25, 80_000)], ['slab']), 0.25 * 1.001, 1e-9)
  })

  it('falls from one aim to the next', () => {
    for (const inSmallSteps of [false, true]) {
      const shares = aims([limit(3, 2_000), limit(9, 5_000)], ['slab'], inSmallSteps).map(
        ({ share }) => share,
      )
      assert.deepEqual(
        shares,
        shares.toSorted((a, b) => b - a),
      )
    }
  })

  it('is the least house too at each of the five fewest storeys that have room for it, in small steps', () => {
    // A slab of 24 × 15 m, and 0.3 % more.
    const houseM2 = 360 * 1.003
    const byStoreys = [2, 3, 4, 5, 6, 7, 9].map((storeys) =>
      limit(storeys, storeys === 2 ? 700 : 7_200),
    )
    const added = aims(byStoreys, ['slab'], true).flatMap(({ aim, share }) =>
      'gfaM2' in aim ? [[aim.gfaM2, share * 7_200]] : [],
    )
    const expected = [7, 6, 5, 4, 3].map((storeys) => houseM2 * storeys)
    assert.equal(added.length, expected.length)
    for (const [i, gfaM2] of expected.entries()) {
      for (const said of added[i] ?? []) assertNear(said, gfaM2, 1e-6)
    }
    assert.ok(aims(byStoreys, ['slab']).every(({ aim }) => 'share' in aim))
  })

  it('falls in small steps on a site of up to fifteen of the least houses of the fewest storeys', () => {
    const few = (gfaM2: number, typologies: readonly Typology[] = ['slab']) => {
      const byStoreys = [limit(3, 2_000), limit(9, gfaM2)]
      return hasFewHouses({ byStoreys, best: byStoreys[1] }, typologies)
    }
    assert.ok(few(15 * 360 * 3))
    assert.ok(!few(15 * 360 * 3 + 1))
    // A tower of 24 × 24 m.
    assert.ok(few(15 * 576 * 3, ['tower']))
  })

  it('is less than was missed, where nothing was found, and never less than the least house', () => {
    const shares = (missed: number, least: number) =>
      aimsFromNothing(missed, least).map(({ share }) => share)
    assert.deepEqual(shares(0.3, 0), [0.2, 0.13, 0.08, 0.05, 0.03, 0.02, 0.01])
    assert.deepEqual(shares(0.08, 0.02), [0.05, 0.03, 0.02])
    assert.deepEqual(shares(0.01, 0), [])
  })
})
