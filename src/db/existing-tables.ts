// What a database holds already and what its role may do, from either engine's catalogue. Changes
// nothing, and decides nothing: that is for migrate.ts and adopt.ts.
import type { DatabaseEngine, SchemaChange } from './database.ts'

/** A column's type as it was declared. */
export type Columns = ReadonlyMap<string, string>

export interface ExistingTables {
  /** In their order; none where there is no such table. */
  columnsOf(table: string): Promise<Columns>
  /** Whether a foreign key may refer to the column: it must be unique by itself. */
  mayReferTo(table: string, column: string): Promise<boolean>
  mayIndex(table: string): Promise<boolean>
  mayCreate(): Promise<boolean>
}

/** On PostgreSQL, of that schema alone in which a new table would be made. */
export function existingTables(
  engine: DatabaseEngine,
  change: Pick<SchemaChange, 'rows'>,
): ExistingTables {
  const catalogue = CATALOGUES[engine]
  const finds = async (text: string) => (await change.rows(text)).length > 0
  return {
    async columnsOf(table) {
      const rows = await change.rows(catalogue.columns(table))
      return new Map(rows.map(({ name, type }) => [String(name), String(type)]))
    },
    mayReferTo: (table, column) => finds(catalogue.key(table, column)),
    mayIndex: (table) => finds(catalogue.indexable(table)),
    mayCreate: () => finds(catalogue.creatable),
  }
}

/** A select about a right finds a row if the role has the right. */
interface Catalogue {
  columns(table: string): string
  key(table: string, column: string): string
  indexable(table: string): string
  readonly creatable: string
}

const IN_CURRENT_SCHEMA =
  'pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()'

const MAY_CREATE = "has_schema_privilege(current_schema(), 'create')"

const POSTGRES: Catalogue = {
  columns: (table) =>
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from ${IN_CURRENT_SCHEMA} join pg_attribute a on a.attrelid = c.oid
     where c.relname = '${table}' and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and a.attnum > 0 and not a.attisdropped
     order by a.attnum`,
  key: (table, column) =>
    `select from ${IN_CURRENT_SCHEMA} join pg_index i on i.indrelid = c.oid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where c.relname = '${table}' and c.relkind in ('r', 'p') and a.attname = '${column}'
       and i.indisunique and i.indisvalid and i.indimmediate
       and i.indnkeyatts = 1 and i.indpred is null
       and has_table_privilege(c.oid, 'references')`,
  indexable: (table) =>
    `select from ${IN_CURRENT_SCHEMA}
     where c.relname = '${table}' and c.relkind in ('r', 'p')
       and pg_has_role(c.relowner, 'usage') and ${MAY_CREATE}`,
  creatable: `select where ${MAY_CREATE}`,
}

/** SQLite compares names without regard to case. */
const SQLITE: Catalogue = {
  columns: (table) =>
    `select lower(name) as name, type from pragma_table_info('${table}') order by cid`,
  key: (table, column) =>
    `select 1 from pragma_table_info('${table}')
     where lower(name) = '${column}' and pk = 1
       and not exists (select 1 from pragma_table_info('${table}') where pk > 1)
     union all
     select 1 from pragma_index_list('${table}') l
     where l."unique" and not l.partial
       and (select group_concat(lower(name)) from pragma_index_info(l.name)) = '${column}'`,
  indexable: (table) =>
    `select 1 from sqlite_master where type = 'table' and lower(name) = '${table}'`,
  creatable: 'select 1',
}

const CATALOGUES = { postgres: POSTGRES, sqlite: SQLITE } as const
