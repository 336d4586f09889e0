// The audit events: the only place where an event's name and the shape of its payload are spelled.
// No event has room for a password or a token.

export interface AuditEvent {
  readonly eventType: EventType
  /** Exactly as sent; empty for saturation events. */
  readonly username: string
  readonly ip: string
  readonly userAgent: string | null
  readonly path: string
  readonly method: string
  readonly payload: Readonly<Record<string, unknown>>
}

export const EVENT = {
  loginSuccess: 'login_success',
  loginFailed: 'login_failed',
  loginBlockedExpired: 'login_blocked_expired',
  loginVerifySaturated: 'login_verify_saturated',
} as const
export type EventType = (typeof EVENT)[keyof typeof EVENT]

/** Who tried to sign in, from where. */
interface SignInOrigin {
  readonly username: string
  readonly ip: string
  readonly userAgent: string | null
}

const LOGIN = { path: '/api/v1/auth/login', method: 'POST' } as const

export function loginSuccess({ username, ip, userAgent }: SignInOrigin): AuditEvent {
  return { eventType: EVENT.loginSuccess, username, ip, userAgent, ...LOGIN, payload: {} }
}

export function loginFailed(
  { username, ip, userAgent }: SignInOrigin,
  payload: { readonly username_fails_in_window: number; readonly throttle_delay_s: number },
): AuditEvent {
  return { eventType: EVENT.loginFailed, username, ip, userAgent, ...LOGIN, payload }
}

export function loginBlockedExpired({ username, ip, userAgent }: SignInOrigin): AuditEvent {
  return { eventType: EVENT.loginBlockedExpired, username, ip, userAgent, ...LOGIN, payload: {} }
}

export function loginVerifySaturated(
  ip: string,
  payload: { readonly rejected: number; readonly since_prev_s: number | null },
): AuditEvent {
  return {
    eventType: EVENT.loginVerifySaturated,
    username: '',
    ip,
    userAgent: null,
    ...LOGIN,
    payload,
  }
}
