// What sessions hold to beside every registry: from their making to their purge.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { isoTime } from '../../src/iso-time.ts'
import { lockWaits } from '../support/lock-waits.ts'
import { until } from '../support/waiting.ts'
import {
  forEachStore,
  hashOf,
  SESSION_ABSOLUTE_TTL_HOURS,
  SESSION_TTL_HOURS,
} from './each-store.ts'

const HOUR_S = 3600

/** What another program may have put where a time belongs, and the engine takes. */
const NO_TIMES = {
  sqlite: ['infinity', '', '9223372036854775807', '2026-99-99T00:00:00.000Z'],
  postgres: ['infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '294276-12-31 00:00:00+00'],
} as const

forEachStore('sessions', (store) => {
  const { engine, clock, now, registry, sessions, query, statements } = store
  const { add, loginUserOf, userIdOf, signIn } = store

  it('resolves a session with its user as the registry has it now', async () => {
    await add('resolving')
    const token = await signIn('resolving')
    const session = await sessions().resolve(token, now())
    assert.equal(session?.username, 'resolving')
    assert.equal(session?.role, 'employee')
    await registry().setRole('resolving', 'admin')
    assert.equal((await sessions().resolve(token, now()))?.role, 'admin')
    await registry().setAccessState('resolving', 'disabled')
    assert.equal(await sessions().resolve(token, now()), undefined)
  })

  it('takes an expiry that is no time for one that has passed, and fails no other look-up', async () => {
    await add('timeless')
    await add('timely')
    const [timeless, timely] = [await signIn('timeless'), await signIn('timely')]
    const userId = await userIdOf('timeless')
    for (const expiry of NO_TIMES[engine]) {
      await sql`update sessions set expires_at = ${expiry} where user_id = ${userId}`.execute(
        query(),
      )
      const found = await Promise.all(
        [timeless, timely].map((token) => sessions().resolve(token, now())),
      )
      assert.deepEqual(
        found.map((session) => session?.username),
        [undefined, 'timely'],
        expiry,
      )
    }
  })

  it('answers many look-ups of one moment each with its own session', async () => {
    const tokens: [string, string][] = []
    for (let index = 0; index < 20; index += 1) {
      await add(`many ${index}`)
      tokens.push([`many ${index}`, await signIn(`many ${index}`)])
    }
    const asked = [...tokens, ...tokens].toSorted(() => Math.random() - 0.5)
    const found = await Promise.all(asked.map(([, token]) => sessions().resolve(token, now())))
    assert.deepEqual(
      found.map((session) => session?.username),
      asked.map(([username]) => username),
    )
  })

  it('refreshes after more than five minutes, once, and never past the absolute end', async () => {
    await add('sliding')
    const token = await signIn('sliding')
    const resolve = () => sessions().resolve(token, now())
    clock.advance(300)
    assert.equal((await resolve())?.refreshDue, false)
    clock.advance(0.001)
    const due = await resolve()
    assert.ok(due?.refreshDue)
    const before = statements()
    const moved = await Promise.all(
      Array.from({ length: 10 }, () => sessions().refresh(due, now())),
    )
    assert.equal(moved.filter(Boolean).length, 1)
    assert.equal(statements(), before + 1)
    assert.equal((await resolve())?.expiresAt, isoTime(now() + SESSION_TTL_HOURS * HOUR_S * 1000))
    // Another process that looked the session up before finds it refreshed.
    assert.equal(await sessions().refresh(due, now()), false)
    // Used every nine hours, it still ends 24 hours after it began.
    for (let hours = 0; hours < 18; hours += 9) {
      clock.advance(9 * HOUR_S)
      const session = await resolve()
      assert.ok(session)
      await sessions().refresh(session, now())
    }
    const last = await resolve()
    assert.ok(last)
    assert.equal(
      Date.parse(last.expiresAt),
      Date.parse(last.createdAt) + SESSION_ABSOLUTE_TTL_HOURS * HOUR_S * 1000,
    )
    clock.advance(6 * HOUR_S)
    assert.equal(await resolve(), undefined)
  })

  it('never revives a revoked or expired session by refreshing it', async () => {
    await add('ended')
    const [revoked, expired] = [await signIn('ended'), await signIn('ended')]
    clock.advance(400)
    const before = await Promise.all(
      [revoked, expired].map((token) => sessions().resolve(token, now())),
    )
    await sessions().revoke(revoked, now())
    assert.ok(before[0] && before[1])
    assert.equal(await sessions().refresh(before[0], now()), false)
    assert.equal(await sessions().resolve(revoked, now()), undefined)
    clock.advance(10 * HOUR_S)
    assert.equal(await sessions().refresh(before[1], now()), false)
    assert.equal(await sessions().resolve(expired, now()), undefined)
  })

  it('revokes one user’s sessions, or everybody’s, and leaves others alone', async () => {
    await add('mine')
    await add('theirs')
    const [mine, theirs] = [await signIn('mine'), await signIn('theirs')]
    assert.equal(await sessions().revokeOf('mine', now()), 1)
    assert.equal(await sessions().revokeOf('mine', now()), 0)
    assert.equal(await sessions().revokeOf('nobody', now()), 0)
    assert.deepEqual(await sessions().listLive('nobody', now(), 9), [])
    assert.equal(await sessions().resolve(mine, now()), undefined)
    assert.ok(await sessions().resolve(theirs, now()))
    assert.ok((await sessions().revokeAll(now())) >= 1)
    assert.equal(await sessions().resolve(theirs, now()), undefined)
    assert.deepEqual(await sessions().listLive(undefined, now(), 9), [])
  })

  it('lists live sessions without their tokens, those seen last first', async () => {
    await add('listed')
    const token = await signIn('listed')
    clock.advance(1)
    const later = now()
    await signIn('listed')
    const seen = (await sessions().listLive('listed', later, 9)).map(({ lastSeenAt }) => lastSeenAt)
    assert.equal(seen.length, 2)
    assert.deepEqual(seen, seen.toSorted().reverse())
    await sessions().revoke(await signIn('listed'), now())
    const listed = await sessions().listLive('listed', now(), 9)
    assert.equal(listed.length, 2)
    assert.equal(listed[0]?.ip, '1.2.3.4')
    assert.ok(!JSON.stringify(listed).includes(token))
    const expired = Math.max(...listed.map(({ expiresAt }) => Date.parse(expiresAt)))
    assert.deepEqual(await sessions().listLive('listed', expired, 9), [])
    assert.equal(await sessions().revokeOf('listed', expired), 0)
  })

  it('lists and ends all sessions of a user who has more than one statement takes', async () => {
    await add('crowd')
    const userId = await userIdOf('crowd')
    const crowd = Array.from({ length: 5_001 }, (_, at) => ({
      token_digest: Buffer.from(String(at).padStart(32, '0')),
      user_id: userId,
      ip: String(at),
      user_agent: null,
      created_at: isoTime(now()),
      last_seen_at: isoTime(now() + at),
      expires_at: isoTime(now() + HOUR_S * 1000),
      revoked_at: null,
    }))
    for (let from = 0; from < crowd.length; from += 1_000) {
      const some = crowd.toReversed().slice(from, from + 1_000)
      await query().insertInto('sessions').values(some).execute()
    }
    const listed = await sessions().listLive('crowd', now(), 5_001)
    assert.deepEqual(
      listed.map(({ ip }) => ip),
      crowd.map(({ ip }) => ip).reverse(),
    )
    assert.equal(await sessions().revokeOf('crowd', now()), 5_001)
    assert.deepEqual(await sessions().listLive('crowd', now(), 9), [])
  })

  it('makes no session for a password that is no longer the user’s', async () => {
    await add('changed')
    const user = await loginUserOf('changed')
    const create = (salt: string) =>
      sessions().create({ ...user, salt, ip: '', userAgent: null }, now())
    await registry().setPasswordHash('changed', hashOf('another'))
    for (const salt of ['salt', 'other', 'tag', '']) assert.equal(await create(salt), undefined)
    assert.deepEqual(await sessions().listLive('changed', now(), 9), [])
    assert.ok(await create('another'))
  })

  it('makes a session where only the hash of the password was renewed', async () => {
    await add('dearer')
    const userId = await userIdOf('dearer')
    await registry().renewPasswordHash(userId, hashOf('salt'), hashOf('salt', 'm=64,t=3,p=1'))
    assert.ok(await sessions().create({ userId, salt: 'salt', ip: '', userAgent: null }, now()))
  })

  it('makes no session while the password is being changed, and none once it is', async () => {
    await add('changing')
    const user = await loginUserOf('changing')
    let isSettled = false
    const creating = await query()
      .transaction()
      .execute(async (transaction) => {
        const change = { password_hash: hashOf('another') }
        await transaction
          .updateTable('users')
          .set(change)
          .where('user_id', '=', user.userId)
          .execute()
        const session = { ...user, salt: 'salt', ip: '', userAgent: null }
        const created = sessions().create(session, now())
        const settled = () => {
          isSettled = true
        }
        created.then(settled, settled)
        // On SQLite it waits in a queue of the service, where no look can show it.
        if (engine === 'postgres') {
          await until(async () => isSettled || (await lockWaits(query())) > 0, 'the session waits')
        }
        assert.equal(isSettled, false)
        return { created }
      })
    assert.equal(await creating.created, undefined)
    assert.deepEqual(await sessions().listLive('changing', now(), 9), [])
  })

  it('purges rows thirty days after their end and keeps the rest', async () => {
    await sessions().revokeAll(now())
    clock.advance(31 * 24 * HOUR_S)
    await sessions().purge(now())
    await add('purged')
    const user = await loginUserOf('purged')
    for (let index = 0; index < 600; index += 1) {
      await sessions().create({ ...user, salt: 'salt', ip: '', userAgent: null }, now())
    }
    await sessions().revokeOf('purged', now())
    await signIn('purged')
    clock.advance(30 * 24 * HOUR_S)
    assert.equal(await sessions().purge(now()), 0)
    clock.advance(0.001)
    assert.equal(await sessions().purge(now(), AbortSignal.abort()), 0)
    assert.equal(await sessions().purge(now()), 600)
    clock.advance(10 * HOUR_S)
    assert.equal(await sessions().purge(now()), 1)
  })
})
