// Opens a database by the engine that its URL names: the only place that knows both engines. Loads
// only the engine that is used.
import type { DatabaseUrl } from '../settings.ts'
import type { Database, DatabaseOptions } from './database.ts'

/** Opens the database without asking it anything; PostgreSQL connects at the first statement. */
export async function openDatabase<Tables>(
  url: DatabaseUrl,
  options: DatabaseOptions,
): Promise<Database<Tables>> {
  if (url.engine === 'postgres') {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(url.url, options)
  }
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(url.file, options)
}
