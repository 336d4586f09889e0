// Trials drawn at random, whose errors are known by how they were drawn, and how many of them an
// interval covers.
import { standardNormal } from '../../../src/numbers/random.ts'
import type { TrialError } from '../../../src/valuation/neighbours/expected-error.ts'
import { halfWidth, type IntervalModel } from '../../../src/valuation/neighbours/interval.ts'

/** Flats in buildings of `size`. The building is a part of each error. */
export function drawBuildings(random: () => number, count: number, size: number): TrialError[] {
  const normal = () => standardNormal(random)
  return Array.from({ length: count }, (_, building) => {
    const spread = 0.02 + 0.1 * random()
    const [nEffective, tenthDistance, mass] = [1 + 20 * random(), random(), 5 * random()]
    const [excess, common] = [random() - 0.5, normal()]
    return Array.from({ length: size }, () => ({
      shape: {
        spread,
        nEffective,
        tenthDistance,
        mass,
        known: size === 1 && random() < 0.5,
        isNew: false,
        unstatedSd: 0,
        treesApart: Number.NaN,
        fitsFew: false,
        lnArea: 4,
        excess,
        lnPerM2: 12,
        city: 0,
      },
      error: spread * (size === 1 ? normal() : 0.9 * common + 0.4 * normal()),
      building,
    }))
  }).flat()
}

export function shareCovered(
  model: IntervalModel,
  fresh: readonly TrialError[],
  share: number,
): number {
  const covered = fresh.filter(
    ({ shape, error }) => Math.abs(error) <= halfWidth(model, shape, share),
  )
  return covered.length / fresh.length
}
