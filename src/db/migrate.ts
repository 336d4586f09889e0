// Brings a database's schema up to date from the .sql files of its engine. The files import
// nothing and are never edited once landed.
import { readdir, readFile } from 'node:fs/promises'
import type { SchemaDatabase } from './database.ts'
import { existingTables } from './existing-tables.ts'

/** Which tables a database holds; with IDENTITY_STORE=tradein the main one holds both. */
export type Schema = 'main' | 'identity'

/**
 * Applies what is missing, in the order of the file names, all in one transaction under a lock.
 * @returns the names that were applied now
 */
export async function migrate(
  database: SchemaDatabase,
  schema: Schema,
  nowIso: string,
): Promise<readonly string[]> {
  const migrations = await readMigrations(database.engine, schema)
  const applied: string[] = []
  await database.changeSchema(async (change) => {
    // Made only where it is missing: a role that may change rows alone can start on what is up to date.
    const { columnsOf } = existingTables(database.engine, change)
    if ((await columnsOf('schema_migrations')).size === 0) {
      await change.script(
        'create table schema_migrations (name text primary key, applied_at text not null)',
      )
    }
    const rows = await change.rows('select name from schema_migrations')
    const known = new Set(rows.map((row) => row.name))
    for (const { name, text } of migrations) {
      if (known.has(name)) continue
      await change.script(text)
      await change.script(`insert into schema_migrations values ('${name}', '${nowIso}')`)
      applied.push(name)
    }
  })
  return applied
}

async function readMigrations(engine: SchemaDatabase['engine'], schema: Schema) {
  const folder = new URL(`./migrations/${schema}/${engine}/`, import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/\.sql$/, ''),
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
}
