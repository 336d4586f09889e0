// The registry and its sessions in both stores on both engines, for the suites that hold each of the
// four to one contract.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { isoTime } from '../../src/iso-time.ts'
import { readSettings } from '../../src/settings.ts'
import { openStores, type Stores } from '../../src/stores.ts'
import { createTestClock } from '../support/clock.ts'
import { ENGINES, type Engine, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'

export const SESSION_TTL_HOURS = 10
export const SESSION_ABSOLUTE_TTL_HOURS = 24

/** A hash as its text says; nobody can sign in by it. */
export const hashOf = (salt: string, cost = 'm=8,t=1,p=1') => `$argon2id$v=19$${cost}$${salt}$tag`

/** @param about what the suite is about, for its name */
export function forEachStore(about: string, suite: (store: StoreUnderTest) => void): void {
  for (const engine of ENGINES) {
    for (const name of ['tradein', 'auth'] as const) {
      describe(`${about}: ${name} on ${engine}`, () => suite(storeUnderTest(engine, name)))
    }
  }
}

type StoreUnderTest = ReturnType<typeof storeUnderTest>

/** Opened before the tests of the suite, closed and removed after them. */
function storeUnderTest(engine: Engine, name: 'tradein' | 'auth') {
  const clock = createTestClock()
  const logged = createTestLog()
  const databases: TestDatabase[] = []
  let stores: Stores
  let statements = 0
  const now = () => clock.wallMs()
  const registry = () => stores.identity.registry
  const sessions = () => stores.identity.sessions

  before(async () => {
    databases.push(await makeDatabase(engine), await makeDatabase(engine))
    stores = await openStores(
      readSettings({
        DATABASE_URL: databases[0]?.variable,
        IDENTITY_STORE: name,
        IDENTITY_DATABASE_URL: databases[1]?.variable,
        SESSION_TTL_HOURS: String(SESSION_TTL_HOURS),
        SESSION_ABSOLUTE_TTL_HOURS: String(SESSION_ABSOLUTE_TTL_HOURS),
      }),
      {
        clock,
        log: logged.log,
        onStatement: () => {
          statements += 1
        },
      },
    )
  })
  after(async () => {
    await stores.close()
    for (const database of databases) await database.remove()
  })

  const add = (username: string, more: { passwordHash?: string | null } = {}) =>
    registry().add({
      username,
      passwordHash: hashOf('salt'),
      role: 'employee',
      managerId: null,
      createdAt: isoTime(now()),
      ...more,
    })
  const loginUserOf = async (username: string) => {
    const user = await registry().findForLogin(username)
    assert.ok(user)
    return user
  }
  const userIdOf = async (username: string) => (await loginUserOf(username)).userId
  const signIn = async (username: string) => {
    const user = await loginUserOf(username)
    const origin = { ...user, salt: 'salt', ip: '1.2.3.4', userAgent: 'a' }
    const token = await sessions().create(origin, now())
    assert.ok(token !== undefined)
    return token
  }

  return {
    engine,
    name,
    clock,
    logged,
    now,
    registry,
    sessions,
    /** Of the database that holds the users. */
    query: () => stores.identityDatabase.query,
    /** Sent so far. */
    statements: () => statements,
    /** @returns whether the name was free */
    add,
    loginUserOf,
    userIdOf,
    /** @returns the token of a new session */
    signIn,
  }
}
