// Step 4 of a login: always one verification, against the user's hash or against a dummy whose
// result is ignored. Never throws because of a stored hash, never logs a password.
import { randomBytes } from 'node:crypto'
import type { UserId } from '../db/tables.ts'
import { addBounded } from '../limits/bounded-set.ts'
import type { Logger } from '../logging.ts'
import { costOf, type HashCost } from './password-hash.ts'
import type { VerifyPool } from './verify-pool.ts'

interface VerifiableUser {
  readonly userId: UserId
  readonly passwordHash: string | null
}

export interface PasswordVerifier {
  /** Whether the password is the user's; false where there is no user or no usable hash. */
  verify(user: VerifiableUser | undefined, password: string): Promise<boolean>
}

/** Users remembered at most whose malformed hash was logged; past it the oldest is forgotten. */
const MAX_REPORTED = 10_000

/** Makes the dummy hash from a random password at the cost of new hashes, and verifies it once. */
export async function createPasswordVerifier(
  pool: VerifyPool,
  cost: HashCost,
  log: Logger,
): Promise<PasswordVerifier> {
  const dummyPassword = randomBytes(32).toString('base64url')
  const dummy = await pool.hash(dummyPassword, cost)
  const { matches } = await pool.verify(dummy, dummyPassword, dummy)
  if (!matches) throw new Error('argon2 does not verify its own hash on this machine')

  const reported = new Set<UserId>()
  const reportOnce = (userId: UserId) => {
    if (reported.has(userId)) return
    addBounded(reported, userId, MAX_REPORTED)
    log.error({ userId }, 'stored password hash is malformed or too costly: set a new password')
  }

  return {
    async verify(user, password) {
      const stored = user?.passwordHash ?? null
      // All unpaired surrogates are the same bytes to argon2, so no password may have one.
      const usable = stored !== null && costOf(stored) !== undefined && password.isWellFormed()
      const verified = await pool.verify(usable ? stored : dummy, password, dummy)
      const malformed = stored !== null && (verified.malformed || costOf(stored) === undefined)
      if (user && malformed) reportOnce(user.userId)
      return usable && verified.matches
    },
  }
}
