// Connections to PostgreSQL: a pool with a time limit on everything that is waited for. Never knows
// what a statement asks; that is postgres.ts's.
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import type { DatabaseOptions } from './database.ts'
import { connecting, DatabaseUnavailable, databaseFault } from './faults.ts'
import { POSTGRES_TYPES } from './postgres-types.ts'

/**
 * One statement and its wait for a connection together: the statement has what the wait leaves.
 * Below the 5 s within which a request learns that the database is out of reach.
 */
const ANSWER_LIMIT_MS = 4_500

/**
 * After this the server itself ends a statement. Without a wait before it, its error still comes in
 * time; after a wait, the statement does not run on for long with nobody waiting for it.
 */
const STATEMENT_LIMIT_MS = 4_400

/**
 * Opening a connection takes no longer, so that a statement has time left after it: the server
 * answers three times before it lets somebody in by password, once to the set-up, and once to the
 * statement, each time within a fifth of the whole.
 */
const SET_UP_LIMIT_MS = ANSWER_LIMIT_MS / 5
const CONNECT_LIMIT_MS = 3 * SET_UP_LIMIT_MS

/**
 * At the close, statements still under way are cut off: nobody waits for their answers any more.
 */
const CLOSE_LIMIT_MS = 500

/**
 * Each new connection runs this first: a database or a role may have other defaults, under which
 * statements would mean something else. It is a statement and no parameter of the connection's
 * start, since PgBouncer refuses a client whose start says `options` or `statement_timeout`.
 */
const SET_UP = [
  `timezone = 'UTC'`,
  `datestyle = 'ISO'`,
  'extra_float_digits = 1',
  'standard_conforming_strings = on',
  // Stricter levels refuse one of two transactions that meet, and ask for it to be tried again.
  `default_transaction_isolation = 'read committed'`,
  `statement_timeout = ${STATEMENT_LIMIT_MS}`,
  // The pool itself ends those that are idle: by the server's limit one may end as it is taken.
  'idle_session_timeout = 0',
]
  .map((setting) => `set ${setting}`)
  .join('; ')

/** A pool, and what closes it: each statement under way then is cut off soon. */
export function openPool(
  url: string,
  options: Pick<DatabaseOptions, 'poolSize' | 'onFault'>,
): { readonly pool: pg.Pool; readonly close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    // The wait for a connection; the client has a limit of its own on opening one.
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    Client: OpenedOrClosed as unknown as new () => pg.ClientBase,
    query_timeout: ANSWER_LIMIT_MS,
    keepAlive: true,
    application_name: 'tradein',
    types: POSTGRES_TYPES,
    // The pool waits for it, whatever its types say.
    onConnect: setUp as (client: pg.ClientBase) => void,
  })
  // Without a listener the loss of an idle connection would end the process. The client's own
  // listener reports it.
  pool.on('error', () => {})
  /** All open clients; no more than the pool may have. */
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onFault?.(error))
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))

  const close = async (): Promise<void> => {
    const cutOff = setTimeout(() => {
      for (const client of clients) void (client as unknown as pg.Client).end()
    }, CLOSE_LIMIT_MS)
    await pool.end()
    clearTimeout(cutOff)
  }
  return { pool, close }
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
export class OpenedOrClosed extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_LIMIT_MS })
    this.connection.once('error', () => this.connection.stream.destroy())
  }
}

export function answerByMs(): number {
  return performance.now() + ANSWER_LIMIT_MS
}

/** A statement that is too late is still sent, and fails at once: 0 would be no limit. */
function withLimit(config: pg.QueryConfig, untilMs: number): pg.QueryConfig {
  const leftMs = Math.max(1, Math.round(untilMs - performance.now()))
  return { ...config, query_timeout: leftMs } as pg.QueryConfig
}

/**
 * Runs one statement on a connection of its own, which is not used again where it failed, or where
 * its answer says that the connection is of no more use.
 */
export async function ask(
  pool: pg.Pool,
  config: pg.QueryConfig,
  untilMs = answerByMs(),
  isOfUse: (result: pg.QueryResult) => boolean = () => true,
): Promise<pg.QueryResult> {
  const client = await connecting(() => pool.connect())
  let broken = true
  try {
    const result = await client.query(withLimit(config, untilMs))
    broken = !isOfUse(result)
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
export function droppingBroken(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      // The first statement shares its time with the wait; each later one of a transaction has its
      // own.
      let untilMs: number | undefined = answerByMs()
      const client = await connecting(() => pool.connect())
      let broken: DatabaseUnavailable | undefined
      return {
        processID: (client as { processID?: number }).processID,
        async query(text: string, values: unknown[]) {
          // A rollback, for one, would wait behind the statement that got no answer.
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
