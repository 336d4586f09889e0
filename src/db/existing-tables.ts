// What a database holds already, from either engine's catalogue. Changes nothing, and decides nothing:
// that is migrate.ts's.
import type { SchemaChange, SchemaDatabase } from './database.ts'

/** A column's type as it was declared. */
export type Columns = ReadonlyMap<string, string>

export interface ExistingTables {
  /** In their order; none where there is no such table. */
  columnsOf(table: string): Promise<Columns>
}

/** On PostgreSQL of the schema alone in which a new table would stand. */
export function existingTables(
  engine: SchemaDatabase['engine'],
  change: Pick<SchemaChange, 'rows'>,
): ExistingTables {
  const { columns } = CATALOGUES[engine]
  return {
    async columnsOf(table) {
      const rows = await change.rows(columns(table))
      return new Map(rows.map(({ name, type }) => [String(name), String(type)]))
    },
  }
}

interface Catalogue {
  columns(table: string): string
}

const POSTGRES: Catalogue = {
  columns: (table) =>
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
       join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relname = '${table}'
       and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
     order by a.attnum`,
}

const SQLITE: Catalogue = {
  columns: (table) => `select name, type from pragma_table_info('${table}') order by cid`,
}

const CATALOGUES = { postgres: POSTGRES, sqlite: SQLITE } as const
