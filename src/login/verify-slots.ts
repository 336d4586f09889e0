// The slots of password verification, shared per client address: counted synchronously, so that no
// two logins race for one and none waits for one.

/** Held from the saturation gate until the hash is computed; disposing of it frees it. */
export type VerifySlot = Disposable

export interface VerifySlots {
  /** @returns undefined if no slot is free, or the address holds its share already */
  tryReserve(addressKey: string): VerifySlot | undefined
  /** How many there are. */
  readonly count: number
  readonly inUse: number
}

/** One address may hold half of the slots, and at least one. */
export function slotShare(workers: number): number {
  return Math.max(1, Math.floor(workers / 2))
}

export function createVerifySlots(workers: number): VerifySlots {
  const share = slotShare(workers)
  /** Slots held by address; at most `workers` keys. */
  const held = new Map<string, number>()
  let inUse = 0
  return {
    count: workers,
    get inUse() {
      return inUse
    },
    tryReserve(addressKey) {
      const mine = held.get(addressKey) ?? 0
      if (inUse >= workers || mine >= share) return undefined
      inUse += 1
      held.set(addressKey, mine + 1)
      let released = false
      return {
        [Symbol.dispose]() {
          if (released) return
          released = true
          inUse -= 1
          const left = (held.get(addressKey) ?? 1) - 1
          if (left === 0) held.delete(addressKey)
          else held.set(addressKey, left)
        },
      }
    },
  }
}
