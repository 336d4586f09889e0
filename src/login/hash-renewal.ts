// Renews a password hash that was made with other parameters than today's, after a login has proven
// the password and has been answered. Takes a slot only if one is free. The slot is not taken from
// the address's share, so the next login from there is not refused because of it.
import { DatabaseUnavailable } from '../db/faults.ts'
import type { LoginUser, Registry } from '../identity/registry.ts'
import type { Logger } from '../logging.ts'
import { type HashCost, needsRenewal } from './password-hash.ts'
import type { VerifyPool } from './verify-pool.ts'
import type { VerifySlot, VerifySlots } from './verify-slots.ts'

/** Slot key shared by all renewals; cannot equal an address. */
const SLOT_KEY = 'hash renewal'

/** Renewals are remembered for the logins that were under way, which take seconds. */
const MAX_REMEMBERED = 1_000

export interface HashRenewal {
  /** Returns at once; a fault is logged and the next login tries again. */
  consider(user: LoginUser, password: string): void
  /**
   * The hash that stands, or is about to, in place of the one that a login has read of the user: that
   * one itself where none does. Renewals of other processes are not known.
   */
  latestOf(user: LoginUser): string | null
  /** Resolves when no renewal is under way. */
  settled(): Promise<void>
}

export function createHashRenewal(
  today: HashCost,
  slots: VerifySlots,
  pool: VerifyPool,
  registry: Pick<Registry, 'renewPasswordHash'>,
  log: Logger,
): HashRenewal {
  /** By user and hash replaced; the oldest goes at `MAX_REMEMBERED`. */
  const successors = new Map<string, string>()
  /** By user and hash to be replaced; bounded by the slots. */
  const underWay = new Map<string, Promise<void>>()

  const hashHolding = async (slot: VerifySlot, password: string) => {
    using _untilHashed = slot
    return await pool.hash(password, today)
  }

  const renew = async (user: LoginUser, from: string, key: string, password: string) => {
    const slot = slots.tryReserve(SLOT_KEY)
    if (!slot) return
    try {
      const to = await hashHolding(slot, password)
      successors.set(key, to)
      const [oldest] = successors.keys()
      if (successors.size > MAX_REMEMBERED && oldest !== undefined) successors.delete(oldest)
      await registry.renewPasswordHash(user.userId, from, to)
    } catch (error) {
      // A write without an answer may have come through: then the successor is what stands.
      if (!(error instanceof DatabaseUnavailable)) successors.delete(key)
      log.warn({ err: error, userId: user.userId }, 'password hash could not be renewed')
    }
  }

  return {
    consider(user, password) {
      const from = user.passwordHash
      if (from === null || !needsRenewal(from, today)) return
      // A second successor of one hash would hide the first, which is the one that gets written.
      const key = keyOf(user)
      if (underWay.has(key) || successors.has(key)) return
      const renewal = renew(user, from, key, password)
      underWay.set(key, renewal)
      void renewal.finally(() => underWay.delete(key))
    },
    latestOf: (user) => successors.get(keyOf(user)) ?? user.passwordHash,
    async settled() {
      await Promise.all(underWay.values())
    },
  }
}

/** Hashes are salted, but another program may have copied one from user to user. */
function keyOf({ userId, passwordHash }: LoginUser): string {
  return `${userId} ${passwordHash}`
}
