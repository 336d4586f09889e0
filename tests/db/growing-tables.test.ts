// Statements over tables that grow without end: none sorts, deletes or looks through all of one.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { CompiledQuery, type Kysely, type KyselyPlugin, sql } from 'kysely'
import { createEventStore } from '../../src/audit/event-store.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { compileStatement } from '../../src/db/statement.ts'
import type { IdentityTables, IsoTime, MainTables, UserId } from '../../src/db/tables.ts'
import { createDeliveryStore } from '../../src/delivery/delivery-store.ts'
import { createDeliveryUpkeep } from '../../src/delivery/delivery-upkeep.ts'
import { createRegistry } from '../../src/identity/registry.ts'
import { registryShape } from '../../src/identity/registry-shape.ts'
import { createSessionUpkeep } from '../../src/identity/session-upkeep.ts'
import { DAY_MS, HOUR_MS, isoTime } from '../../src/iso-time.ts'
import { createLeadStore } from '../../src/leads/lead-store.ts'
import { readSettings } from '../../src/settings.ts'
import { openStores, type Stores } from '../../src/stores.ts'
import { createEstimateStore } from '../../src/valuation/estimate-store.ts'
import { createTestClock } from '../support/clock.ts'
import { ENGINES, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { ask, insertUser, USERS } from '../support/foreign-tables.ts'
import { createTestLog } from '../support/log.ts'

const LEAD = {
  estimateId: null,
  name: 'Анна',
  phone: '+79161234567',
  email: null,
  comment: null,
  targetComplex: null,
  targetBudgetRub: null,
}

const ESTIMATE = {
  status: 'ok',
  valuationDate: '2024-05-19',
  address: null,
  areaM2: 54.3,
  rooms: 2,
  marketRub: null,
  basis: null,
  level: null,
  isDemo: false,
  body: '{}',
}

/** The database with a list of the statements that are sent to it, and of how many rows came. */
function watched<Tables>(query: Kysely<Tables>, onAnswer = () => {}) {
  const sent: CompiledQuery[] = []
  const rowCounts: number[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      sent.push(query.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => {
      rowCounts.push(result.rows.length)
      onAnswer()
      return result
    },
  }
  return { query: query.withPlugin(plugin), sent, rowCounts }
}

/** The same of a database whose prepared statements are to be seen too. */
function watchedDatabase(database: Database<MainTables>) {
  const { query, sent } = watched(database.query)
  const prepare: Database<MainTables>['prepare'] = (build) => {
    const { compiled, bind } = compileStatement(database.query, build)
    const run = database.prepare(build)
    return (args) => {
      sent.push({ ...compiled, parameters: bind(args) })
      return run(args)
    }
  }
  return { database: { ...database, query, prepare }, sent }
}

for (const engine of ENGINES) {
  describe(`tables that grow, on ${engine}`, () => {
    const clock = createTestClock()
    let files: TestDatabase
    let stores: Stores

    before(async () => {
      files = await makeDatabase(engine)
      const settings = readSettings({ DATABASE_URL: files.variable, DATABASE_POOL_SIZE: '1' })
      stores = await openStores(settings, { clock, log: createTestLog().log })
    })
    after(async () => {
      await stores.close()
      await files.remove()
    })

    it('show what is undelivered by an index of that alone, and look for others in one', async () => {
      const { database, sent } = watchedDatabase(stores.main)
      const upkeep = createDeliveryUpkeep(database)
      await upkeep.listUndelivered(10)
      await upkeep.retryNow(undefined, clock.wallMs())
      await upkeep.drop({ fault: 'down' })
      const [listed = '', retried = '', dropped = ''] = await Promise.all(
        sent.map(({ sql: text, parameters }) => planOf(stores.main.query, text, parameters)),
      )
      assert.match(listed, /deliveries_undelivered/)
      assert.doesNotMatch(listed, /sort|temp b-tree/i)
      assert.match(retried, /index/i)
      assert.match(dropped, /index/i)
    })

    it('find what is due without reading all that waits', async () => {
      const { database, sent } = watchedDatabase(stores.main)
      const store = createDeliveryStore(database)
      await store.claimDue('crm', 4, clock.wallMs())
      await store.nextAttemptAt('crm')
      await store.state('crm')
      const [claimed = '', next = '', undelivered = ''] = await Promise.all(
        sent.map(({ sql: text, parameters }) => planOf(stores.main.query, text, parameters)),
      )
      const byRange = /(Index Cond: |deliveries_by_due \()[^"]*state[^"]*next_attempt_at ?[<>]/g
      assert.equal(claimed.match(byRange)?.length, 2, claimed)
      assert.match(next, /deliveries_by_due/)
      assert.doesNotMatch(next, /sort|temp b-tree/i)
      assert.match(undelivered, /deliveries_by_due/)
    })

    it('list live sessions batch by batch, those seen last first', async () => {
      const { query, sent } = watched(stores.identityDatabase.query)
      await stores.identity.registry.add({
        username: 'anna',
        passwordHash: 'hash',
        role: 'employee',
        managerId: null,
        createdAt: isoTime(clock.wallMs()),
      })
      const user = await stores.identity.registry.findForLogin('anna')
      const nowMs = clock.wallMs()
      // Each later digest was seen earlier.
      const rows = Array.from({ length: 5_001 }, (_, i) => ({
        token_digest: Buffer.from(String(i).padStart(32, '0')),
        user_id: user?.userId ?? 0,
        ip: String(i),
        user_agent: null,
        created_at: isoTime(nowMs),
        last_seen_at: isoTime(nowMs - i),
        expires_at: isoTime(nowMs + HOUR_MS),
        revoked_at: null,
      }))
      while (rows.length > 0) {
        await stores.identityDatabase.query
          .insertInto('sessions')
          .values(rows.splice(0, 1_000))
          .execute()
      }
      const upkeep = createSessionUpkeep({ query }, 0)
      const listed = await upkeep.listLive(undefined, nowMs, 999_999)
      assert.deepEqual([listed.length, sent.length], [5_001, 2])
      assert.deepEqual([listed[0]?.ip, listed.at(-1)?.ip], ['0', '5000'])
      const first = await upkeep.listLive('anna', nowMs, 2)
      assert.deepEqual(
        first.map(({ ip }) => ip),
        ['0', '1'],
      )
      assert.deepEqual(await upkeep.listLive('boris', nowMs, 2), [])
    })

    it('give all usernames, or those of a team, as one row', async () => {
      const { query, rowCounts } = watched(stores.identityDatabase.query)
      const { shape } = stores.identity.registry
      const { log } = createTestLog()
      const registry = createRegistry({ ...stores.identityDatabase, query }, shape, log)
      const add = (username: string, managerId: UserId | null) =>
        registry.add({
          username,
          passwordHash: null,
          role: 'employee',
          managerId,
          createdAt: isoTime(clock.wallMs()),
        })
      await add('chief', null)
      const chief = await registry.findForLogin('chief')
      for (const name of ['zoe', 'bob"', 'max']) await add(name, chief?.userId ?? 0)
      rowCounts.length = 0
      assert.deepEqual(await registry.teamOf('chief'), ['bob"', 'max', 'zoe'])
      assert.deepEqual(await registry.teamOf('nobody'), [])
      assert.ok((await registry.allUsernames()).length >= 4)
      // A team's manager is asked for first.
      assert.deepEqual(rowCounts, [1, 1, 0, 1])
    })

    it('list users page by page, each once', async () => {
      const { query, rowCounts } = watched(stores.identityDatabase.query)
      const { shape } = stores.identity.registry
      const all = await stores.identity.registry.list()
      assert.ok(all.length > 4)
      const inPages = createRegistry(
        { ...stores.identityDatabase, query },
        shape,
        createTestLog().log,
        2,
      )
      assert.deepEqual(await inPages.list(), all)
      // Those without a name are asked for first.
      assert.equal(rowCounts.length, 1 + Math.floor(all.length / 2) + 1)
    })

    it('list users of another program page by page, also where some have no name', async () => {
      await using foreign = await makeDatabase(engine)
      await ask(foreign, USERS[engine]('text', 'text').replace('unique not null', ''))
      const names = [null, 'boris', null, 'anna', null, 'anna', null]
      for (const [i, name] of names.entries()) {
        await ask(foreign, insertUser(name ?? '', String(i), "'active'"))
      }
      await ask(foreign, "update users set username = null where username = ''")
      await using database = await openDatabase<IdentityTables>(foreign.url, { poolSize: 1 })
      const shape = registryShape('auth', engine)
      const registry = createRegistry(database, shape, createTestLog().log, 2)
      assert.deepEqual(
        (await registry.list()).map(({ username }) => username),
        [null, null, null, null, 'anna', 'anna', 'boris'],
      )
    })

    it('give what a team owns, however large the team is', async () => {
      const leads = createLeadStore(stores.main)
      const estimates = createEstimateStore(stores.main)
      const owners = ['anna', 'boris', 'stranger'] as const
      for (const owner of owners) {
        await leads.add({ ...LEAD, id: randomUUID(), owner }, undefined, undefined, clock.wallMs())
        const createdAt = isoTime(clock.wallMs())
        await estimates.add({ ...ESTIMATE, id: randomUUID(), owner, createdAt })
      }
      const ownersOf = (page: { readonly items: readonly { readonly owner: string }[] }) =>
        page.items.map(({ owner }) => owner).sort()
      const nobody = Array.from({ length: 70_000 }, (_, i) => `nobody-${i}`)
      const page = { after: undefined, limit: 10 }
      for (const team of [['anna'], ['anna', 'boris'], ['anna', ...nobody, 'boris']]) {
        const expected = team.filter((name) => name === 'anna' || name === 'boris')
        assert.deepEqual(ownersOf(await estimates.list(team, page)), expected)
        assert.deepEqual(ownersOf(await leads.list(team, page)), expected)
      }
    })

    it('give a team its records newest first, page after page, though many share a moment', async () => {
      const leads = createLeadStore(stores.main)
      const owners = Array.from({ length: 7 }, (_, i) => `paged-${i}`)
      const team = [...owners.slice(0, 5), 'paged-0', 'nobody']
      const expected: { readonly createdAt: IsoTime; readonly id: string }[] = []
      for (let index = 0; index < 60; index += 1) {
        const owner = owners[(index * index) % owners.length] ?? ''
        const wallMs = clock.wallMs() + (index % 11)
        const id = randomUUID()
        await leads.add({ ...LEAD, id, owner, phone: `+7${index}` }, undefined, undefined, wallMs)
        if (team.includes(owner)) expected.push({ createdAt: isoTime(wallMs), id })
      }
      expected.sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? 1 : -1))
      const found: typeof expected = []
      let after: (typeof expected)[number] | undefined
      do {
        const page = await leads.list(team, { after, limit: 3 })
        found.push(...page.items.map(({ createdAt, id }) => ({ createdAt, id })))
        after = page.next
      } while (after)
      assert.deepEqual(found, expected)
    })

    it('give what a team owns by the index of owners, though it may own nothing', async () => {
      const { query, sent } = watched(stores.main.query)
      // So many owners that statistics name none of them: the team might own half of all.
      const rows = Array.from({ length: 2_000 }, (_, i) => ({
        estimate_id: randomUUID(),
        owner: `owner-${i % 200}`,
        created_at: isoTime(clock.wallMs() - i * HOUR_MS),
        status: 'ok',
        body: '{}',
        valuation_date: '2024-05-19',
        area_m2: 54.3,
        rooms: 2,
        is_demo: false,
      }))
      while (rows.length > 0) {
        await stores.main.query.insertInto('estimates').values(rows.splice(0, 500)).execute()
      }
      await sql`analyze`.execute(stores.main.query)
      const team = Array.from({ length: 100 }, (_, i) => `nobody-${i}`)
      const estimates = createEstimateStore({ ...stores.main, query })
      await estimates.list(team, { after: undefined, limit: 10 })
      const [{ sql: text, parameters } = assert.fail()] = sent
      const plan = await planOf(stores.main.query, text, parameters)
      assert.match(plan, /estimates_by_owner/)
      assert.doesNotMatch(plan, /estimates_by_time/)
    })

    it('show events of a name by an index of names, though half of all are that name’s', async () => {
      const { query, sent } = watched(stores.main.query)
      // By the statistics a quarter of all events are successes of that name, which has none.
      const rows = Array.from({ length: 6_000 }, (_, i) => ({
        occurred_at: isoTime(clock.wallMs() - i * HOUR_MS),
        event_type: i % 2 === 0 ? 'login_failed' : 'login_success',
        username: i % 2 === 0 ? 'attacked' : `name-${i % 500}`,
        ip: '10.0.0.1',
        user_agent: null,
        path: '/api/v1/auth/login',
        method: 'POST',
        payload: '{}',
      }))
      while (rows.length > 0) {
        await stores.main.query.insertInto('user_events').values(rows.splice(0, 1_000)).execute()
      }
      await sql`analyze`.execute(stores.main.query)
      const events = createEventStore({ ...stores.main, query })
      const asked = { username: 'attacked', limit: 10 }
      assert.equal((await events.list(asked)).length, 10)
      assert.deepEqual(await events.list({ ...asked, eventType: 'login_success' }), [])
      // Of the name every other hour, the first one now; the span holds its own end.
      const lately = { ...asked, limit: 100, since: isoTime(clock.wallMs() - 6 * HOUR_MS) }
      for (const eventType of [undefined, 'login_failed']) {
        const found = await events.list({ ...lately, eventType })
        assert.deepEqual(
          found.map(({ occurredAt }) => occurredAt),
          [0, 2, 4, 6].map((hours) => isoTime(clock.wallMs() - hours * HOUR_MS)),
        )
      }
      assert.deepEqual(await events.list({ ...lately, eventType: 'login_success' }), [])
      for (const { sql: text, parameters } of sent) {
        const plan = await planOf(stores.main.query, text, parameters)
        assert.match(plan, /user_events_by_(username|account)/)
        assert.doesNotMatch(plan, /user_events_by_time/)
      }
    })

    it('show events of a rare type, however many others one statement would look through', async () => {
      const { query, sent } = watched(stores.main.query)
      await stores.main.query.deleteFrom('user_events').execute()
      // Three of each moment, so that no span of four ends between two moments.
      const rows = Array.from({ length: 60 }, (_, i) => ({
        occurred_at: isoTime(clock.wallMs() - Math.floor(i / 3) * HOUR_MS),
        event_type: i % 10 === 9 ? 'rare' : 'login_failed',
        username: 'anna',
        ip: String(i),
        user_agent: null,
        path: '/api/v1/auth/login',
        method: 'POST',
        payload: '{}',
      }))
      await stores.main.query.insertInto('user_events').values(rows.toReversed()).execute()
      const events = createEventStore({ ...stores.main, query }, 4)
      const listed = async (asked: Omit<Parameters<typeof events.list>[0], 'username'>) =>
        (await events.list(asked)).map(({ ip }) => Number(ip))
      assert.deepEqual(await listed({ eventType: 'rare', limit: 10 }), [9, 19, 29, 39, 49, 59])
      assert.deepEqual(await listed({ eventType: 'rare', limit: 2 }), [9, 19])
      sent.length = 0
      assert.deepEqual(await listed({ eventType: 'never', limit: 2 }), [])
      // Each span, and what is left after the last, by a statement that finds its end and another.
      assert.equal(sent.length, 2 * (60 / 6 + 1))
      const since = isoTime(clock.wallMs() - 9 * HOUR_MS)
      assert.deepEqual(await listed({ eventType: 'rare', since, limit: 10 }), [9, 19, 29])
      assert.deepEqual(
        await listed({ limit: 100 }),
        rows.map((_, i) => i),
      )
    })

    it('lose those sessions first that ended first, whatever order the rows are in', async () => {
      const { query } = stores.identityDatabase
      const user = await query.selectFrom('users').select('user_id').executeTakeFirstOrThrow()
      await query.deleteFrom('sessions').execute()
      const nowMs = clock.wallMs()
      const endsOf = (index: number) => isoTime(nowMs - 40 * DAY_MS - index * HOUR_MS)
      const rows = Array.from({ length: 501 }, (_, i) => ({
        token_digest: Buffer.from(String(i).padStart(32, '0')),
        user_id: user.user_id,
        ip: '',
        user_agent: null,
        created_at: isoTime(nowMs - 100 * DAY_MS),
        last_seen_at: isoTime(nowMs - 100 * DAY_MS),
        expires_at: endsOf(i),
        revoked_at: null,
      }))
      await query.insertInto('sessions').values(rows).execute()
      await sql`analyze`.execute(query)
      const stopping = new AbortController()
      const { query: stoppedAfterOne } = watched(query, () => stopping.abort())
      const upkeep = createSessionUpkeep({ query: stoppedAfterOne }, 0)
      assert.equal(await upkeep.purge(nowMs, stopping.signal), 500)
      const left = await query.selectFrom('sessions').select('expires_at').execute()
      assert.deepEqual(left, [{ expires_at: endsOf(0) }])
    })

    it('lose claims on leads batch by batch', async () => {
      const { query, sent } = watched(stores.main.query)
      const claims = Array.from({ length: 1_001 }, (_, i) => ({
        claim_key: String(i),
        claimed_at: isoTime(clock.wallMs() - 2 * DAY_MS),
        lead_id: '00000000-0000-4000-8000-000000000000',
        answer_status: 201,
        request_digest: '',
      }))
      await stores.main.query.insertInto('lead_claims').values(claims).execute()
      const store = createLeadStore({ engine, query })
      assert.equal(await store.purgeClaims(clock.wallMs()), 1_001)
      assert.equal(sent.length, 3)
    })
  })
}

async function planOf<Tables>(
  query: Kysely<Tables>,
  text: string,
  parameters: readonly unknown[],
): Promise<string> {
  return query.transaction().execute(async (one) => {
    const isSqlite = text.includes('?')
    // A table of a few rows is read whole otherwise.
    if (!isSqlite) await sql`set local enable_seqscan = off`.execute(one)
    const explain = isSqlite ? 'explain query plan' : 'explain'
    const { rows } = await one.executeQuery(
      CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
    )
    return JSON.stringify(rows)
  })
}
