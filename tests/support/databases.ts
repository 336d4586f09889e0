// A fresh database for each test that asks, on either engine.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { once } from '../../src/made-once.ts'
import type { DatabaseUrl } from '../../src/settings.ts'
import { pause } from './waiting.ts'

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** Removes itself with `await using`. */
export interface TestDatabase extends AsyncDisposable {
  /** As DATABASE_URL takes it. */
  readonly variable: string
  readonly url: DatabaseUrl
  remove(): Promise<void>
}

interface DatabaseOptions {
  /** May be copied from a main database that has been migrated: its first start is not tested. */
  readonly mayBeMigrated?: boolean
}

let made = 0

/**
 * Makes and removes this process's databases: opening a connection costs the server some 20 ms. A
 * pool, since one that is lost has to be replaced.
 */
const maintenance = once(() => {
  const pool = new pg.Pool({
    connectionString: testServerUrl(),
    max: 1,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  })
  pool.on('error', () => {})
  return pool
})

export async function makeDatabase(
  engine: Engine,
  { mayBeMigrated = false }: DatabaseOptions = {},
): Promise<TestDatabase> {
  return engine === 'sqlite' ? makeSqlite(mayBeMigrated) : makePostgres(mayBeMigrated)
}

function makeSqlite(mayBeMigrated: boolean): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-sqlite-'))
  const file = join(folder, 'test.db')
  const template = mayBeMigrated && process.env.TEST_SQLITE_TEMPLATE
  if (template) copyFileSync(template, file)
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  return {
    variable: `sqlite:${file}`,
    url: { engine: 'sqlite', file },
    remove,
    [Symbol.asyncDispose]: remove,
  }
}

async function makePostgres(mayBeMigrated: boolean): Promise<TestDatabase> {
  made += 1
  const name = `test_${process.pid}_${made}`
  const template = (mayBeMigrated && process.env.TEST_POSTGRES_TEMPLATE) || 'template1'
  // Without the log of writes, a copy takes half the processor time.
  await maintenance().query(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(testServerUrl())
  url.pathname = `/${name}`
  const remove = async () => {
    await connectionsEnded(name)
    await maintenance().query(`drop database ${name} with (force)`)
  }
  return {
    variable: url.href,
    url: { engine: 'postgres', url: url.href },
    remove,
    [Symbol.asyncDispose]: remove,
  }
}

const ENDING_MS = 100
const LOOK_EVERY_MS = 2

/**
 * Those that were closed just before take the server some milliseconds to end. Dropping the
 * database meanwhile, it looks again only after 100 ms.
 */
async function connectionsEnded(name: string): Promise<void> {
  const open = 'select from pg_stat_activity where datname = $1'
  const untilMs = performance.now() + ENDING_MS
  while ((await maintenance().query(open, [name])).rowCount && performance.now() < untilMs) {
    await pause(LOOK_EVERY_MS)
  }
}

/** The server that `npm test` started. */
export function testServerUrl(): string {
  const url = process.env.TEST_POSTGRES_SERVER
  if (!url) throw new Error('No PostgreSQL for the tests: run them by `npm test`.')
  return url
}
