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

const EVENT_TYPES = [
  'login_success',
  'login_failed',
  'login_blocked_expired',
  'login_verify_saturated',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Who tried to sign in, from where. */
export interface Attempter {
  readonly username: string
  readonly ip: string
  readonly userAgent: string | null
}

const LOGIN = { path: '/api/v1/auth/login', method: 'POST' } as const

export function loginSuccess({ username, ip, userAgent }: Attempter): AuditEvent {
  return { eventType: 'login_success', username, ip, userAgent, ...LOGIN, payload: {} }
}

export function loginFailed(
  { username, ip, userAgent }: Attempter,
  payload: { readonly username_fails_in_window: number; readonly throttle_delay_s: number },
): AuditEvent {
  return { eventType: 'login_failed', username, ip, userAgent, ...LOGIN, payload }
}

export function loginBlockedExpired({ username, ip, userAgent }: Attempter): AuditEvent {
  return { eventType: 'login_blocked_expired', username, ip, userAgent, ...LOGIN, payload: {} }
}

export function loginVerifySaturated(
  ip: string,
  payload: { readonly rejected: number; readonly since_prev_s: number | null },
): AuditEvent {
  return {
    eventType: 'login_verify_saturated',
    username: '',
    ip,
    userAgent: null,
    ...LOGIN,
    payload,
  }
}
