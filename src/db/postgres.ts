// PostgreSQL: a pool with a time limit on everything, statements prepared by name, and look-ups
// gathered per turn of the event loop. No table is named here.
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type SqlBool, sql } from 'kysely'
import pg from 'pg'
import type { Database, DatabaseOptions } from './database.ts'
import { connecting, DatabaseUnavailable, databaseFault, reaching } from './faults.ts'
import { gatherPerTurn } from './per-turn.ts'
import {
  compileStatement,
  type LookupBuilder,
  type LookupKey,
  type StatementBuilder,
} from './statement.ts'

/**
 * One statement with its wait for a connection: what the wait leaves is the statement's. Below the
 * 5 s after which a request is answered that the database is out of reach.
 */
const ANSWER_LIMIT_MS = 4_500

/**
 * After this the server itself ends a statement: soon enough that the answer comes in time where
 * there was no wait, and where there was one, nothing runs on for long with nobody waiting for it.
 */
const STATEMENT_LIMIT_MS = 4_400

/** Opening a connection takes no longer, so that a statement has time left after it. */
const CONNECT_LIMIT_MS = 1_500
const SET_UP_LIMIT_MS = 600

/** At the close, statements still under way are cut off: nobody waits for their answers any more. */
const CLOSE_LIMIT_MS = 500

/**
 * Each new connection runs this first. It is a statement and no parameter of the connection's
 * start, since PgBouncer refuses a client whose start says `options` or `statement_timeout`.
 */
const SET_UP = `set timezone = 'UTC'; set datestyle = 'ISO'; set statement_timeout = ${STATEMENT_LIMIT_MS}`

/** Schema changes may wait for another process's, and may take long. */
const SCHEMA_LIMIT_MS = 600_000
const SCHEMA_LOCK = 7_245_310_817

/**
 * Two queries under way keep the server busy while the next keys gather; with more of them each
 * would only be smaller.
 */
const LOOKUPS = { keysMost: 500, callsMost: 2 } as const

const { builtins } = pg.types

/**
 * int8 as a number (ids stay far below 2^53), dates and times as the ISO text that SQLite keeps.
 */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.INT8) return Number
    if (oid === builtins.DATE) return (text: string) => text
    if (oid === builtins.TIMESTAMPTZ) return isoTimeOf
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/**
 * The server writes UTC, as it is asked to, so no date is parsed: a look-up reads three of them.
 */
