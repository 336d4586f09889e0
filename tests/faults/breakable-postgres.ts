// A service and the way to its PostgreSQL, which a test breaks while requests are under way.
import pg from 'pg'
import { type Clock, systemClock } from '../../src/clock.ts'
import { makeDatabase } from '../support/databases.ts'
import { query } from '../support/postgres.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

interface BreakablePostgres extends AsyncDisposable {
  readonly service: TestService
  readonly proxy: TcpProxy
  readonly databaseName: string
  /** Straight to the database, past the proxy. */
  ask(text: string): Promise<Record<string, unknown>[]>
  /** Holds the table, past the proxy, until the function that it gives is called. */
  lock(table: string): Promise<() => Promise<void>>
}

/**
 * Starts a service whose PostgreSQL is reached through a proxy that can break the way.
 * @param store which of the service's databases that is
 */
export async function startBreakable(
  store: 'main' | 'identity' = 'main',
  settings: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
): Promise<BreakablePostgres> {
  const database = await makeDatabase('postgres')
  const proxy = await startTcpProxy(database.variable)
  const service = await startTestService({
    clock,
    settings: {
      LOGIN_PASSWORD_VERIFY_WORKERS: '2',
      LOGIN_RATE_LIMIT: '100000',
      ...(store === 'main'
        ? { DATABASE_URL: proxy.variable }
        : { IDENTITY_STORE: 'auth', IDENTITY_DATABASE_URL: proxy.variable }),
      ...settings,
    },
  })
  return {
    service,
    proxy,
    databaseName: new URL(database.variable).pathname.slice(1),
    ask: (text) => query(database.variable, text),
    async lock(table) {
      const client = new pg.Client({ connectionString: database.variable })
      // A test that fails drops the database and ends this connection too.
      client.on('error', () => {})
      await client.connect()
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      return () => client.end()
    },
    async [Symbol.asyncDispose]() {
      proxy.thaw()
      await proxy.cut()
      await service[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
      await database.remove()
    },
  }
}

/** How the way is broken, and mended. */
export const WAYS = {
  'is stopped': { break: (proxy: TcpProxy) => proxy.stop(), mend: (p: TcpProxy) => p.start() },
  'goes silent': {
    break: (proxy: TcpProxy) => proxy.freeze(),
    mend: (proxy: TcpProxy) => proxy.thaw(),
  },
  'cuts its connections': { break: (proxy: TcpProxy) => proxy.cut(), mend: () => {} },
} as const
