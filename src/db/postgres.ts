// PostgreSQL: statements prepared by name, and look-ups gathered per turn of the event loop. How
// they get a connection and how long they may take is postgres-pool.ts's. No table is named here.
import { hash } from 'node:crypto'
import { type Expression, Kysely, PostgresDialect, type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import { codeOf } from '../process/thrown.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { connecting, reaching } from './faults.ts'
import { SCHEMA_LIMIT_MS } from './limits.ts'
import { gatherPerTurn } from './per-turn.ts'
import { answerByMs, ask, droppingBroken, OpenedOrClosed, openPool } from './postgres-pool.ts'
import { compileStatement, type LookupBuilder, type StatementBuilder } from './statement.ts'

const SCHEMA_LOCK = 7_245_310_817

/**
 * Two queries under way keep the server busy while the next keys gather; more of them would only be
 * smaller ones.
 */
const LOOKUPS = { maxKeys: 500, maxCalls: 2 } as const

export function openPostgres<Tables>(givenUrl: string, options: DatabaseOptions): Database<Tables> {
  const url = withPlainSslMode(givenUrl)
  const { pool, close } = openPool(url, options)
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
    prepareLookup<Row extends object>(keyColumn: string, build: LookupBuilder<Tables, Row>) {
      const key = sql.ref<Uint8Array>(keyColumn)
      const { compiled, bind } = compileStatement<Tables, { keys: Uint8Array[] }, unknown>(
        query,
        (q, argument) =>
          build(q, isAmong(key, argument('keys'))).select(key.as('lookup_key') as never),
      )
      const name = statementName(compiled.sql)
      return gatherPerTurn<Uint8Array, readonly Row[]>(async (keys) => {
        const rows = await runNamed<Row & { lookup_key: Uint8Array }>(
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
      const text = `select current_setting('transaction_read_only') as read_only`
      const takesWrites = ({ rows }: pg.QueryResult) => rows[0]?.read_only !== 'on'
      // A connection keeps the default that the database had when it was opened.
      const result = await reaching(() => ask(pool, { text }, answerByMs(), takesWrites))
      return { takesWrites: takesWrites(result) }
    },
    unsuitable: () => reaching(() => unsuitable(pool)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * The driver treats these modes as verify-full, and warns at length that its next version will not.
 * Named verify-full they cause no warning, and mean the same in any version.
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
      const code = codeOf(error)
      const oldPlan = code === '0A000' || code === '42883'
      if (!oldPlan || oldPlans === connections) throw error
    }
  }
}

function statementName(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 32)
}

/**
 * Whether the key's column holds one of the keys, which are unnested to rows and looked up one by
 * one. For `= any` PostgreSQL expects so many hits that it joins them with all of a small table of
 * users, which takes longer. The sub-select hides how many keys there are, so that after the fifth
 * run one plan is kept, instead of a new one for each number of keys.
 */
function isAmong(key: Expression<Uint8Array>, keys: Uint8Array[]): Expression<SqlBool> {
  return sql<SqlBool>`${key} in (select unnest((select ${keys}::bytea[])))`
}

function comparable(key: Uint8Array): string {
  return Buffer.from(key).toString('latin1')
}

/**
 * A database or a role may have other defaults. Under a stricter isolation what the holder of the
 * lock has made would stay unseen; a shorter limit would cut off the wait for it, or a long
 * migration. All of it ends with the transaction: a pooler may give the connection to others.
 */
const BEGIN_SCHEMA_CHANGE = [
  'begin isolation level read committed',
  'set local standard_conforming_strings = on',
  `set local statement_timeout = ${SCHEMA_LIMIT_MS}`,
  'set local lock_timeout = 0',
  // PostgreSQL has it from 17 on, and refuses a setting that it does not have.
  `select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`,
].join('; ')

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
    await client.query(BEGIN_SCHEMA_CHANGE)
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
