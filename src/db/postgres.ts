// PostgreSQL: a pool with a time limit on everything, statements prepared by name, and look-ups
// gathered per turn of the event loop. No table is named here.
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type SqlBool, sql } from 'kysely'
import pg from 'pg'
import type { Database, DatabaseOptions } from './database.ts'
import { DatabaseUnavailable, databaseFault, reaching } from './faults.ts'
import { gatherPerTurn } from './per-turn.ts'
import {
  compileStatement,
  type LookupBuilder,
  type LookupKey,
  type StatementBuilder,
} from './statement.ts'

/** Together below the 5 s after which a request is answered that the database is out of reach. */
const CONNECT_LIMIT_MS = 1_500
const SET_UP_LIMIT_MS = 600
const QUERY_LIMIT_MS = 2_800
const STATEMENT_LIMIT_MS = 2_500

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
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: QUERY_LIMIT_MS,
    keepAlive: true,
    application_name: 'tradein',
    types,
    // The pool waits for it, whatever its types say.
    onConnect: setUp as (client: pg.ClientBase) => void,
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => options.onFault?.(error))
  pool.on('connect', (client) => client.on('error', (error) => options.onFault?.(error)))

  const query = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: droppingBroken(pool) }),
    log: () => options.onStatement?.(),
  })
  const runNamed = async <Row>(name: string, text: string, values: unknown[]) => {
    options.onStatement?.()
    const result = await reaching(() =>
      withFreshPlan(() => pool.query({ name, text, values }), options.poolSize),
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
      await reaching(() => pool.query('select 1'))
    },
    unsuitable: () => reaching(() => unsuitable(pool)),
    async close() {
      await pool.end()
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
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version,
            current_setting('server_encoding') as encoding`,
  )
  const [server] = rows
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
 * The pool as Kysely uses it. Kysely gives a client back without saying how its query ended. A
 * client whose query got no answer would stay in the pool, still waiting, and the next statement
 * would get it.
 */
function droppingBroken(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await reaching(() => pool.connect())
      let broken = false
      return {
        processID: (client as { processID?: number }).processID,
        async query(text: string, values: unknown[]) {
          try {
            return await client.query(text, values)
          } catch (thrown) {
            const error = databaseFault(thrown)
            broken ||= error instanceof DatabaseUnavailable
            throw error
          }
        },
        release: () => client.release(broken),
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
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: SCHEMA_LIMIT_MS,
    application_name: 'tradein-migrate',
  })
  // The query that meets a lost connection rejects with it; this only keeps the process alive.
  client.on('error', () => {})
  await client.connect()
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
