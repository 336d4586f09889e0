import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashShare, seededRandom, standardNormal } from '../../src/numbers/random.ts'
import { assertNear } from '../support/near.ts'

/** Enough to tell a mean to a hundredth. */
const COUNT = 20_000

const momentsOf = (draws: readonly number[]) => {
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length
  return { mean, deviation: Math.sqrt(variance) }
}

const drawn = (draw: (index: number) => number) => Array.from({ length: COUNT }, (_, i) => draw(i))

const assertEven = (draws: readonly number[]) => {
  assert.ok(draws.every((draw) => draw >= 0 && draw < 1))
  const { mean, deviation } = momentsOf(draws)
  assertNear(mean, 0.5, 0.01)
  assertNear(deviation, 1 / Math.sqrt(12), 0.01)
}

describe('seeded numbers', () => {
  it('are spread evenly from 0 up to 1, and the same for the same seed alone', () => {
    const [first, same, other] = [seededRandom(1), seededRandom(1), seededRandom(2)].map(drawn)
    assertEven(first as number[])
    assert.deepEqual(same, first)
    assert.notDeepEqual(other, first)
  })

  it('give draws around 0 with a deviation of 1', () => {
    const random = seededRandom(3)
    const { mean, deviation } = momentsOf(drawn(() => standardNormal(random)))
    assertNear(mean, 0, 0.02)
    assertNear(deviation, 1, 0.02)
  })
})

describe('the share of a text', () => {
  it('is spread evenly over texts that differ by little, and by the seed', () => {
    assertEven(drawn((index) => hashShare(`flat ${index}`, 1)))
    assert.notEqual(hashShare('flat', 1), hashShare('flat', 2))
  })
})
