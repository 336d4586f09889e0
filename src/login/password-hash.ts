// Password hashes as text: argon2id in PHC form, their cost, and which of them may be verified at
// all. The verify pool computes them.

export interface HashCost {
  readonly memoryKib: number
  readonly passes: number
}

interface HashCostSettings {
  readonly passwordArgon2MemoryKib: number
  readonly passwordArgon2Passes: number
}

/** What a stored hash may cost at most, so that no row of the registry can stop the service. */
const MAX_MEMORY_KIB = 1_048_576
const MAX_PASSES = 10
const MAX_PARALLELISM = 16

/** Salt of 8 to 64 bytes and tag of 16 to 64 bytes, in unpadded base64. */
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$[A-Za-z0-9+/]{22,86}$/

export function hashCost(settings: HashCostSettings): HashCost {
  return { memoryKib: settings.passwordArgon2MemoryKib, passes: settings.passwordArgon2Passes }
}

/** The cost of a stored hash, or undefined if it is malformed or out of bounds. */
export function costOf(phc: string): (HashCost & { readonly parallelism: number }) | undefined {
  const match = PHC.exec(phc)
  if (!match) return undefined
  const [memoryKib, passes, parallelism] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const withinBounds =
    memoryKib >= 8 * parallelism &&
    memoryKib <= MAX_MEMORY_KIB &&
    passes >= 1 &&
    passes <= MAX_PASSES &&
    parallelism >= 1 &&
    parallelism <= MAX_PARALLELISM
  return withinBounds ? { memoryKib, passes, parallelism } : undefined
}

/** The salt as it stands in a well-formed hash. */
export function saltOf(phc: string): string | undefined {
  return PHC.exec(phc)?.[4]
}

/** Whether a hash was made with other parameters than the wanted ones; false if it is malformed. */
export function needsRenewal(phc: string, wanted: HashCost): boolean {
  const cost = costOf(phc)
  return (
    cost !== undefined &&
    (cost.memoryKib !== wanted.memoryKib || cost.passes !== wanted.passes || cost.parallelism !== 1)
  )
}
