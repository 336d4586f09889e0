// Users of the service under measure, and cookies of their sessions.
import { pino } from 'pino'
import { systemClock } from '../../src/clock.ts'
import { isoTime } from '../../src/iso-time.ts'
import { hashPassword } from '../../src/login/argon2.js'
import { readSettings } from '../../src/settings.ts'
import { openStores, type Stores } from '../../src/stores.ts'
import type { TestDatabase } from '../../tests/support/databases.ts'

export const PASSWORD = 'a password to measure with'

/** What new hashes cost by default. */
export const COST = { memoryKib: 19_456, passes: 2 }

interface BenchUser {
  readonly username: string
  readonly passwordHash: string | null
  readonly disabled?: boolean
}

/** `user-0`, `user-1` … with one hash of `PASSWORD`. */
export function usersNamed(count: number): readonly BenchUser[] {
  const passwordHash = hashPassword(PASSWORD, COST)
  return Array.from({ length: count }, (_, index) => ({ username: `user-${index}`, passwordHash }))
}

/** The service's stores on the database, brought up to date; to be closed by who opened them. */
export function openStoresOf(database: TestDatabase): Promise<Stores> {
  return openStores(readSettings({ DATABASE_URL: database.variable }), {
    clock: systemClock,
    log: pino({ level: 'silent' }),
  })
}

/** Brings the database up to date and adds employees to it. */
export async function addUsers(database: TestDatabase, users: readonly BenchUser[]): Promise<void> {
  const stores = await openStoresOf(database)
  const { registry } = stores.identity
  for (const { username, passwordHash, disabled } of users) {
    await registry.add({
      username,
      passwordHash,
      role: 'employee',
      managerId: null,
      createdAt: isoTime(Date.now()),
    })
    if (disabled) await registry.setAccessState(username, 'disabled')
  }
  await stores.close()
}

/** Posts JSON and gives the cookies that come back, as the `cookie` header takes them. */
export async function cookieFrom(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (!response.ok || cookies.length === 0) throw new Error(`${url} gave ${response.status}`)
  return cookies.join('; ')
}

/** One session each for `user-0` … */
export async function signInAll(url: string, count: number): Promise<readonly string[]> {
  const cookies: string[] = []
  for (let index = 0; index < count; index += 1) {
    cookies.push(
      await cookieFrom(`${url}/api/v1/auth/login`, {
        username: `user-${index}`,
        password: PASSWORD,
      }),
    )
  }
  return cookies
}

/** Settings under which no limit but the one being measured binds. */
export const WITHOUT_LIMITS = {
  LOGIN_RATE_LIMIT: '1000000',
  LOGIN_RATE_LIMIT_WINDOW_S: '1',
  DEMO_DATA: 'off',
  API_RATE_LIMIT: '1000000',
  API_RATE_LIMIT_WINDOW_S: '1',
  LOGIN_USERNAME_FAIL_THRESHOLD: '1000000',
} as const
