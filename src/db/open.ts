// Opens a database by the engine that its URL names: the only place that knows both engines.
import type { DatabaseUrl } from '../settings.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Opens the database without asking it anything; PostgreSQL connects at the first statement. */
export async function openDatabase<Tables>(
  url: DatabaseUrl,
  options: DatabaseOptions,
): Promise<Database<Tables>> {
  return url.engine === 'postgres' ? openPostgres(url.url, options) : openSqlite(url.file, options)
}
