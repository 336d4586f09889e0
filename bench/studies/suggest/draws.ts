// Draws from a seeded generator: below a limit, and from a list. The same seed, the same draws.
import { seededRandom } from '../../../src/numbers/random.ts'

export interface Draws {
  below(limit: number): number
  pick<T>(items: readonly T[]): T
}

/** @param seed any text, so that each set of queries has draws of its own */
export function drawsFrom(seed: string): Draws {
  const random = seededRandom(numberOf(seed))
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from.')
      return item
    },
  }
}

/** A 32-bit number from a text. Another hash would be as good, but would change every query set. */
function numberOf(seed: string): number {
  let hash = 0
  for (let i = 0; i < seed.length; i++) hash = (Math.imul(hash, 31) + seed.charCodeAt(i)) | 0
  return hash
}
