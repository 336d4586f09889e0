// Renews a password hash that was made with other parameters than the settings now ask for, after a
// login has proven the password and has been answered. Takes a slot only if one is free, and not
// from the address's share, so the next login from there is not refused because of it. Keeps the
// salt: by it a login under way, in this process or another, tells a renewed hash from a changed
// password.
import type { UserId } from '../db/tables.ts'
import type { LoginUser, Registry } from '../identity/registry.ts'
import type { Logger } from '../logging.ts'
import { type HashCost, needsRenewal, saltOf } from './password-hash.ts'
import type { VerifyPool } from './verify-pool.ts'
import type { VerifySlot, VerifySlots } from './verify-slots.ts'

/** Slot key shared by all renewals; cannot equal an address. */
const SLOT_KEY = 'hash renewal'

export interface HashRenewal {
  /** Returns at once; a fault is logged and the next login tries again. */
  consider(user: LoginUser, password: string): void
  /** Resolves when no renewal is under way. */
  settled(): Promise<void>
}

interface HashRenewalParts {
  readonly wantedCost: HashCost
  readonly slots: Pick<VerifySlots, 'tryReserve'>
  readonly pool: Pick<VerifyPool, 'hash'>
  readonly registry: Pick<Registry, 'renewPasswordHash'>
  readonly log: Logger
}

export function createHashRenewal({
  wantedCost,
  slots,
  pool,
  registry,
  log,
}: HashRenewalParts): HashRenewal {
  /** By user; bounded by the slots. */
  const underWay = new Map<UserId, Promise<void>>()

  const hashHolding = async (slot: VerifySlot, password: string, from: string) => {
    using _untilHashed = slot
    return await pool.hash(password, wantedCost, saltOf(from))
  }

  const renew = async (userId: UserId, from: string, password: string) => {
    const slot = slots.tryReserve(SLOT_KEY)
    if (!slot) return
    try {
      await registry.renewPasswordHash(userId, from, await hashHolding(slot, password, from))
    } catch (error) {
      log.warn({ err: error, userId }, 'password hash could not be renewed')
    }
  }

  return {
    consider({ userId, passwordHash: from }, password) {
      if (from === null || !needsRenewal(from, wantedCost) || underWay.has(userId)) return
      const renewal = renew(userId, from, password)
      underWay.set(userId, renewal)
      void renewal.finally(() => underWay.delete(userId))
    },
    async settled() {
      await Promise.all(underWay.values())
    },
  }
}
