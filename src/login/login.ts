// THE SIGN-IN: seven steps in the order that gives nothing away, and the one failure tail. Knows
// neither HTTP nor SQL; what it calls are leaves. The password travels alone, beside the attempt.
import type { AuditTrail } from '../audit/event-writer.ts'
import { loginBlockedExpired, loginFailed, loginSuccess } from '../audit/events.ts'
import type { Clock } from '../clock.ts'
import type { LoginUser, Registry } from '../identity/registry.ts'
import type { Sessions } from '../identity/sessions.ts'
import type { Budget } from '../limits/budget.ts'
import { retryAfterS } from '../limits/retry-after.ts'
import type { Logger } from '../logging.ts'
import type { Counters } from '../metrics/counters.ts'
import type { FailureCounter } from './failure-counter.ts'
import { pairKey } from './pair-limiter.ts'
import { saltOf } from './password-hash.ts'
import type { PasswordVerifier } from './password-verifier.ts'
import type { SaturationAudit } from './saturation-audit.ts'
import type { SubmittedPassword } from './submitted-password.ts'
import { type Throttle, type ThrottleSettings, throttleDelayS } from './throttle.ts'
import type { VerifySlots } from './verify-slots.ts'

export interface LoginParts {
  readonly settings: ThrottleSettings
  readonly pairLimiter: Pick<Budget, 'spend'>
  readonly slots: Pick<VerifySlots, 'tryReserve'>
  readonly saturation: Pick<SaturationAudit, 'rejected'>
  readonly registry: Pick<Registry, 'findForLogin'>
  readonly verifier: PasswordVerifier
  readonly failures: Pick<FailureCounter, 'record'>
  readonly throttle: Pick<Throttle, 'wait'>
  readonly sessions: Pick<Sessions, 'create' | 'revoke'>
  readonly counters: Pick<Counters, 'logins'>
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly log: Logger
}

/** Who tries to sign in. Has no place for a password. */
interface LoginAttempt {
  /** Exactly as sent. */
  readonly username: string
  /** Full client address, for rows and logs. */
  readonly ip: string
  /** What limits and slot shares are keyed by. */
  readonly addressKey: string
  readonly userAgent: string | null
  /** The session cookie's value that the request carried, if any. */
  readonly carriedToken: string | undefined
  /** Aborts when the client hangs up. */
  readonly clientGone: AbortSignal
}

export type LoginOutcome =
  | { readonly kind: 'signed_in'; readonly token: string; readonly user: LoginUser }
  | { readonly kind: 'wrong_credentials' }
  | { readonly kind: 'access_expired' }
  | { readonly kind: 'pair_limited'; readonly retryAfterS: number }
  | { readonly kind: 'saturated' }

export async function login(
  parts: LoginParts,
  attempt: LoginAttempt,
  password: SubmittedPassword,
): Promise<LoginOutcome> {
  // 1. Per-pair limit.
  const waitS = parts.pairLimiter.spend(pairKey(attempt.username, attempt.addressKey))
  if (waitS !== undefined) return { kind: 'pair_limited', retryAfterS: retryAfterS(waitS) }

  // 2. Saturation gate: the slot is reserved here, so nothing after it can find none free.
  const slot = parts.slots.tryReserve(attempt.addressKey)
  if (!slot) {
    parts.saturation.rejected(attempt.ip)
    return { kind: 'saturated' }
  }

  let user: LoginUser | undefined
  let verified: boolean
  {
    using _untilHashed = slot

    // 3. Registry look-up.
    user = await parts.registry.findForLogin(attempt.username)

    // 4. Password verification, exactly once, whether or not there is such a user. The slot is
    // given back when the hash is done or the look-up failed, never before.
    verified = await parts.verifier.verify(user, password.read())
  }

  const fail = () => {
    password.forget()
    return failureTail(parts, attempt)
  }

  // 5. Wrong credentials.
  if (!user || !verified) return fail()

  // 6. Access state, looked at only now that the password is proven.
  const { accessState } = user
  if (accessState === 'trial_expired') {
    parts.audit.record(loginBlockedExpired(attempt))
    return { kind: 'access_expired' }
  }
  if (accessState !== 'active') return fail()

  // 7. Success.
  const token = await createSession(parts, attempt, user)
  // The password was changed while it was verified.
  if (token === undefined) return fail()
  parts.counters.logins.add('success')
  parts.audit.record(loginSuccess(attempt))
  await endCarriedSession(parts, attempt)
  return { kind: 'signed_in', token, user }
}

/**
 * The same for all causes: unknown name, wrong password, no hash, a state that cannot sign in, and
 * a password changed while it was verified.
 */
async function failureTail(parts: LoginParts, attempt: LoginAttempt): Promise<LoginOutcome> {
  // 1. One failure of the submitted name, known or not, from any address.
  const failsInWindow = parts.failures.record(attempt.username)

  // 2. The delay that this count asks for.
  const delayS = throttleDelayS(failsInWindow, parts.settings)

  // 3. Counter.
  parts.counters.logins.add('failed')

  // 4. Audit event.
  parts.audit.record(
    loginFailed(attempt, { username_fails_in_window: failsInWindow, throttle_delay_s: delayS }),
  )

  // 5. The wait. No database connection and no slot is held here.
  if (delayS > 0) {
    parts.log.warn(
      { username: attempt.username, ip: attempt.ip, failsInWindow, delayS },
      'failed login answered late',
    )
    await parts.throttle.wait(delayS, attempt.clientGone)
  }

  // 6. The answer.
  return { kind: 'wrong_credentials' }
}

/** @returns undefined if the password has been changed meanwhile; its hash may have been renewed */
async function createSession(
  parts: LoginParts,
  { ip, userAgent }: LoginAttempt,
  { userId, passwordHash }: LoginUser,
): Promise<string | undefined> {
  const salt = passwordHash === null ? undefined : saltOf(passwordHash)
  if (salt === undefined) return undefined
  return parts.sessions.create({ userId, salt, ip, userAgent }, parts.clock.wallMs())
}

/** Ends the session that this login replaces. The login has succeeded even if that fails. */
async function endCarriedSession(parts: LoginParts, attempt: LoginAttempt): Promise<void> {
  if (attempt.carriedToken === undefined) return
  try {
    await parts.sessions.revoke(attempt.carriedToken, parts.clock.wallMs())
  } catch (error) {
    parts.log.warn({ err: error }, 'the session replaced by a login could not be ended')
  }
}