function isoTimeOf(text: string): string {
  const utc = UTC.exec(text)
  if (!utc) return new Date(text).toISOString()
  return `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
}

export function openPostgres<Tables>(givenUrl: string, options: DatabaseOptions): Database<Tables> {
  const url = withPlainSslMode(givenUrl)
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    // The wait for a connection; the client has a limit of its own on opening one.
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    Client: OpenedOrClosed as unknown as new () => pg.ClientBase,
    query_timeout: ANSWER_LIMIT_MS,
    keepAlive: true,
    application_name: 'tradein',
    types,
    // The pool waits for it, whatever its types say.
    onConnect: setUp as (client: pg.ClientBase) => void,
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => options.onFault?.(error))
  /** As many as the pool has. */
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onFault?.(error))
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))

  const query = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: droppingBroken(pool) }),
    log: () => options.onStatement?.(),
  })
  const runNamed = async <Row>(name: string, text: string, values: unknown[]) => {
    options.onStatement?.()
    const untilMs = answerByMs()
    const result = await reaching(() =>
      withFreshPlan(() => ask(pool, { name, text, values }, untilMs), options.poolSize),
    )
    return result.rows as Row[]
  }

  return {
    engine: 'postgres',
    query,
    prepare<Args extends object, Row>(build: StatementBuilder<Tables, Args, Row>) {
      const { compiled, bind } = compileStatement(query, build)
      const name = statementName(compiled.sql)
      return (args: Args) => runNamed<Row>(name, compiled.sql, bind(args))
    },
    prepareLookup<Key extends LookupKey, Row extends object>(
      keyColumn: string,
      build: LookupBuilder<Tables, Row>,
    ) {
      const key = sql.ref<LookupKey>(keyColumn)
      const { compiled, bind } = compileStatement<Tables, { keys: Key[] }, unknown>(
        query,
        (q, argument) =>
          build(q, sql<SqlBool>`${key} = any(${argument('keys')})`).select(
            key.as('lookup_key') as never,
          ),
      )
      const name = statementName(compiled.sql)
      return gatherPerTurn<Key, readonly Row[]>(async (keys) => {
        const rows = await runNamed<Row & { lookup_key: LookupKey }>(
          name,
          compiled.sql,
          bind({ keys }),
        )
        const rowsByKey = Map.groupBy(rows, (row) => comparable(row.lookup_key))
        return keys.map((asked) => rowsByKey.get(comparable(asked)) ?? [])
      }, LOOKUPS)
    },
    changeSchema: (work) => reaching(() => changeSchema(url, work)),
    async ping() {
      options.onStatement?.()
      await reaching(() => ask(pool, { text: 'select 1' }))
    },
    unsuitable: () => reaching(() => unsuitable(pool)),
    async close() {
      const cutOff = setTimeout(() => {
        for (const client of clients) void (client as unknown as pg.Client).end()
      }, CLOSE_LIMIT_MS)
      await pool.end()
      clearTimeout(cutOff)
    },
  }
}

/**
 * The driver takes these modes for verify-full, and says at length that its next version will not.
 * Under their true name they are silent, and keep their meaning.
 */
function withPlainSslMode(url: string): string {
  if (/[?&]uselibpqcompat=true(?=&|$)/.test(url)) return url
  return url.replace(/(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, 'verify-full')
}

const OLDEST_VERSION = 15

/** Any name may be sent and any address imported, so the encoding must hold every character. */
async function unsuitable(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await ask(pool, {
    text: `select current_setting('server_version_num')::int / 10000 as version,
             current_setting('server_encoding') as encoding`,
  })
  const [server] = rows as { version: number; encoding: string }[]
  if (server && server.version < OLDEST_VERSION) {
    return `it is PostgreSQL ${server.version}; use ${OLDEST_VERSION} or newer`
  }
  if (server && server.encoding !== 'UTF8') {
    return `its encoding is ${server.encoding}; create it with ENCODING 'UTF8' TEMPLATE template0`
  }
  return undefined
}

/** The pool waits for it before it hands out the connection, and drops one that it fails on. */
async function setUp(client: pg.ClientBase): Promise<void> {
  await client.query({ text: SET_UP, query_timeout: SET_UP_LIMIT_MS } as pg.QueryConfig)
}

/**
 * Opens soon or not at all. The driver leaves the socket open where it gives up by itself, as when
 * it is asked for a password that it does not have: until the server hangs up, a minute later, the
 * process could not end.
 */
class OpenedOrClosed extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_LIMIT_MS })
    this.connection.once('error', () => this.connection.stream.destroy())
  }
}

function answerByMs(): number {
  return performance.now() + ANSWER_LIMIT_MS
}

/** One that its caller can no longer wait for is still sent, and fails at once: 0 is no limit. */
function withLimit(config: pg.QueryConfig, untilMs: number): pg.QueryConfig {
  const leftMs = Math.max(1, Math.round(untilMs - performance.now()))
  return { ...config, query_timeout: leftMs } as pg.QueryConfig
}

/** Runs one statement on a connection of its own, which is not used again where it failed. */
async function ask(
  pool: pg.Pool,
  config: pg.QueryConfig,
  untilMs = answerByMs(),
): Promise<pg.QueryResult> {
  const client = await connecting(() => pool.connect())
  let broken = true
  try {
    const result = await client.query(withLimit(config, untilMs))
    broken = false
    return result
  } finally {
    client.release(broken)
  }
}

/**
 * The pool as Kysely uses it. Kysely gives a client back without saying how its query ended. A
 * client whose query got no answer would stay in the pool, still waiting, and the next statement
 * would get it.
 */
function droppingBroken(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      // The first statement shares its time with the wait; each later one of a transaction has its own.
      let untilMs: number | undefined = answerByMs()
      const client = await connecting(() => pool.connect())
      let broken: DatabaseUnavailable | undefined
      return {
        processID: (client as { processID?: number }).processID,
        async query(text: string, values: unknown[]) {
          // Such as the rollback after it: it would wait behind the statement that got no answer.
          if (broken) throw broken
          const limited = withLimit({ text, values }, untilMs ?? answerByMs())
          untilMs = undefined
          try {
            return await client.query(limited)
          } catch (thrown) {
            const error = databaseFault(thrown)
            if (error instanceof DatabaseUnavailable) broken = error
            throw error
          }
        },
        release: () => client.release(broken !== undefined),
      } as unknown as Awaited<ReturnType<PostgresPool['connect']>>
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * A prepared statement outlives the table it was planned for: after a schema change PostgreSQL
 * refuses its old plan (0A000, 42883). The pool drops the connection of a query that failed, so
 * after as many tries as it has connections every old plan is gone.
 */
async function withFreshPlan<T>(run: () => Promise<T>, connections: number): Promise<T> {
  for (let oldPlans = 0; ; oldPlans += 1) {
    try {
      return await run()
    } catch (error) {
      const code = (error as { code?: unknown }).code
      const oldPlan = code === '0A000' || code === '42883'
      if (!oldPlan || oldPlans === connections) throw error
    }
  }
}

function statementName(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}

function comparable(key: LookupKey): string {
  return typeof key === 'string' ? key : Buffer.from(key).toString('latin1')
}

async function changeSchema(
  url: string,
  work: Parameters<Database<unknown>['changeSchema']>[0],
): Promise<void> {
  const client = new OpenedOrClosed({
    connectionString: url,
    query_timeout: SCHEMA_LIMIT_MS,
    application_name: 'tradein-migrate',
  })
  // The query that meets a lost connection rejects with it; this only keeps the process alive.
  client.on('error', () => {})
  await connecting(() => client.connect())
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${SCHEMA_LOCK})`)
    await work({
      script: async (text) => {
        await client.query(text)
      },
      rows: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    })
    await client.query('commit')
  } finally {
    await client.end()
  }
}
