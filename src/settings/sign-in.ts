// Sign-in: where users and sessions live, how long a session lasts, the limits of the login.
import { availableParallelism } from 'node:os'
import { clamp } from '../numbers/clamp.ts'
import { databaseUrl } from './database-url.ts'
import {
  decimal,
  Fault,
  integer,
  oneOf,
  optional,
  path,
  type Setting,
  secret,
  text,
} from './kinds.ts'

export const signInSettings = {
  identityStore: oneOf(
    'IDENTITY_STORE',
    'tradein',
    ['tradein', 'auth'],
    'Where users and sessions live: in the main database (`tradein`), or in a separate one (`auth`).',
  ),
  identityDatabaseUrl: optional(
    databaseUrl(
      'IDENTITY_DATABASE_URL',
      '',
      'Identity database; required when `IDENTITY_STORE=auth`.',
    ),
  ),
  authMode: oneOf(
    'AUTH_MODE',
    'db_only',
    ['dual', 'db_only'],
    'Whether a trusted proxy’s `X-Authenticated-User` counts where there is no session.',
  ),
  legacyRolesFile: optional(
    path(
      'LEGACY_ROLES_FILE',
      'JSON file that maps usernames to roles; required when `AUTH_MODE=dual`; re-read when it changes.',
    ),
  ),
  sessionCookieName: {
    ...text('SESSION_COOKIE_NAME', '__Host-tradein_session', 'Name of the session cookie.'),
    allowed: "a cookie name (letters, digits and !#$%&'*+-.^_`|~)",
    read: (value) => {
      if (!/^[\w!#$%&'*+\-.^`|~]+$/.test(value)) throw new Fault('is not a cookie name')
      return value
    },
  } satisfies Setting<string>,
  sessionTtlHours: integer(
    'SESSION_TTL_HOURS',
    { fallback: 168, from: 1, to: 8760 },
    'Idle lifetime of a session; moves forward with use.',
  ),
  sessionAbsoluteTtlHours: integer(
    'SESSION_ABSOLUTE_TTL_HOURS',
    { fallback: 720, from: 0, to: 8760 },
    'Longest life of a session, however active; 0 sets no limit.',
  ),
  sessionSecret: {
    ...secret(
      'SESSION_SECRET',
      'Keys the digest under which a session token is stored. Changing it ends every session.',
    ),
    allowed: 'any text; empty stores plain SHA-256 digests and warns',
  },
  loginRateLimit: integer(
    'LOGIN_RATE_LIMIT',
    { fallback: 10, from: 1, to: 1_000_000 },
    'Login attempts allowed per (username, address) within the window.',
  ),
  loginRateLimitWindowS: integer(
    'LOGIN_RATE_LIMIT_WINDOW_S',
    { fallback: 300, from: 1, to: 86_400 },
    'Length of that sliding window, seconds.',
  ),
  loginUsernameFailThreshold: integer(
    'LOGIN_USERNAME_FAIL_THRESHOLD',
    { fallback: 5, from: 1, to: 1_000_000 },
    'Failed logins of one username within the window, from all addresses together, that are answered without delay.',
  ),
  loginUsernameFailWindowS: integer(
    'LOGIN_USERNAME_FAIL_WINDOW_S',
    { fallback: 900, from: 1, to: 86_400 },
    'Length of the sliding window in which failures are counted, seconds.',
  ),
  loginUsernameThrottleMaxDelayS: decimal(
    'LOGIN_USERNAME_THROTTLE_MAX_DELAY_S',
    { fallback: 15, from: 0, to: 60 },
    'Longest delay of the answer to a failed login, seconds.',
  ),
  loginPasswordVerifyWorkers: {
    ...integer(
      'LOGIN_PASSWORD_VERIFY_WORKERS',
      { fallback: clamp(availableParallelism(), 2, 64), from: 1, to: 64 },
      'Threads that verify passwords, and so the most verifications at once.',
    ),
    fallbackNote: 'the machine’s cores, at least `2`',
  } satisfies Setting<number>,
  passwordArgon2MemoryKib: integer(
    'PASSWORD_ARGON2_MEMORY_KIB',
    { fallback: 19_456, from: 8, to: 1_048_576 },
    'argon2id memory of new password hashes, KiB.',
  ),
  passwordArgon2Passes: integer(
    'PASSWORD_ARGON2_PASSES',
    { fallback: 2, from: 1, to: 10 },
    'argon2id passes of new password hashes.',
  ),
} as const
