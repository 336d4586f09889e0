// An unknown name, a wrong password, a missing hash and a disabled account: one failure, in every
// way that a client, or somebody with a watch, could tell apart.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { ACCESS_STATES } from '../../src/identity/user.ts'
import { ENGINES, type Engine } from '../support/databases.ts'
import {
  eventsOf,
  failLate,
  from,
  loginsCounted,
  runSql,
  sessionRows,
  sharedService,
  statements,
  visible,
  WRONG,
  WRONG_CREDENTIALS,
} from '../support/observe.ts'
import { PASSWORD, startTestService, type TestService } from '../support/service.ts'
import { watchVerifications } from '../support/verifications.ts'
import { until } from '../support/waiting.ts'

type Store = 'tradein' | 'auth'
const STORES: readonly Store[] = ['tradein', 'auth']

/** A right password is told of no other state. */
const SILENT = ACCESS_STATES.filter((state) => state !== 'active' && state !== 'trial_expired')

/** Statements that make `username`'s access state one that means nothing, or means no. */
function blockings(
  engine: Engine,
  store: Store,
): readonly (readonly [string, (username: string) => RawBuilder<unknown>])[] {
  const column = store === 'tradein' ? 'is_active' : 'access_state'
  const set = (value: RawBuilder<unknown>) => (username: string) =>
    sql`update users set ${sql.ref(column)} = ${value} where username = ${username}`
  const values: readonly (readonly [string, RawBuilder<unknown>])[] = [
    ['NULL', sql`null`],
    ...(store === 'tradein'
      ? ([['false', sql`false`]] as const)
      : ([
          ...SILENT.map((state) => [state, sql`${state}`] as const),
          ['a state added later', sql`'no-such-state'`],
          ['another case', sql`'Active'`],
          ['spaces around', sql`' active'`],
          ['the empty word', sql`''`],
          ['a number as text', sql`'1'`],
          ['true as text', sql`'true'`],
        ] as const)),
    ...(engine === 'sqlite' && store === 'tradein'
      ? ([
          ['the integer 2', sql`2`],
          ['the integer -1', sql`-1`],
          ['a fraction', sql`0.5`],
          ['the word true', sql`'true'`],
          ['the word active', sql`'active'`],
          ['bytes', sql`x'01'`],
        ] as const)
      : []),
    ...(engine === 'sqlite' && store === 'auth'
      ? ([['bytes', sql`cast('active' as blob)`]] as const)
      : []),
  ]
  return values.map(([what, value]) => [what, set(value)])
}

for (const engine of ENGINES) {
  for (const store of STORES) {
    describe(`the causes of a failed login, registry ${store} on ${engine}`, () => {
      const service = sharedService(
        { engine, store, settings: { LOGIN_RATE_LIMIT: '1000' } },
        async (started) => {
          for (const username of ['known', 'disabled', 'shut out']) await started.addUser(username)
          await started.addUser('hashless', { password: null })
          for (const username of ['disabled', 'shut out']) {
            await started.stores.identity.registry.setAccessState(username, 'disabled')
          }
          await started.addUser('malformed')
          await started.addUser('costly')
          await started.stores.identity.registry.setPasswordHash('malformed', '$argon2id$v=19$oops')
          await started.stores.identity.registry.setPasswordHash(
            'costly',
            '$argon2id$v=19$m=2097152,t=1,p=1$c29tZXNhbHRzb21l$RdescudvJCsgt3ub+b9dWRWJTmaaJObG',
          )
        },
      )
      const causes = [
        ['an unknown name', 'unknown', PASSWORD],
        ['a wrong password', 'known', WRONG],
        ['a missing hash', 'hashless', PASSWORD],
        ['a disabled account', 'disabled', PASSWORD],
        ['a disabled account with a wrong password', 'shut out', WRONG],
        ['a malformed hash', 'malformed', PASSWORD],
        ['a hash out of bounds', 'costly', PASSWORD],
      ] as const

      it('answer with the same status, headers and bytes', async () => {
        const answers = []
        for (const [cause, username, password] of causes) {
          const response = await service().signIn(username, password)
          assert.equal(response.status, 401, cause)
          assert.deepEqual(response.json(), WRONG_CREDENTIALS, cause)
          assert.equal(response.headers['set-cookie'], undefined, cause)
          assert.equal(response.headers['retry-after'], undefined, cause)
          assert.equal(response.headers['www-authenticate'], undefined, cause)
          answers.push(visible(response))
        }
        for (const answer of answers) assert.deepEqual(answer, answers[0])
      })

      it('cost one query, one verification, one counted failure, one event, and no session', async () => {
        service().clock.advance(901)
        for (const [cause, username, password] of causes) {
          using verifications = watchVerifications()
          const { success, failed } = await loginsCounted(service())
          const eventsBefore = (await eventsOf(service(), username)).length
          const statementsBefore = await statements(service())
          await service().signIn(username, password, { headers: { 'user-agent': 'probe' } })
          assert.equal(verifications.begun, 1, cause)
          // The look-up, and what the audit queue writes.
          assert.equal(await statements(service()), statementsBefore + 2, cause)
          assert.deepEqual(await loginsCounted(service()), { success, failed: failed + 1 })
          assert.deepEqual((await eventsOf(service(), username)).slice(eventsBefore), [
            {
              event_type: 'login_failed',
              username,
              ip: '127.0.0.1',
              user_agent: 'probe',
              path: '/api/v1/auth/login',
              method: 'POST',
              payload: { username_fails_in_window: 1, throttle_delay_s: 0 },
            },
          ])
        }
        assert.deepEqual(await sessionRows(service()), [])
      })

      it('write nothing before the answer', async () => {
        const { events } = service().stores
        const append = events.append
        const gate = Promise.withResolvers<void>()
        events.append = async (batch) => {
          await gate.promise
          return append(batch)
        }
        try {
          for (const [cause, username, password] of causes) {
            const before = await service().metric(
              `database_statements_total{database="${store === 'auth' ? 'identity' : 'main'}"}`,
            )
            await service().signIn(username, password)
            assert.equal(
              await service().metric(
                `database_statements_total{database="${store === 'auth' ? 'identity' : 'main'}"}`,
              ),
              before + 1,
              cause,
            )
          }
        } finally {
          gate.resolve()
          events.append = append
        }
      })

      it('are slowed alike once they exceed the threshold', async () => {
        service().clock.advance(901)
        for (const [cause, username, password] of causes) {
          for (let failure = 1; failure <= 5; failure += 1) {
            await service().signIn(username, password)
          }
          const before = await service().metric('login_throttled_responses')
          const late = service().signIn(username, password)
          await until(
            async () => (await service().metric('login_throttled_responses')) > before,
            `${cause} waits`,
          )
          service().clock.advance(1)
          assert.equal((await late).status, 401)
          const event = (await eventsOf(service(), username)).at(-1)
          assert.deepEqual(event?.payload, { username_fails_in_window: 6, throttle_delay_s: 1 })
        }
      })

      for (const [what, block] of blockings(engine, store)) {
        it(`include an access state of ${what}, which ends present sessions as well`, async () => {
          const username = `blocked by ${what}`
          await service().addUser(username)
          const cookie = await service().cookieOf(username)
          await runSql(service(), block(username))
          const sessionsBefore = (await sessionRows(service())).length
          const before = await statements(service())
          const response = await service().signIn(username)
          assert.equal(await statements(service()), before + 2)
          const reference = await service().signIn(`unknown beside ${what}`)
          assert.equal(response.status, 401)
          assert.deepEqual(visible(response), visible(reference))
          assert.equal((await service().get('/api/v1/me', cookie)).status, 401)
          assert.equal((await sessionRows(service())).length, sessionsBefore)
          const event = (await eventsOf(service(), username)).at(-1)
          assert.equal(event?.event_type, 'login_failed')
        })
      }

      it('are told apart in the log alone, at most once for each broken hash', () => {
        const told = service().logged.lines.filter((line) => /malformed/.test(String(line.msg)))
        assert.equal(told.length, 2)
        const warned = service().logged.lines.filter(
          (line) => line.msg === 'user treated as disabled',
        )
        assert.ok(warned.length > 0)
        assert.ok(warned.every((line) => line.level === 40))
      })
    })
  }
}

