// Brings a database's schema up to date from the .sql files of its engine. The files import
// nothing and are never edited once landed.
import { readdir, readFile } from 'node:fs/promises'
import { leftToMake, UnusableTable } from './adopt.ts'
import type { DatabaseEngine, SchemaDatabase } from './database.ts'
import { type ExistingTables, existingTables } from './existing-tables.ts'

/** Which tables a database holds; with IDENTITY_STORE=tradein the main one holds both. */
export const SCHEMAS = ['main', 'identity'] as const
export type Schema = (typeof SCHEMAS)[number]

/** What bringing a schema up to date found and did: names of migrations, in their order. */
export interface Migrated {
  /** Applied now. */
  readonly applied: readonly string[]
  /** Applied before by a newer version of the service, so unknown to this one. */
  readonly newer: readonly string[]
}

/**
 * Applies what is missing, in the order of the file names, all in one transaction under a lock.
 * Tables of the first migration that another program has made are taken as they are.
 * @param onMissing told what an older schema lacks, before it is applied: that may take minutes
 * @throws UnusableTable where such a table lacks a column, or none is left to note migrations in
 */
export async function migrate(
  database: SchemaDatabase,
  schema: Schema,
  nowIso: string,
  onMissing: (names: readonly string[]) => void = () => {},
): Promise<Migrated> {
  const migrations = await readMigrations(database.engine, schema)
  let applied: string[] = []
  let newer: readonly string[] = []
  await database.changeSchema(async (change) => {
    applied = []
    const tables = existingTables(database.engine, change)
    const notes = await findNotes(tables)
    const rows = notes.exist ? await change.rows(`select name from ${notes.table}`) : []
    const known = new Set(rows.map((row) => nameToday(String(row.name))))
    const missing = migrations.filter(({ name }) => !known.has(name))
    newer = [...known.difference(new Set(migrations.map(({ name }) => name)))]
    const scripts = await Promise.all(
      missing.map(({ isFirst, text }) =>
        isFirst ? leftToMake(text, tables) : Promise.resolve(text),
      ),
    )
    // All tables are another program's, and this role may not create the one that notes migrations:
    // they are checked again at each start.
    const hasNothingToMake = scripts.every((script) => script === '')
    if (hasNothingToMake && !notes.exist && !(await tables.mayCreate())) return
    if (notes.exist && missing.length > 0) onMissing(missing.map(({ name }) => name))
    // Made only where it is missing: a role that may only change rows can start on a schema that is
    // up to date.
    if (!notes.exist) {
      await change.script(
        `create table ${notes.table} (name text primary key, applied_at text not null)`,
      )
    }
    for (const [index, { name }] of missing.entries()) {
      const script = scripts[index] ?? ''
      if (script !== '') await change.script(script)
      await change.script(`insert into ${notes.table} values ('${name}', '${nowIso}')`)
      applied.push(name)
    }
  })
  return { applied, newer }
}

/** The second is for databases in which another program's migrations have the first. */
const NOTES_TABLES = ['schema_migrations', 'tradein_migrations'] as const
const NOTES_COLUMNS = 'name,applied_at'

/** Where applied migrations are noted, or will be. Our table is known by its columns. */
async function findNotes(
  tables: ExistingTables,
): Promise<{ readonly table: string; readonly exist: boolean }> {
  let free: string | undefined
  for (const table of NOTES_TABLES) {
    const columns = [...(await tables.columnsOf(table)).keys()]
    if (columns.join() === NOTES_COLUMNS) return { table, exist: true }
    if (columns.length === 0) free ??= table
  }
  if (free === undefined) {
    throw new UnusableTable(
      `its tables ${NOTES_TABLES.join(' and ')} are another program's, so that migrations cannot be noted. Drop one that is not used`,
    )
  }
  return { table: free, exist: false }
}

/** Names that migrations were noted under, where their files have other numbers today. */
const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ['0007-demonstration-town', '0009-demonstration-town'],
])

function nameToday(noted: string): string {
  return FORMER_NAMES.get(noted) ?? noted
}

async function readMigrations(engine: DatabaseEngine, schema: Schema) {
  const folder = new URL(`./migrations/${schema}/${engine}/`, import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => ({
      name: name.replace(/\.sql$/, ''),
      isFirst: index === 0,
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
}
