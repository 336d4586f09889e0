// Random numbers that are the same for the same seed.
// Never used outside of benchmarks.

export interface Random {
  below(limit: number): number
  pick<T>(items: readonly T[]): T
}

/** A generator by the mulberry32 method from the text of a seed. */
export function seededRandom(seed: string): Random {
  let state = 0
  for (let i = 0; i < seed.length; i++) state = (Math.imul(state, 31) + seed.charCodeAt(i)) | 0
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from.')
      return item
    },
  }
}