describe('columns whose type another program has changed, on postgres', () => {
  const toldDisabled = ({ logged }: TestService) =>
    logged.lines.filter((line) => line.msg === 'user treated as disabled').length
  const lockedOut = async (service: TestService, change: RawBuilder<unknown>): Promise<void> => {
    await service.addUser('anna')
    const cookie = await service.cookieOf('anna')
    await runSql(service, change)
    assert.equal((await service.signIn('anna')).status, 401)
    assert.equal((await service.get('/api/v1/me', cookie)).status, 401)
    assert.ok(toldDisabled(service) > 0)
  }

  describe('of registry tradein', () => {
    const service = sharedService({ engine: 'postgres' })

    it('let nobody in by the integer 1', async () => {
      await lockedOut(
        service(),
        sql`alter table users alter is_active type integer using is_active::integer`,
      )
    })

    it('let nobody in by the text 1 or true', async () => {
      await using service = await startTestService({ engine: 'postgres' })
      await service.addUser('anna')
      assert.equal((await service.signIn('anna')).status, 200)
      await runSql(service, sql`alter table users alter is_active type text`)
      for (const word of ['1', 'true', 't', 'active']) {
        await runSql(service, sql`update users set is_active = ${word}`)
        const before = toldDisabled(service)
        assert.equal((await service.signIn('anna')).status, 401, word)
        assert.equal(toldDisabled(service), before + 1, word)
      }
    })
  })

  describe('of registry auth', () => {
    const service = sharedService({ engine: 'postgres', store: 'auth' })

    it('let nobody in by the boolean true', async () => {
      await lockedOut(service(), sql`alter table users alter access_state type boolean using true`)
    })
  })
})

describe('a schema change under the service, on postgres', () => {
  const service = sharedService({
    engine: 'postgres',
    settings: { LOGIN_RATE_LIMIT: '1000', LOGIN_PASSWORD_VERIFY_WORKERS: '16' },
  })

  it('fails no login, however many connections had planned for the old schema', async () => {
    await service().addUser('anna')
    const signInTogether = () =>
      Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          service().signIn('anna', PASSWORD, from(`198.51.100.${index}`)),
        ),
      )
    const before = await signInTogether()
    assert.deepEqual(new Set(before.map(({ status }) => status)), new Set([200]))
    await runSql(service(), sql`alter table users alter password_hash type varchar(200)`)
    for (let round = 0; round < 4; round += 1) {
      assert.equal((await service().signIn('anna', PASSWORD, from('198.51.100.9'))).status, 200)
    }
  })
})

describe('a failure of one cause counted with another', () => {
  const service = sharedService({ settings: { LOGIN_USERNAME_FAIL_THRESHOLD: '2' } })

  it('goes by the name sent, whatever becomes of the account', async () => {
    await service().signIn('later')
    await service().addUser('later')
    await service().signIn('later', WRONG)
    await service().stores.identity.registry.setAccessState('later', 'disabled')
    const { answer } = await failLate(service(), 'later')
    service().clock.advance(1)
    assert.equal((await answer).status, 401)
    assert.deepEqual((await eventsOf(service(), 'later')).at(-1)?.payload, {
      username_fails_in_window: 3,
      throttle_delay_s: 1,
    })
  })
})
