// Seeded pseudo-random numbers and content hashes: the only source of chance in a fit or a search.
// Never here: Math.random or anything else that would make two runs on the same data differ.

const TWO_TO_32 = 4_294_967_296

/** Numbers in [0, 1), one at each call. */
export type Random = () => number

/** Mulberry32: a generator from a 32-bit seed (public domain, Tommy Ettinger). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / TWO_TO_32
  }
}

/** A draw from the standard normal distribution (Box and Muller 1958). */
export function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/**
 * FNV-1a hash of a string with a final avalanche: an unsigned 32-bit number. Draws by one text are
 * independent of each other only with seeds of their own; any will do, so each caller has another.
 */
export function hashText(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The same hash as a number in [0, 1): a draw that depends on the text and the seed alone. */
export function hashShare(text: string, seed: number): number {
  return hashText(text, seed) / TWO_TO_32
}
