// Builds the sign-in from its leaves: limiters, slots, verification threads, throttle, and the
// gauges an operator watches them by. How a login goes stands in login.ts.
import { within } from '../clock.ts'
import type { Foundation } from '../foundation.ts'
import type { App } from '../http/server.ts'
import type { SessionCookie } from '../identity/session-cookie.ts'
import type { Budget } from '../limits/budget.ts'
import { tendWindows } from '../limits/tend.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createFailureCounter, type FailureCounter } from './failure-counter.ts'
import { createHashRenewal } from './hash-renewal.ts'
import { createPairLimiter } from './pair-limiter.ts'
import { hashCost } from './password-hash.ts'
import { createPasswordVerifier } from './password-verifier.ts'
import { mountSignIn } from './routes.ts'
import { createSaturationAudit } from './saturation-audit.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import { createVerifyPool } from './verify-pool.ts'
import { createVerifySlots, type VerifySlots } from './verify-slots.ts'

interface SignIn {
  mount(app: App): void
  /** Answers the failed logins that wait at once; for a service that stops. */
  wakeThrottled(): void
  /** A new hash at the cost that the settings ask for. */
  hash(password: string): Promise<string>
  /** Whether a hash is being computed: its thread cannot end before. */
  isHashing(): boolean
}

/**
 * At a stop, the other parts wait this long for renewals, and again for the threads: the costliest
 * hash takes longer than a stop may.
 */
const END_LIMIT_S = 0.5

export async function startSignIn(base: Foundation, cookie: SessionCookie): Promise<SignIn> {
  const { settings, metrics, audit, clock, log, closing } = base
  const { registry, sessions } = base.stores.identity

  const pool = createVerifyPool(settings.loginPasswordVerifyWorkers, clock, log)
  closing.defer(() => within(clock, END_LIMIT_S, pool.close()))
  const cost = hashCost(settings)
  const verifier = await createPasswordVerifier(pool, cost, log)

  const slots = createVerifySlots(settings.loginPasswordVerifyWorkers)
  const pairLimiter = createPairLimiter(settings, clock)
  const failures = createFailureCounter(settings, clock)
  const throttle = createThrottle(clock)
  const saturation = createSaturationAudit(audit, clock, log)
  closing.defer(() => saturation.stop())
  const renewal = createHashRenewal({ wantedCost: cost, slots, pool, registry, log })
  closing.defer(() => within(clock, END_LIMIT_S, renewal.settled()))

  addGauges(metrics, { slots, throttle, pairLimiter, failures })
  tendWindows(base, 'forget expired login limiter keys', pairLimiter.windows, failures.windows)

  return {
    mount: (app) =>
      mountSignIn(app, {
        settings,
        pairLimiter,
        slots,
        saturation,
        registry,
        verifier,
        failures,
        throttle,
        sessions,
        counters: metrics.counters,
        audit,
        clock,
        log,
        cookie,
        renewal,
      }),
    hash: (password) => pool.hash(password, cost),
    wakeThrottled: throttle.wakeAll,
    isHashing: pool.isHashing,
  }
}

interface GaugedParts {
  readonly slots: VerifySlots
  readonly throttle: Throttle
  readonly pairLimiter: Budget
  readonly failures: FailureCounter
}

function addGauges(
  metrics: Pick<Metrics, 'gauge'>,
  { slots, throttle, pairLimiter, failures }: GaugedParts,
): void {
  metrics.gauge(
    'login_verify_slots',
    'Password verifications that may be under way at a time.',
    () => slots.count,
  )
  metrics.gauge('login_verify_slots_in_use', 'Password verifications under way.', () => slots.inUse)
  metrics.gauge(
    'login_throttled_responses',
    'Failed logins waiting for their answer.',
    () => throttle.waiting,
  )
  metrics.gauge(
    'login_pair_limiter_keys',
    'Pairs that the login limiter remembers.',
    () => pairLimiter.windows.keys,
  )
  metrics.gauge(
    'login_failure_counter_keys',
    'Usernames that the failure counter remembers.',
    () => failures.windows.keys,
  )
}
