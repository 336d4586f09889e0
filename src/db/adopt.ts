// Takes over tables that another program made: says which statements of the first migration are
// still to run. Relies on the form of that file (one column a line, indented by two spaces), and
// runs nothing itself.
import type { Columns, ExistingTables } from './existing-tables.ts'

/** Tables of another program that the service cannot use: why, and what would mend it. */
export class UnusableTable extends Error {}

/**
 * The statements of `migration` without those of tables that exist already. Such a table stays as
 * it is, and is only checked for the columns that the migration would have given it. A new table
 * that refers to it takes the type of the column found there. Indices on tables that this role may
 * not index are left out.
 * @returns the migration itself where none of its tables is there, and '' where nothing is left
 * @throws UnusableTable where an existing table lacks a column
 */
export async function leftToMake(migration: string, tables: ExistingTables): Promise<string> {
  const statements = migration.split(';\n').filter((statement) => statement.trim() !== '')
  const existing = new Map<string, Columns>()
  for (const statement of statements) {
    const name = TABLE.exec(statement)?.[1]
    const columns = name === undefined ? undefined : await tables.columnsOf(name)
    if (name !== undefined && columns && columns.size > 0) existing.set(name, columns)
  }
  if (existing.size === 0) return migration
  const left: string[] = []
  for (const statement of statements) {
    const table = TABLE.exec(statement)?.[1]
    const indexed = INDEX.exec(statement)?.[1]
    const found = existing.get(table ?? '')
    if (found) refuseWithout(columnsIn(statement), table ?? '', found)
    else if (indexed === undefined) left.push(await adaptReference(statement, existing, tables))
    else if (!existing.has(indexed) || (await tables.mayIndex(indexed))) {
      left.push(statement.replace('create index', 'create index if not exists'))
    }
  }
  return left.map((statement) => `${statement};\n`).join('')
}

const TABLE = /^\s*create table (\w+)/
const INDEX = /^\s*create index \w+ on (\w+)/
const COLUMN = /^ {2}(\w+) /gm
const REFERENCE = /^( {2}\w+ )\S+( not null)? (references (\w+) \((\w+)\).*?)(,?)$/m

function columnsIn(statement: string): readonly string[] {
  return [...statement.matchAll(COLUMN)].map(([, name]) => name ?? '')
}

function refuseWithout(needed: readonly string[], table: string, found: Columns): void {
  const lacking = needed.filter((column) => !found.has(column))
  if (lacking.length === 0) return
  throw new UnusableTable(
    `its table ${table}, which another program made, lacks ${lacking.length === 1 ? 'the column' : 'the columns'} ${lacking.join(', ')}. Add what is missing`,
  )
}

/**
 * Refers by the existing column's type; without a foreign key where that column cannot have one.
 */
async function adaptReference(
  statement: string,
  existing: ReadonlyMap<string, Columns>,
  tables: ExistingTables,
): Promise<string> {
  const [line, before, notNull = '', reference, table = '', column = '', end] =
    REFERENCE.exec(statement) ?? []
  const type = existing.get(table)?.get(column)
  if (line === undefined || type === undefined) return statement
  const key = (await tables.mayReferTo(table, column)) ? ` ${reference}` : ''
  return statement.replace(line, `${before}${type}${notNull}${key}${end}`)
}
